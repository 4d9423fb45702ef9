using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>A name pattern and its effect.</summary>
/// <param name="Effect">What happens to a copy if any of its names matches.</param>
/// <param name="Text">The pattern as the user wrote it.</param>
/// <param name="Test">Tests whether a name matches.</param>
public sealed record KeepPattern(PatternEffect Effect, string Text, NameTest Test)
{
    /// <summary>Gets the absolute paths that match, including everything below them. Default: none.</summary>
    public IReadOnlyList<ReportName> Places { get; init; } = [];

    /// <summary>Returns whether the pattern matches a file or folder.</summary>
    /// <param name="name">The absolute path.</param>
    /// <param name="root">The root under which it was found, or an empty name if unknown.</param>
    internal bool Matches(ReportName name, ReportName root)
    {
        ReadOnlySpan<byte> path = name.Bytes;
        ReadOnlySpan<byte> above = root.Bytes.TrimEnd((byte)'/');
        bool isBelow =
            !root.Bytes.IsEmpty && path.Length > above.Length + 1 && PlanPaths.IsAtOrBelow(path, above);
        return Test(isBelow ? path[(above.Length + 1)..] : default, path) || IsInPlace(name);
    }

    /// <summary>Returns whether a path equals one of <see cref="Places"/> or is below one.</summary>
    internal bool IsInPlace(ReportName name)
    {
        foreach (ReportName place in Places)
        {
            if (PlanPaths.IsAtOrBelow(name.Bytes, place.Bytes))
            {
                return true;
            }
        }

        return false;
    }
}

/// <summary>Specifies what a pattern does to the copies that it matches.</summary>
public enum PatternEffect : byte
{
    /// <summary>All matching copies are kept.</summary>
    Keep,

    /// <summary>Matching copies are dropped as long as another copy can be kept.</summary>
    Drop,
}

/// <summary>Returns whether a name matches.</summary>
/// <param name="pathBelowRoot">The path relative to its root; empty if the root is not known.</param>
/// <param name="absolutePath">The absolute path.</param>
public delegate bool NameTest(ReadOnlySpan<byte> pathBelowRoot, ReadOnlySpan<byte> absolutePath);
