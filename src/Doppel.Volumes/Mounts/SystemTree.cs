using System.Text;

namespace Doppel.Volumes;

/// <summary>Reads /proc, /sys and /dev, or a recorded copy of them below another folder.</summary>
/// <remarks>Returns null for what cannot be read: facts about devices are never worth a failure.</remarks>
internal sealed class SystemTree(string root)
{
    /// <summary>Returns the text of a UTF-8 file without trailing line breaks.</summary>
    public string? Text(string path) => Text(path, Encoding.UTF8)?.TrimEnd('\n');

    /// <summary>Returns the text of a file in another encoding.</summary>
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

    /// <summary>Returns whether a file exists.</summary>
    public bool Has(string path) => File.Exists(root + path);

    /// <summary>Returns the immediate target of a symbolic link, or null if the path is not a link.</summary>
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

    /// <summary>Returns the paths of the entries in a folder.</summary>
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
