using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Doppel.EndToEnd;

/// <summary>
/// The whole life of a cleanup, on a real terminal: find, question, trash, journal, undo. docs/walkthrough.md shows it
/// as it really looks.
/// </summary>
public sealed partial class TranscriptTests
{
    private const int Pictures = 3000;

    [Theory]
    [InlineData(80)]
    [InlineData(40)]
    public void The_walkthrough_in_the_documentation_is_what_people_see(int columns)
    {
        using var tree = new TempTree();
        Fill(tree);
        string[] before = Look(tree);
        var session = new StringBuilder();
        Type("doppel find --summary --reference Backup Pictures", "");
        Type("doppel trash --reference Backup Pictures", "y");
        Assert.Equal(Pictures, Look(tree).Length);
        Type("doppel journal", "");
        Type("doppel undo", "y");
        Assert.Equal(before, Look(tree));
        Type("doppel journal", "");
        Assert.All(
            session.ToString().Split('\n').Where(static line => !line.StartsWith('$')),
            line => Assert.InRange(line.Length, 0, columns));
        DocumentedBlock.Check("walkthrough.md", $"{columns} columns, kept by a test", Normal(session.ToString()));

        void Type(string command, string answer) => session.Append(
            CultureInfo.InvariantCulture, $"$ {command}\n{Screen(Run(tree, columns, command, answer), columns)}\n");
    }

    // What the pictures are like: 2,900 are in the backup too, 50 of them twice in Pictures, and 100 are new.
    private static void Fill(TempTree tree)
    {
        for (int i = 0; i < Pictures; i++)
        {
            string content = Content(i);
            string name = $"{2020 + (i % 5)}/IMG_{i:D4}.jpg";
            tree.AddFile($"Pictures/{name}", content);
            if (i < Pictures - 100)
            {
                tree.AddFile($"Backup/{name}", content);
            }
        }

        for (int i = 0; i < 50; i++)
        {
            tree.AddFile($"Pictures/phone/IMG_{i:D4} (1).jpg", Content(i));
        }
    }

    // Two blocks on any file system.
    private static string Content(int picture) =>
        picture.ToString(CultureInfo.InvariantCulture).PadRight(8192, 'p');

    private static ProcessEnd Run(TempTree tree, int columns, string command, string answer)
    {
        string width = columns.ToString(CultureInfo.InvariantCulture);
        string line = $"stty cols {width} rows 24; "
            + command.Replace("doppel ", $"'{DoppelProgram.Path}' ", StringComparison.Ordinal);
        ProcessStart start = DoppelProgram.Start();
        start = start with
        {
            Folder = tree.Folder,
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["HOME"] = tree.Folder,
                ["XDG_STATE_HOME"] = $"{tree["state"]}",
                ["XDG_DATA_HOME"] = $"{tree["data"]}",
                ["TERM"] = "xterm",
                ["NO_COLOR"] = "1",
                ["TZ"] = "UTC",
            },
        };
        string typed = answer.Length == 0 ? "" : answer + "\\n";
        return TypedTerminal.Run(start, line, $"{tree["shown"]}", typed).MustSucceed();
    }

    // What a terminal shows in the end: progress lines are drawn over and erased.
    private static string Screen(ProcessEnd end, int columns)
    {
        var screen = new StringBuilder();
        var line = new StringBuilder();
        int at = 0;
        string text = Escape().Replace(end.OutputText, static found => found.Value.EndsWith('K') ? "\u0001" : "");
        foreach (char letter in text)
        {
            if (letter == '\n' || (at == columns && letter >= ' '))
            {
                screen.Append(line.ToString().TrimEnd()).Append('\n');
                line.Clear();
                at = 0;
            }

            switch (letter)
            {
                case '\n':
                    break;
                case '\r':
                    at = 0;
                    break;
                case '\u0001':
                    line.Length = Math.Min(line.Length, at);
                    break;
                default:
                    line.Length = Math.Max(line.Length, at + 1);
                    line[at++] = letter;
                    break;
            }
        }

        return screen.Append(line).ToString().TrimEnd('\n') + "\n";
    }

    // Times, run ids and the temporary folder differ from run to run, but not in their width.
    private static string Normal(string text)
    {
        text = RunId().Replace(text, static found => Like(found.Value, "20260102T030405006Z-1a2b3c"));
        return LocalTime().Replace(text, static found => Like(found.Value, "2026-01-02 03:04:05"));
    }

    // The terminal may have broken the text anywhere.
    private static string Like(string found, string sample)
    {
        int at = 0;
        return string.Concat(found.Select(letter => letter == '\n' ? letter : sample[at++]));
    }

    private static string[] Look(TempTree tree) =>
    [
        .. ((string[])["Pictures", "Backup"]).SelectMany(folder => Directory.EnumerateFiles(
            $"{tree[folder]}", "*", SearchOption.AllDirectories)).Order(StringComparer.Ordinal),
    ];

    [GeneratedRegex(@"\e\[[0-9;?]*[A-Za-z]")]
    private static partial Regex Escape();

    [GeneratedRegex(@"(\d\n?){8}T\n?(\d\n?){9}Z\n?-(\n?[0-9a-f]){6}")]
    private static partial Regex RunId();

    [GeneratedRegex(@"2\n?0\n?(\d\n?){2}-\n?(\d\n?){2}-\n?(\d\n?){2} \n?(\d\n?){2}:\n?(\d\n?){2}:\n?\d\n?\d")]
    private static partial Regex LocalTime();
}
