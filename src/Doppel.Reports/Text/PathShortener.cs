using System.Buffers;

namespace Doppel.Reports;

/// <summary>
/// Shortens a path to a number of columns. Folders that all names of a group have in common go first, then folders from
/// the middle, and the file name last.
/// </summary>
/// <param name="path">The path as it is shown.</param>
/// <param name="columns">The number of columns.</param>
internal sealed class PathShortener(string path, int columns)
{
    private static readonly char[] s_separators = Path.DirectorySeparatorChar == '\\' ? ['/', '\\'] : ['/'];

    private readonly string[] _components = path.Split(s_separators);
    private readonly HashSet<int> _dropped = [];

    /// <summary>Gets the bytes that separate folders.</summary>
    public static SearchValues<byte> Separators { get; } =
        SearchValues.Create([.. s_separators.Select(static separator => (byte)separator)]);

    private int File => _components.Length - 1;

    /// <summary>Returns the shortened path.</summary>
    /// <param name="foldersAfterStart">
    /// The number of folders behind the start in which all names of the group agree.
    /// </param>
    /// <param name="equalAtEnd">The number of components at the end in which they agree.</param>
    /// <param name="file">
    /// The file name: what is the same at its start, what differs, and what is the same at its end.
    /// </param>
    public string Shorten(int foldersAfterStart, int equalAtEnd, (string Start, string Differing, string End) file)
    {
        int differing = Math.Max(0, File - foldersAfterStart);

        // Of names that differ only in folders, one of these stays.
        int kept = equalAtEnd > 0 && differing < File ? differing : -1;
        string shortened = path;
        foreach (int folder in InOrder(differing, Math.Max(differing, _components.Length - equalAtEnd)))
        {
            if (folder != kept && TextColumns.Of(shortened) > columns)
            {
                shortened = Drop(folder, shortened);
            }
        }

        if (TextColumns.Of(shortened) <= columns)
        {
            return shortened;
        }

        int least = Math.Min(TextColumns.Of(_components[File]), columns / 2);
        int left = columns - TextColumns.Of(Joined(""));
        if (kept >= 0 && left < least)
        {
            string folder = _components[kept];
            _components[kept] = ShortText.Ends(folder, Math.Max(3, TextColumns.Of(folder) - (least - left)));
            left = columns - TextColumns.Of(Joined(""));
        }

        return Joined(ShortFile(file, left));
    }

    // An ellipsis is not shorter than a folder of one letter.
    private string Drop(int folder, string before)
    {
        _dropped.Add(folder);
        string after = Joined(_components[File]);
        if (TextColumns.Of(after) < TextColumns.Of(before))
        {
            return after;
        }

        _dropped.Remove(folder);
        return before;
    }

    private IEnumerable<int> InOrder(int differing, int equal)
    {
        // The first folder says most, so it goes last.
        for (int folder = differing - 1; folder > 0; folder--)
        {
            yield return folder;
        }

        for (int folder = Math.Min(equal, File); folder < File; folder++)
        {
            yield return folder;
        }

        int end = Math.Min(equal, File);
        int middle = (differing + end) / 2;
        foreach (int folder in Enumerable.Range(differing, Math.Max(0, end - differing))
            .OrderBy(folder => Math.Abs(folder - middle)))
        {
            yield return folder;
        }

        if (File > 0)
        {
            yield return 0;
        }
    }

    private string Joined(string file)
    {
        var parts = new List<string>();
        for (int i = 0; i < File; i++)
        {
            if (!_dropped.Contains(i))
            {
                parts.Add(_components[i]);
            }
            else if (i == 0 || !_dropped.Contains(i - 1))
            {
                parts.Add(ShortText.Ellipsis);
            }
        }

        return string.Join(Path.DirectorySeparatorChar, [.. parts, file]);
    }

    private static string ShortFile((string Start, string Differing, string End) file, int columns)
    {
        (string start, string differing, string end) = file;
        int room = columns - TextColumns.Of(differing);
        if (room < 4 || differing.Length == 0)
        {
            return ShortText.Ends(start + differing + end, columns);
        }

        int endColumns = Math.Min(TextColumns.Of(end), Math.Max(room / 2, room - TextColumns.Of(start)));
        return ShortText.Begin(start, room - endColumns) + differing + ShortText.End(end, endColumns);
    }
}
