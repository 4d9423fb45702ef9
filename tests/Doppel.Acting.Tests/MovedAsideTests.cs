using System.Text;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Acting.Tests;

/// <summary>
/// A file that is moved aside, checked and removed, and another program that does something at any of these moments.
/// </summary>
/// <remarks>
/// The copy that stays is in a bucket, on another machine or on the same disk. The leases only say what a test wants,
/// so that whoever writes is not kept out.
/// </remarks>
public sealed class MovedAsideTests
{
    private const string Original = "apple";
    private const string Others = "grape";
    private const string Saved = "a file of another program";

    private static readonly string[] s_deeds =
    [
        "write", "write and reset the time", "change the mode", "save", "create", "write and create", "move away",
        "replace aside",
    ];

    public static TheoryData<string, string> Cases { get; } = new(
        from way in (string[])["bucket", "host", "delete", "link"]
        from deed in s_deeds
            // A file with a local copy is compared right before its turn.
        where deed != "write and reset the time" || way is "bucket" or "host"
        select (way, deed));

    [Theory]
    [MemberData(nameof(Cases))]
    public void Nothing_that_another_program_wrote_is_lost_at_any_moment(string way, string deed)
    {
        bool isReached = true;
        for (int at = 1; isReached; at++)
        {
            using var world = new BucketWorld(options: null, "one");
            string kept = way == "bucket"
                ? world.Put("one", "keep", Bytes(Original))
                : world.AddFile("keep", Bytes(Original));
            string file = world.AddFile("a/drop", Bytes(Original));
            File.SetLastWriteTimeUtc(file, DateTime.UnixEpoch);
            var other = new OtherProgram(world.Files.Folder, file, deed);
            (int moments, int moment) = (0, at);
            isReached = false;
            Act(world, way, kept, file, call =>
            {
                if (++moments == moment)
                {
                    isReached = true;
                    other.Act(way, call);
                }
            });
            string result = string.Join('\n', world.Results.Select(static one => $"{one.Status} {one.Reason}"));
            other.AssertNothingIsLost($"moment {at}: {result}");
        }
    }

    private static void Act(BucketWorld world, string way, string kept, string file, Action<string> onMoment)
    {
        var volume = new HookedVolume(ActingTree.Volume)
        {
            CanExchange = false,
            Leases = static _ => true,
            Before = (_, call) =>
            {
                if (call is "move" or "remove" or "lease?" or "link")
                {
                    onMoment(call);
                }

                return null;
            },
        };
        world.Handler.Before = _ => onMoment("request");
        PlanGroup group = world.Group(kept, file);
        if (way == "host")
        {
            PlanCopy keeper = group.Keep[0] with { Names = [new ReportName("host:nas/srv/keep")] };
            group = group with { Keep = [keeper], Digest = Xxh3.Hash128(Bytes(Original)) };
        }

        var proofs = new HostProofs { BeforeLook = () => onMoment("look") };
        world.Act(
            [group], way == "link" ? ActionKind.HardLink : ActionKind.Delete,
            options => options with { Hosts = proofs, IgnoreMode = true }, volume);
    }

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    /// <summary>Does one thing, and knows naively what must be there afterwards.</summary>
    private sealed class OtherProgram(string folder, string file, string deed)
    {
        private readonly List<string> _written = [];
        private bool _hasName;
        private bool _isModeChanged;

        internal void Act(string way, string call)
        {
            string? aside = Directory.EnumerateFiles(folder, ".doppel-*", SearchOption.AllDirectories)
                .FirstOrDefault(static path => new FileInfo(path).Length > 0);
            string? ours = aside ?? (File.Exists(file) ? file : null);

            // No call closes the gap between the last look and the removal. If there is a local copy, the file is not
            // looked at again.
            bool isTooLate = call == "remove" && way == "delete";
            switch (deed)
            {
                case "write" or "write and create" when ours is not null && !isTooLate:
                    Write(ours);
                    Create(deed == "write and create");
                    break;

                // Only the lease and the ctime show it, which the move aside changes too.
                case "write and reset the time" when ours is not null && aside is null && call is "request" or "look":
                    Write(ours);
                    break;

                // Before that, the journal has the mode, and undo restores it.
                case "change the mode" when aside is not null && !isTooLate:
                    File.SetUnixFileMode(aside, UnixFileMode.UserRead);
                    _isModeChanged = true;
                    break;

                case "save":
                    Save(file);
                    _hasName = true;
                    break;

                case "create":
                    Create(true);
                    break;

                case "move away" when aside is not null:
                    File.Move(aside, $"{folder}/elsewhere");
                    _written.Add(Original);
                    break;

                // What is put under the very name that is removed at the same moment goes.
                case "replace aside" when aside is not null && call != "remove":
                    Save(aside);
                    break;
            }
        }

        internal void AssertNothingIsLost(string told)
        {
            string[] files = Directory.GetFiles(folder, "*", SearchOption.AllDirectories);
            HashSet<string> texts = [.. files.Select(File.ReadAllText)];
            Assert.All(_written, text => Assert.True(texts.Contains(text), $"'{text}' is lost: {told}"));
            Assert.True(!_hasName || File.ReadAllText(file) == Saved, $"the name is lost: {told}");
            Assert.True(
                !_isModeChanged || files.Any(static path => File.GetUnixFileMode(path) == UnixFileMode.UserRead),
                $"the mode is lost: {told}");
            foreach (string path in files.Where(static path => path.Contains("/.doppel-", StringComparison.Ordinal)))
            {
                Assert.Contains("Unfinished", told, StringComparison.Ordinal);
                Assert.Contains(Path.GetFileName(path), told, StringComparison.Ordinal);
            }
        }

        private void Write(string path)
        {
            DateTime time = File.GetLastWriteTimeUtc(path);
            File.WriteAllText(path, Others);
            _written.Add(Others);
            if (deed == "write and reset the time")
            {
                File.SetLastWriteTimeUtc(path, time);
            }
        }

        private void Create(bool isWanted)
        {
            if (isWanted && !File.Exists(file))
            {
                File.WriteAllText(file, Saved);
                _written.Add(Saved);
                _hasName = true;
            }
        }

        private void Save(string path)
        {
            File.WriteAllText($"{folder}/new", Saved);
            File.Move($"{folder}/new", path, overwrite: true);
            _written.Add(Saved);
        }
    }
}
