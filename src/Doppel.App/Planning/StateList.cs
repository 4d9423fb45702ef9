using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>Reads lists of folders that hold the state of programs.</summary>
internal static class StateList
{
    /// <summary>The list that is used unless another one is given.</summary>
    internal const string Default = """
        # Version control; the last line means bare git repositories
        .git/
        .hg/
        .svn/
        .bzr/
        .jj/
        _darcs/
        CVS/
        has: HEAD objects/ refs/

        # Caches
        .cache/
        .thumbnails/
        __pycache__/
        **/Library/Caches/
        has: CACHEDIR.TAG

        # Trash
        .Trash/
        .Trash-*/
        .Trashes/
        **/Trash/files/
        $RECYCLE.BIN/

        # State of applications: what is usual anywhere, and all hidden folders in a home
        .config/
        .local/
        .mozilla/
        .thunderbird/
        .var/
        .ssh/
        .gnupg/
        AppData/
        **/Library/Application Support/
        ~/.*/
        /home/*/.*/
        /root/.*/
        /Users/*/.*/
        """;

    private const string Mark = "has: ";

    /// <summary>Returns the folders of a list.</summary>
    /// <param name="text">The list.</param>
    /// <param name="values">Parses patterns.</param>
    /// <param name="home">The home folder that '~' stands for; null if it is not known.</param>
    /// <exception cref="UsageException">A line is not valid.</exception>
    internal static StateFolders Parse(string text, ValueParser values, string? home)
    {
        var globs = new List<Glob>();
        var marks = new List<IReadOnlyList<ReportName>>();
        foreach (string line in text.Split('\n').Select(static line => line.Trim('\r', ' ')))
        {
            if (line.Length == 0 || line[0] == '#')
            {
                continue;
            }

            if (line.StartsWith(Mark, StringComparison.Ordinal))
            {
                string[] names = line[Mark.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
                marks.Add([.. names.Select(static name => new ReportName(ByteText.ToBytes(name)))]);
            }
            else if (!line.StartsWith("~/", StringComparison.Ordinal))
            {
                globs.Add(values.ParseGlob(line));
            }
            else if (home is { Length: > 1 } && home[0] == '/')
            {
                globs.Add(values.ParseGlob(home.TrimEnd('/') + line[1..]));
            }
        }

        return new StateFolders((below, absolute) => IsNamed(globs, below, absolute), marks);
    }

    /// <summary>Reads the list of a file.</summary>
    /// <exception cref="UsageException">The file cannot be read.</exception>
    internal static string Read(string file)
    {
        try
        {
            using Stream stream = InputFile.Open(file, "the list");
            using var reader = new StreamReader(stream, System.Text.Encoding.UTF8);
            return reader.ReadToEnd();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"cannot read {Quote.Text(file)}: {SystemText.Of(failure)}");
        }
    }

    /// <summary>Returns the notice about groups that were left alone.</summary>
    internal static IEnumerable<Notice> LeftOut(long groups) => groups == 0
        ? []
        :
        [
            new Notice(
                NoticeKind.State, $"{Count.Of(groups, "group")} left alone, with copies in version control, caches or "
                    + "app state; --include-state includes them"),
        ];

    private static bool IsNamed(List<Glob> globs, ReadOnlySpan<byte> below, ReadOnlySpan<byte> absolute)
    {
        foreach (Glob glob in globs)
        {
            if (glob.Matches(below, absolute, isFolder: true))
            {
                return true;
            }
        }

        return false;
    }
}
