using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Shows paths to people: relative to the working directory or the home folder.</summary>
internal static class PathText
{
    /// <summary>
    /// Returns a path relative to the working directory, or with ~ for the home folder, with unsafe characters escaped.
    /// </summary>
    internal static string Show(CommandHost host, ReportName path)
    {
        ReadOnlySpan<byte> working = host.Paths.WorkingDirectoryOrRoot.Span;
        if (Below(path.Bytes, working) is { Length: > 0 } relative)
        {
            return Quote.Name(relative)[1..^1];
        }

        return ShowAbsolute(host, path);
    }

    /// <summary>
    /// Returns an absolute path, with ~ for the home folder, and with unsafe characters escaped.
    /// </summary>
    internal static string ShowAbsolute(CommandHost host, ReportName path)
    {
        byte[] home = ByteText.ToBytes(host.Environment("HOME") ?? "");
        if (Below(path.Bytes, home) is { } inHome)
        {
            return inHome.Length == 0 ? "~" : "~/" + Quote.Name(inHome)[1..^1];
        }

        return Quote.Name(path.Bytes)[1..^1];
    }

    /// <summary>
    /// Returns a text shortened or extended to a number of columns. The end is the most telling part of a path.
    /// </summary>
    internal static string Pad(string text, int columns)
    {
        string fit = ShortText.End(text, columns);
        return fit + new string(' ', Math.Max(0, columns - TextColumns.Of(fit)));
    }

    private static byte[]? Below(ReadOnlySpan<byte> path, ReadOnlySpan<byte> folder)
    {
        if (folder.Length <= 1 || !RootPaths.IsAtOrBelow(path, folder))
        {
            return null;
        }

        return path[Math.Min(path.Length, folder.Length + 1)..].ToArray();
    }
}
