using System.Globalization;
using Doppel.Catalog;
using Doppel.Pooling;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>
/// The groups of a search are kept for the next one, and are never those of another state of the files.
/// </summary>
public sealed class LastSearchTests : IDisposable
{
    private const ulong CloneDevice = 43;

    private readonly TempTree _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_search_without_changes_needs_only_the_groups()
    {
        MemoryVolume volume = Tree();
        string first = Run(Search.Options(volume, "/r"), out long read);
        Assert.InRange(read, 1, long.MaxValue);
        ForgetFacts();
        Assert.Equal(first, Run(Search.Options(volume, "/r"), out read));
        Assert.Equal(0, read);
        Assert.Contains("/r/a=/r/linked", first, StringComparison.Ordinal);

        // Of other roots, nothing is kept.
        Run(Search.Options(volume, "/r", "/r/b"), out read);
        Assert.InRange(read, 1, long.MaxValue);
    }

    [Fact]
    public void Searches_that_must_not_trust_the_catalog_do_not_trust_remembered_groups()
    {
        MemoryVolume volume = Tree();
        Run(Search.Options(volume, "/r"), out long first);
        Run(Search.Options(volume, "/r") with { Reread = true }, out long read);
        Assert.Equal(first, read);
        Run(Search.Options(volume, "/r") with { Proof = ProofDemand.Bytes }, out read);
        Assert.InRange(read, 1, long.MaxValue);
    }

    [Fact]
    public void Groups_of_a_search_with_a_problem_are_not_kept()
    {
        MemoryVolume volume = Tree();
        volume["/r/a"].Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        string first = Run(Search.Options(volume, "/r"), out _);
        Assert.Contains("/r/a open", first, StringComparison.Ordinal);
        Assert.Equal(first, Run(Search.Options(volume, "/r"), out _));
        Assert.Empty(Results());
    }

    [Fact]
    public void A_file_that_changed_a_moment_ago_prevents_keeping()
    {
        MemoryVolume volume = Tree();
        // A clock that stands: on a busy machine, the search would begin long after.
        var clock = new ManualClock();
        volume["/r/b/single"].Changed = FileTime.From(clock.GetUtcNow());
        Run(Search.Options(volume, "/r") with { Time = clock }, out _);
        Assert.Empty(Results());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void When_content_turns_out_to_have_changed_without_a_trace_no_groups_are_left(bool isVerified)
    {
        MemoryVolume volume = Tree();
        string before = Run(Search.Options(volume, "/r"), out _);
        volume["/r/b/b"].Content = "CONTENT"u8.ToArray();
        Assert.Equal(before, Run(Search.Options(volume, "/r"), out _));
        FindOptions options = Search.Options(volume, "/r/b", "/r/a");
        using (ContentCatalog catalog = ContentCatalog.Open(_folder.Folder))
        {
            options = options with { Catalog = catalog, Reread = !isVerified };
            if (isVerified)
            {
                Verifier.Verify(
                    options, accepted: true, cancellation: TestContext.Current.CancellationToken);
            }
            else
            {
                Search.Run(options).Dispose();
            }
        }

        string after = Run(Search.Options(volume, "/r"), out _);
        Assert.Equal(Shown(Search.Options(volume, "/r"), out _), after);
        Assert.NotEqual(before, after);
    }

    [Fact]
    public void A_damaged_result_is_not_believed()
    {
        MemoryVolume volume = Tree();
        string groups = Run(Search.Options(volume, "/r"), out _);
        string path = Assert.Single(Results());
        byte[] whole = File.ReadAllBytes(path);
        for (int at = 0; at < whole.Length; at++)
        {
            byte[] damaged = [.. whole];
            damaged[at] ^= (byte)(1 << (at % 8));
            File.WriteAllBytes(path, damaged);
            Assert.Equal(groups, Run(Search.Options(volume, "/r"), out _));
            File.WriteAllBytes(path, whole[..at]);
            Assert.Equal(groups, Run(Search.Options(volume, "/r"), out _));
        }

        // Each search has written it anew.
        Assert.Equal(whole.Length, new FileInfo(path).Length);
    }

    [Fact]
    public void A_result_with_a_member_that_no_longer_exists_is_not_believed()
    {
        const int MemberBytes = 12;
        MemoryVolume volume = Tree();
        string groups = Run(Search.Options(volume, "/r"), out _);
        string name = Path.GetFileNameWithoutExtension(Assert.Single(Results()));
        var key = UInt128.Parse(name, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
        for (int member = 1; member <= 4; member++)
        {
            using (ContentCatalog catalog = ContentCatalog.Open(_folder.Folder))
            {
                // The members stand at the end, each with its inode first. No file has one so large.
                using NativeBuffer<byte> bytes = catalog.FindResult(key)!;
                bytes[bytes.Length - (member * MemberBytes) + 6] ^= 0x80;
                catalog.KeepResult(key, TimeProvider.System.GetUtcNow(), bytes.Span);
            }

            Assert.Equal(groups, Run(Search.Options(volume, "/r"), out _));
        }
    }

    // The member is on the clone; the first disk has a file with its number, too, and with another content.
    [Fact]
    public void A_member_on_a_clone_of_a_disk_is_not_taken_for_the_file_with_its_number_on_the_disk()
    {
        var volume = new MemoryVolume();
        MemoryNode single = volume.AddFile("/r/1/single", "only one");
        volume.AddFile("/r/1/copy", "a copy .");
        MountClone(volume);
        MemoryNode written = volume.AddFile("/r/clone/single", "a copy .");
        (written.Device, written.Inode) = (CloneDevice, single.Facts.Inode);
        string groups = Run(Search.Options(volume, "/r"), out _);
        Assert.StartsWith("8: /r/1/copy | /r/clone/single\n", groups, StringComparison.Ordinal);
        Assert.Equal(groups, Run(Search.Options(volume, "/r"), out _));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Reports_are_those_of_a_search_without_a_catalog(int seed)
    {
        var random = new Random(seed + TestRun.SeedOffset);
        int recalled = 0;
        for (int round = 0; round < TestRun.Count(30, 2_000); round++)
        {
            MemoryVolume volume = RandomTree(random);
            Directory.Delete(_folder.Folder, recursive: true);
            Directory.CreateDirectory(_folder.Folder);
            for (int step = 0; step < 8; step++)
            {
                string done = random.Next(2) == 0 ? "nothing" : Change(volume, random);
                if (random.Next(2) == 0)
                {
                    ForgetFacts();
                }

                FindOptions options = Options(volume, random);
                string with = Run(options, out long read);
                string without = Shown(options, out long all);
                string when = $"seed {seed}, round {round}, step {step}, {done}";
                Assert.True(with == without, $"{when}:\n{without}\nnot\n{with}");
                recalled += read == 0 && all > 0 ? 1 : 0;
            }
        }

        Assert.InRange(recalled, 20, int.MaxValue);
    }

    private static MemoryVolume Tree()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddFile("/r/b/b", "content");
        volume.AddFile("/r/b/single", "only one");
        volume.AddFile("/r/large 1", Search.Random(1, 200_000));
        volume.AddFile("/r/large 2", Search.Random(1, 200_000));
        volume.AddHardLink("/r/linked", "/r/a");
        return volume;
    }

    private static MemoryVolume RandomTree(Random random)
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/1/first", "1");
        volume.AddFile("/r/2/second", "2");
        for (int i = random.Next(1, 12); i > 0; i--)
        {
            volume.AddFile(
                string.Create(CultureInfo.InvariantCulture, $"/r/{random.Next(1, 4)}/{i}"),
                Search.Random(random.Next(3), random.Next(3) == 0 ? 70_000 : 10 + random.Next(2)));
        }

        for (int i = random.Next(3); i > 0; i--)
        {
            List<string> names = NamesOf(volume);
            volume.AddLink(
                string.Create(CultureInfo.InvariantCulture, $"/r/{random.Next(1, 4)}/link {i}"),
                names[random.Next(names.Count)]);
        }

        if (random.Next(3) == 0)
        {
            Clone(volume, random);
        }

        return volume;
    }

    // A copy of a whole disk has the identity of the first disk (see MemoryVolume), the same numbers and times.
    // Some files of it were written since, which shows in the time of their last change.
    private static void Clone(MemoryVolume volume, Random random)
    {
        MountClone(volume);
        string[] names = [.. NamesOf(volume).Where(name => name.StartsWith("/r/1/", StringComparison.Ordinal))];
        foreach (string name in names)
        {
            FileFacts facts = volume[name].Facts;
            bool isWritten = random.Next(2) == 0;
            byte[] content = isWritten ? Search.Random(random.Next(3), (int)facts.Size) : volume[name].Content;
            MemoryNode node = volume.AddFile($"/r/clone/{Path.GetFileName(name)}", content);
            FileTime later = facts.Changed with { Seconds = facts.Changed.Seconds + 60 };
            (node.Device, node.Inode, node.Born) = (CloneDevice, facts.Inode, facts.Born);
            (node.Modified, node.Changed) = (facts.Modified, isWritten ? later : facts.Changed);
        }
    }

    private static void MountClone(MemoryVolume volume)
    {
        volume.SetMount(new MountFacts
        {
            Device = CloneDevice,
            Identity = new FileSystemIdentity(CloneDevice, 0),
            MountPoint = "/r/clone",
            FileSystem = "memory",
            Traits = FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks | FileSystemTraits.TrustedIds,
        });
        volume.AddFolder("/r/clone").Device = CloneDevice;
    }

    private static FindOptions Options(MemoryVolume volume, Random random)
    {
        FindOptions options = random.Next(5) switch
        {
            0 or 1 => Search.Options(volume, "/r"),
            2 when NamesOf(volume) is [var file, ..] => Search.Options(volume, "/r", file),
            _ => Search.Options(volume, "/r/1", "/r/2", "/r/3"),
        };
        bool isOne = options.Roots.Count == 1;
        return options with
        {
            References = isOne || random.Next(3) > 0 ? 0 : 1,
            Isolate = !isOne && random.Next(4) == 0,
            Digests = random.Next(4) == 0,
            CopyFacts = random.Next(4) == 0,
            Links = random.Next(3) == 0 ? LinkFollowing.Follow : LinkFollowing.Never,
            Filter = new EntryFilter { SizeMin = random.Next(4) == 0 ? 11 : 1 },
        };
    }

    private static string Change(MemoryVolume volume, Random random)
    {
        List<string> names = NamesOf(volume);
        string name = names[random.Next(names.Count)];
        MemoryNode node = volume[name];
        switch (random.Next(7))
        {
            case 0:
                node.Rewrite(Search.Random(random.Next(3), (int)node.Facts.Size));
                return $"{name} was written";
            case 1:
                FileTime modified = node.Facts.Modified;
                node.Rewrite(Search.Random(random.Next(3), (int)node.Facts.Size));
                node.Modified = modified;
                return $"{name} was written, and its time put back";
            case 2:
                volume.Move(name, $"/r/2/moved {random.Next(1000)}");
                return $"{name} was moved";
            case 3:
                volume.Move("/r/1", "/r/other");
                volume.Move("/r/2", "/r/1");
                volume.Move("/r/other", "/r/2");
                return "two folders changed their names";
            case 4:
                volume.AddHardLink($"/r/1/linked {random.Next(100_000)}", name);
                return $"{name} was linked";
            case 5 when names.Count > 3:
                volume.Remove(name);
                return $"{name} was removed";
            default:
                volume.AddFile($"/r/3/new {random.Next(100_000)}", node.Content);
                return $"{name} was copied";
        }
    }

    private static List<string> NamesOf(MemoryVolume volume)
    {
        using FindResult all = Search.Run(Search.Options(volume, "/r") with { Uniques = true });
        return
        [
            .. all.Groups.SelectMany(group => group.Copies).Concat(all.Uniques.Select(unique => unique.Copy))
                .SelectMany(copy => copy.Names).Select(name => name.ToString()).Order(StringComparer.Ordinal),
        ];
    }

    private static string Shown(FindOptions options, out long read)
    {
        var volume = (MemoryVolume)options.Roots[0].Volume;
        long before = volume.Counters.BytesRead;
        using FindResult result = Search.Run(options);
        read = volume.Counters.BytesRead - before;
        volume.Counters.AssertAllClosed();
        IEnumerable<string> facts = result.Groups.SelectMany(group => group.Copies).Select(
            copy => $"{copy.Inode} {copy.Links} {copy.Modified} {string.Join(' ', copy.Roots)}");
        string digests = options.Digests ? string.Join(' ', result.Groups.Select(group => group.Digest)) : "";
        (long files, long groups, long redundant) =
            (result.Summary.Files, result.Summary.Groups, result.Summary.RedundantBytes);
        return string.Join(
            "\n\n", Search.Groups(result), Search.Problems(result), string.Join('\n', facts), digests,
            $"{files} {groups} {result.Summary.RedundantFiles} {redundant}");
    }

    private string Run(FindOptions options, out long read)
    {
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        return Shown(options with { Catalog = catalog }, out read);
    }

    private string[] Results() => Directory.GetFiles(_folder.Folder, "*.result", SearchOption.AllDirectories);

    // What is known about single files. The groups stay.
    private void ForgetFacts()
    {
        foreach (string path in Directory.GetFiles(_folder.Folder, "*.run", SearchOption.AllDirectories))
        {
            File.Delete(path);
        }
    }
}
