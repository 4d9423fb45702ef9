using System.Globalization;
using System.Text.RegularExpressions;

namespace Doppel.EndToEnd.Harness;

/// <summary>A random tree to which random things happen while one catalog is kept.</summary>
internal sealed partial class CatalogTrial(int seed) : IDisposable
{
    private readonly Random _random = new(seed);
    private readonly TempTree _tree = new();
    private readonly TempTree _home = new();
    private readonly List<string> _done = [];
    private int _made;

    public void Dispose()
    {
        _tree.Dispose();
        _home.Dispose();
    }

    /// <summary>How to start the executable as a user with this home folder.</summary>
    public static ProcessStart Start(string home, params IReadOnlyList<ByteName> arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments).WithState(home);
        return start with
        {
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_CACHE_HOME"] = home + "/cache",
                ["XDG_DATA_HOME"] = home + "/data",
            },
        };
    }

    /// <summary>Waits until a search believes the times of the files: they must not be those of just now.</summary>
    public static void WaitUntilSettled(ByteName folder)
    {
        string probe = $"{folder}/.probe";
        File.WriteAllText(probe, "");
        DateTime changed = File.GetLastWriteTimeUtc(probe);
        File.Delete(probe);
        SpinWait.SpinUntil(() => TimeProvider.System.GetUtcNow() > changed.AddMilliseconds(25));
    }

    /// <summary>
    /// The groups of a report, a line each, without their proof: where digests are known, nothing is compared.
    /// </summary>
    public static string GroupsOf(FindReport report) => string.Join('\n', report.GroupElements.Select(
        static group => Proof().Replace(group.GetRawText(), "")));

    /// <summary>Lets things happen, and searches after each of them.</summary>
    public void Run(int steps)
    {
        for (int i = 0; i < 25; i++)
        {
            Write(NewName());
        }

        Check();
        for (int i = 0; i < steps; i++)
        {
            Step();
            Check();
        }
    }

    [GeneratedRegex("""
        "proof":"[^"]*",("digest":"[^"]*",)?
        """)]
    private static partial Regex Proof();

    private void Step()
    {
        string[][] rules = [["--prefer", "oldest"], ["--prefer", "newest"], []];
        string[] keep = rules[_random.Next(rules.Length)];
        string[] whole = [_tree.Folder + "/t", _tree.Folder + "/t/a"];
        string root = whole[_random.Next(whole.Length)];
        Directory.CreateDirectory(root);
        switch (_random.Next(10))
        {
            case 0 or 1:
                Act(["link", "--yes", .. keep, root]);
                break;
            case 2:
                Act(["link", "--symbolic", "--yes", .. keep, root]);
                break;
            case 3:
                Directory.CreateDirectory(_tree.Folder + "/t/moved");
                Act(["move", "--yes", "--to", _tree.Folder + "/t/moved", .. keep, root]);
                break;
            case 4:
                Act(["trash", "--yes", .. keep, root]);
                break;
            case 5:
                Act(["delete", "--yes", .. keep, root]);
                break;
            case 6 or 7:
                Act(["undo", "--yes"]);
                break;
            default:
                Disturb();
                break;
        }
    }

    // What other programs do: they write to a file, sometimes with its old time, rename it and remove it.
    private void Disturb()
    {
        for (int i = 0; i < 3; i++)
        {
            string[] files = [.. Directory.GetFiles(_tree.Folder + "/t", "*", SearchOption.AllDirectories)
                .Where(static path => new FileInfo(path).LinkTarget is null).Order(StringComparer.Ordinal)];
            string some = files.Length == 0 ? NewName() : files[_random.Next(files.Length)];
            int what = _random.Next(5);
            _done.Add(string.Create(CultureInfo.InvariantCulture, $"disturbance {what} of {some}"));
            switch (what)
            {
                case 0:
                    Write(some);
                    break;
                case 1 when File.Exists(some):
                    DateTime time = File.GetLastWriteTimeUtc(some);
                    byte[] content = File.ReadAllBytes(some);
                    content[_random.Next(content.Length)] ^= 1;
                    File.WriteAllBytes(some, content);
                    File.SetLastWriteTimeUtc(some, time);
                    break;
                case 2 when File.Exists(some):
                    File.Move(some, NewName());
                    break;
                case 3 when File.Exists(some):
                    File.Delete(some);
                    break;
                default:
                    Write(NewName());
                    break;
            }
        }
    }

    // Sizes and contents are few, so that many files are equal; larger ones are few or many of a size.
    private void Write(string path)
    {
        int[] sizes = [10, 10, 4000, 70_000, 70_000, 300_000];
        int size = sizes[_random.Next(sizes.Length)];
        byte[] content = new byte[size];
        int like = _random.Next(4);
        content[^1] = (byte)(like % 2);
        content[0] = (byte)(like / 2);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, content);
    }

    private string NewName() => string.Create(
        CultureInfo.InvariantCulture, $"{_tree.Folder}/t/{(char)('a' + _random.Next(3))}/{_made++}");

    private void Act(string[] arguments)
    {
        ProcessEnd end = Tool.Run(Start(_home.Folder, [.. arguments.Select(static one => (ByteName)one)]));
        _done.Add($"{string.Join(' ', arguments)}: {end.ExitCode}");
        Assert.True(end.ExitCode <= 2, $"{this}\n{end.ErrorText}");
    }

    private void Check()
    {
        WaitUntilSettled(_tree.Folder);
        ByteName root = _tree.Folder + "/t";
        string expected = GroupsOf(Find("--catalog", "none", root));
        for (int i = 0; i < 2; i++)
        {
            FindReport report = Find(root);
            Assert.True(
                expected == GroupsOf(report), $"{this}\n{expected}\nbut with the catalog\n{GroupsOf(report)}");
            Assert.True(i == 0 || report.BytesRead == 0, $"{this}\n{report.BytesRead} bytes were read again");
        }
    }

    private FindReport Find(params IReadOnlyList<ByteName> arguments) =>
        DoppelProgram.Read(Start(_home.Folder, ["find", "--json", .. arguments]), exitCode: 0);

    /// <inheritdoc/>
    public override string ToString() => $"seed {seed}:\n{string.Join('\n', _done)}";
}
