using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>A pattern for names, and what it does.</summary>
/// <param name="Effect">What becomes of a copy of which any name matches.</param>
/// <param name="Text">The pattern as people wrote it.</param>
/// <param name="Test">
/// Whether a name matches; asked for the path below the root that holds it, where that is known, and for the absolute
/// path.
/// </param>
public sealed record KeepPattern(PatternEffect Effect, string Text, NameTest Test)
{
    /// <summary>Absolute paths. Each matches itself and everything below it. Default: none.</summary>
    public IReadOnlyList<ReportName> Places { get; init; } = [];

    /// <summary>Returns whether the pattern matches a file or folder.</summary>
    /// <param name="name">Its absolute path.</param>
    /// <param name="root">The root it was found below, or an empty name if that is not known.</param>
    internal bool Matches(ReportName name, ReportName root)
    {
        ReadOnlySpan<byte> path = name.Bytes;
        ReadOnlySpan<byte> above = root.Bytes.TrimEnd((byte)'/');
        return (!above.IsEmpty && path.Length > above.Length + 1 && IsAtOrBelow(path, above)
                && Test(path[(above.Length + 1)..]))
            || Test(path.TrimStart((byte)'/'))
            || IsInPlace(name);
    }

    /// <summary>Returns whether a path is one of <see cref="Places"/> or lies below one.</summary>
    internal bool IsInPlace(ReportName name)
    {
        foreach (ReportName place in Places)
        {
            if (IsAtOrBelow(name.Bytes, place.Bytes.TrimEnd((byte)'/')))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsAtOrBelow(ReadOnlySpan<byte> path, ReadOnlySpan<byte> folder) =>
        path.StartsWith(folder) && (path.Length == folder.Length || path[folder.Length] == '/');
}
