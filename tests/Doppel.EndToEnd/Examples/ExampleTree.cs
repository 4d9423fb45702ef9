using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Doppel.EndToEnd.Examples;

/// <summary>A tree with its own home folder (<c>~</c>), <c>/mnt</c>, <c>/srv</c> and working directory (<c>.</c>).
/// </summary>
/// <remarks>
/// A line describes an entry: <c>~/a "text"</c> or <c>~/a fill 200000</c> or <c>~/a wave 1 "title"</c> is a file,
/// followed by <c>@2020</c> for the year of its last change; <c>~/a = ~/b</c> is another name of the same file,
/// <c>~/a -> b</c> a symbolic link, <c>~/a/</c> a folder without anything in it.
/// </remarks>
internal sealed partial class ExampleTree : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly TempTree _state = new();
    private readonly Dictionary<string, string> _words = [];

    internal ExampleTree()
    {
        foreach (string folder in (string[])["home", "mnt", "srv", "work"])
        {
            _tree.AddFolder(folder);
        }
    }

    internal TempTree Tree => _tree;

    public void Dispose()
    {
        _tree.Dispose();
        _state.Dispose();
    }

    /// <summary>Adds entries.</summary>
    internal void Add(string lines)
    {
        foreach (string line in Lines(lines))
        {
            Match entry = Entry().Match(line);
            Assert.True(entry.Success, $"not the line of a tree: {line}");
            Add(ToReal(entry.Groups["path"].Value), entry);
            if (entry.Groups["year"] is { Success: true } year)
            {
                File.SetLastWriteTimeUtc(
                    $"{_tree[ToReal(entry.Groups["path"].Value)]}",
                    new DateTime(int.Parse(year.Value, CultureInfo.InvariantCulture), 1, 1, 0, 0, 0, DateTimeKind.Utc));
            }
        }
    }

    /// <summary>Returns the lines of what is there now; a file that was not added is shown as <c>new</c>.</summary>
    internal string Look()
    {
        Dictionary<string, string> inodes = [];
        List<string> lines = [];
        string found = Tool.Run(
            "find", _tree.Folder, "-mindepth", "2", "-printf", "%P\\t%y\\t%i\\t%l\\n").MustSucceed().OutputText;
        foreach (string[] entry in found.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Order(StringComparer.Ordinal).Select(static line => line.Split('\t')))
        {
            string path = FromReal(entry[0]);
            string text = entry[1] switch
            {
                "l" => $"{path} -> {entry[3]}",
                "d" => IsEmpty(entry[0]) ? $"{path}/" : "",
                _ when inodes.TryGetValue(entry[2], out string? first) => $"{path} = {first}",
                _ => $"{path} {WordOf(File.ReadAllBytes($"{_tree.Folder}/{entry[0]}"))}",
            };
            inodes.TryAdd(entry[2], path);
            lines.Add(text);
        }

        return Normal(string.Join('\n', lines));
    }

    /// <summary>Returns lines sorted, without times and empty lines, to compare two descriptions.</summary>
    internal static string Normal(string lines) => string.Join(
        '\n',
        Lines(lines).Select(static line => Year().Replace(line, "")).Order(StringComparer.Ordinal));

    /// <summary>Returns how to start a shell with the command line of an example.</summary>
    internal ProcessStart Shell(string line, bool asks, IReadOnlyDictionary<string, string?> more)
    {
        string real = SystemPath().Replace(line, match => _tree.Folder + match.Value);
        ProcessStart start = DoppelProgram.Start();
        var environment = new Dictionary<string, string?>(start.Environment);
        more.ToList().ForEach(one => environment[one.Key] = one.Value);
        var home = new Dictionary<string, string?>
        {
            ["HOME"] = $"{_tree["home"]}",
            ["XDG_CACHE_HOME"] = $"{_state["cache"]}",
            ["XDG_CONFIG_HOME"] = $"{_state["config"]}",
            ["XDG_STATE_HOME"] = $"{_state["state"]}",
            ["XDG_DATA_HOME"] = $"{_state["data"]}",
            ["DOPPEL"] = DoppelProgram.Path,
            ["SHELL"] = "/bin/bash",
        };
        home.ToList().ForEach(one => environment[one.Key] = one.Value);
        _state.AddFile("line", $"doppel() {{ \"$DOPPEL\" \"$@\"; }}\n{real}\n");
        ByteName[] arguments = asks
            ? ["-qec", $"bash '{_state["line"]}'", "/dev/null"]
            : ["-c", $". '{_state["line"]}' 2>&1"];
        ProcessStart shell = start with
        {
            Program = asks ? "script" : "bash",
            Arguments = arguments,
            Folder = _tree["work"],
            Environment = environment,
            Input = asks ? Encoding.ASCII.GetBytes("y\n") : default,
            TimeLimit = TimeSpan.FromMinutes(30),
        };
        return shell;
    }

    /// <summary>Forgets the line of the last shell.</summary>
    internal void EndShell() => _state.Remove("line");

    private void Add(ByteName path, Match entry)
    {
        if (entry.Groups["link"] is { Success: true } link)
        {
            _tree.AddHardLink(path, ToReal(link.Value));
            return;
        }

        if (entry.Groups["target"] is { Success: true } target)
        {
            _tree.AddSymbolicLink(path, target.Value);
            return;
        }

        if (entry.Groups["folder"].Success)
        {
            _tree.AddFolder(path);
            return;
        }

        string word = entry.Groups["word"].Value;
        byte[] content = ContentOf(entry);
        _words[Convert.ToHexString(content)] = word;
        _tree.AddFile(path, content);
    }

    private static byte[] ContentOf(Match entry)
    {
        if (entry.Groups["text"] is { Success: true } text)
        {
            return Encoding.UTF8.GetBytes(text.Value);
        }

        return entry.Groups["bytes"] is { Success: true } bytes
            ? new byte[int.Parse(bytes.Value, CultureInfo.InvariantCulture)]
            : WaveFile.Make(
                int.Parse(entry.Groups["sound"].Value, CultureInfo.InvariantCulture), entry.Groups["title"].Value,
                entry.Groups["artist"].Value);
    }

    private string WordOf(byte[] content) => _words.GetValueOrDefault(Convert.ToHexString(content), "new");

    private bool IsEmpty(string folder) => !Directory.EnumerateFileSystemEntries($"{_tree.Folder}/{folder}").Any();

    private static string ToReal(string path) => path switch
    {
        ['~', ..] => "home" + path[1..],
        ['.', '/', ..] => "work" + path[1..],
        _ => path[1..],
    };

    private static string FromReal(string path) => path switch
    {
        ['h', 'o', 'm', 'e', ..] => "~" + path[4..],
        ['w', 'o', 'r', 'k', ..] => "." + path[4..],
        _ => "/" + path,
    };

    private static string[] Lines(string text) =>
        text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    [GeneratedRegex(
        """
        ^(?<path>\S+?)
        (?:(?<folder>/)
        |\ (?<word>"(?<text>[^"]*)"
            |fill\ (?<bytes>\d+)
            |wave\ (?<sound>\d+)\ "(?<title>[^"]*)"(?:\ "(?<artist>[^"]*)")?)
        |\ =\ (?<link>\S+)
        |\ ->\ (?<target>\S+))
        (?:\ @(?<year>\d{4}))?$
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Entry();

    [GeneratedRegex(@" @\d{4}$")]
    private static partial Regex Year();

    [GeneratedRegex(@"(?<=^|[ =])/(?:mnt|srv)\b")]
    private static partial Regex SystemPath();
}
