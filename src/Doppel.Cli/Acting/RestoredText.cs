namespace Doppel.Cli;

/// <summary>Says what an undo restores.</summary>
internal static class RestoredText
{
    /// <summary>Returns the counts that are not zero, such as <c>55 files and 2 folders</c>.</summary>
    /// <param name="files">The number of files.</param>
    /// <param name="noun">What to call a file.</param>
    /// <param name="folders">The number of folders.</param>
    /// <param name="links">The number of symbolic links.</param>
    internal static string Of(long files, string noun, long folders, long links)
    {
        List<string> parts = [];
        if (files > 0 || folders + links == 0)
        {
            parts.Add(Count.Of(files, noun));
        }

        if (folders > 0)
        {
            parts.Add(Count.Of(folders, "folder"));
        }

        if (links > 0)
        {
            parts.Add(Count.Of(links, "symbolic link"));
        }

        return parts.Count < 3 ? string.Join(" and ", parts) : $"{parts[0]}, {parts[1]} and {parts[2]}";
    }
}
