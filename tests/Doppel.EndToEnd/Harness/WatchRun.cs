using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Doppel.EndToEnd.Harness;

/// <summary>A running <c>doppel watch</c>, and the groups as its lines alone tell them.</summary>
internal sealed partial class WatchRun : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private readonly TempTree _tree = new();
    private readonly FileStream _output;
    private readonly Dictionary<long, JsonElement> _groups = [];
    private readonly List<byte> _line = [];
    private int _markers;

    /// <summary>Starts it.</summary>
    /// <param name="catalog">The folder of the catalog, or none.</param>
    /// <param name="arguments">
    /// What follows <c>watch</c>. <see cref="OwnFolder"/> becomes the folder that its output is written to.
    /// </param>
    public WatchRun(ByteName catalog, params IReadOnlyList<ByteName> arguments)
        : this(catalog, seesMounts: true, arguments)
    {
    }

    private WatchRun(ByteName catalog, bool seesMounts, IReadOnlyList<ByteName> arguments)
    {
        ByteName output = _tree.AddFile("output", "");
        ByteName[] real = [.. arguments.Select(one => one == OwnFolder ? _tree.Folder : one)];
        ProcessStart start = DoppelProgram.Start(["watch", "--catalog", catalog, .. real]) with { OutputTo = output };
        Child = ChildProcess.Start(seesMounts ? start : WithoutMounts(start));
        _output = new FileStream($"{output}", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
    }

    /// <summary>Stands for the folder of the output among the arguments.</summary>
    public static ByteName OwnFolder { get; } = "OWN";

    public ChildProcess Child { get; }

    /// <summary>All lines so far.</summary>
    public List<JsonElement> Lines { get; } = [];

    /// <summary>The last line with totals.</summary>
    public JsonElement Totals { get; private set; }

    public string Groups => string.Join('\n', _groups.Values.Select(Shown).Order(StringComparer.Ordinal));

    /// <summary>Starts one that does not wake when something is mounted, as other tests do meanwhile.</summary>
    public static WatchRun Undisturbed(ByteName catalog, params IReadOnlyList<ByteName> arguments)
    {
        Needs.Program("unshare", "util-linux");
        return new WatchRun(catalog, seesMounts: false, arguments);
    }

    /// <summary>The groups of a report in the same form.</summary>
    public static string GroupsOf(FindReport report) =>
        string.Join('\n', report.GroupElements.Select(Shown).Order(StringComparer.Ordinal));

    private static ProcessStart WithoutMounts(ProcessStart start) => start with
    {
        Program = "unshare",
        Arguments = ["--user", "--map-root-user", "--mount", start.Program, .. start.Arguments],
    };

    /// <summary>Waits until the groups are current for the first time.</summary>
    public void WaitForFirst()
    {
        while (!(NextLine() is var line && Is("totals")(line) && line.GetProperty("current").GetBoolean()))
        {
        }
    }

    /// <summary>Waits until everything that was done before is contained in <see cref="Groups"/>.</summary>
    /// <param name="folder">A folder that is watched. Two equal files are made there, seen, and removed.</param>
    public void CatchUp(string folder)
    {
        string[] pair = [$"{folder}/marker {++_markers} a", $"{folder}/marker {_markers} b"];
        byte[] content = Encoding.UTF8.GetBytes($"{folder} {_markers}");
        foreach (string path in pair)
        {
            File.WriteAllBytes(path, content);
        }

        WaitUntilCurrent(() => _groups.Values.Any(line => NamesOf(line).Contains(pair[0])));
        foreach (string path in pair)
        {
            File.Delete(path);
        }

        WaitUntilCurrent(() => !_groups.Values.Any(line => NamesOf(line).Contains(pair[0])));
    }

    /// <summary>Waits for totals that are current and as they should be.</summary>
    public void WaitFor(Func<JsonElement, bool> expected) => WaitUntilCurrent(() => expected(Totals));

    /// <summary>Sends a signal and waits for the end.</summary>
    public ProcessEnd Stop(int signal)
    {
        Child.Signal(signal);
        return Child.WaitForEnd();
    }

    public void Dispose()
    {
        Child.Dispose();
        _output.Dispose();
        _tree.Dispose();
    }

    private static Func<JsonElement, bool> Is(string type) => line => line.GetProperty("type").GetString() == type;

    private static List<string> NamesOf(JsonElement group) =>
        [.. FindReport.Group(group).Copies.SelectMany(static copy => copy.Names).Select(static name => $"{name}")];

    private static string Shown(JsonElement group) => string.Join(
        ' ', group.GetProperty("size"), group.GetProperty("redundant_bytes"),
        Allocated().Replace(group.GetProperty("copies").GetRawText(), ""));

    [GeneratedRegex("\"allocated\":[0-9]*,")]
    private static partial Regex Allocated();

    private void WaitUntilCurrent(Func<bool> covers)
    {
        while (!(NextLine() is var line && Is("totals")(line) && line.GetProperty("current").GetBoolean() && covers()))
        {
        }
    }

    private JsonElement NextLine()
    {
        bool isThere = SpinWait.SpinUntil(() => TryReadLine() || !Child.Runs, s_patience);
        Assert.True(isThere && _line.Count > 0, Child.Runs ? "No line came." : Child.WaitForEnd().ErrorText);
        JsonElement line = JsonSerializer.Deserialize<JsonElement>(_line.ToArray());
        _line.Clear();
        Lines.Add(line);
        Take(line);
        return line;
    }

    private bool TryReadLine()
    {
        while (_output.ReadByte() is var next and >= 0)
        {
            _line.Add((byte)next);
            if (next == '\n')
            {
                return true;
            }
        }

        return false;
    }

    // Every line has to fit what the lines before it say.
    private void Take(JsonElement line)
    {
        switch (line.GetProperty("type").GetString())
        {
            case "begin":
                Assert.Single(Lines);
                break;
            case "new":
                Assert.True(_groups.TryAdd(IdOf(line), line), $"{line} is not new.");
                break;
            case "changed":
                IEnumerable<string> expected =
                    NamesOf(_groups[IdOf(line)]).Except(Listed(line, "removed")).Concat(Listed(line, "added"));
                Assert.Equal(expected.Order(StringComparer.Ordinal), NamesOf(line).Order(StringComparer.Ordinal));
                _groups[IdOf(line)] = line;
                break;
            case "gone":
                Assert.Equal(NamesOf(_groups[IdOf(line)]), Listed(line, "removed"));
                _groups.Remove(IdOf(line));
                break;
            default:
                Assert.Equal("totals", line.GetProperty("type").GetString());
                Assert.Equal(_groups.Count, line.GetProperty("groups").GetInt32());
                Totals = line;
                break;
        }
    }

    private static long IdOf(JsonElement line) => line.GetProperty("id").GetInt64();

    private static List<string> Listed(JsonElement line, string field) =>
        [.. line.GetProperty(field).EnumerateArray().Select(static name => $"{FindReport.Name(name)}")];
}
