using System.Text;

namespace Doppel.Volumes.Mounts;

/// <summary>/proc, /sys and /dev, or a recorded copy of them below another folder.</summary>
/// <remarks>What cannot be read is null: facts about devices are never worth a failure.</remarks>
internal sealed class SystemTree(string root)
{
    /// <summary>A file's text without the line's end; UTF-8.</summary>
    public string? Text(string path) => Text(path, Encoding.UTF8)?.TrimEnd('\n');

    /// <summary>A file's text in another encoding.</summary>
    public string? Text(string path, Encoding encoding)
    {
        try
        {
            return File.ReadAllText(root + path, encoding);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Whether a file is there.</summary>
    public bool Has(string path) => File.Exists(root + path);

    /// <summary>Where a link leads to, one step; null where there is no link.</summary>
    public string? Target(string path)
    {
        try
        {
            return new FileInfo(root + path).LinkTarget is { } target
                ? Path.GetFullPath(target, Path.GetDirectoryName(path)!)
                : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The paths in a folder.</summary>
    public IReadOnlyList<string> Entries(string folder)
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries(root + folder)
                .Select(path => folder + "/" + Path.GetFileName(path)).Order(StringComparer.Ordinal)];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
