using System.Text;

namespace Doppel.Finding;

/// <summary>A pattern for names or paths below a root, matched on UTF-8 bytes.</summary>
/// <remarks>
/// <para>
/// <c>*</c> stands for any run without '/', <c>**</c> as a whole component for any number of components (at the end of
/// a pattern for at least one), <c>?</c> for one character other than '/', <c>[a-z]</c> and <c>[!a-z]</c> for one of a
/// set, <c>{a,b}</c> for alternatives, as if each had been given alone, <c>\</c> takes the next character as it is. A
/// pattern without '/' matches the name alone, one with '/' the whole path below the root; a '/' or './' at its start
/// is ignored, one at its end makes it match folders only. Case counts.
/// </para>
/// <para>
/// A character is a code point; a byte that is no part of valid UTF-8 counts as one character and equals only itself.
/// </para>
/// <para>
/// Matching allocates nothing and never backtracks: its time is bounded by the length of the pattern, its alternatives
/// written out, times the length of the path. Instances do not change and may be used by many threads.
/// </para>
/// </remarks>
public sealed class Glob
{
    /// <summary>Longest pattern in bytes.</summary>
    public const int PatternBytesMax = 4096;

    private readonly GlobSequence[] _alternatives;

    private Glob(ReadOnlySpan<byte> pattern)
    {
        Pattern = Encoding.UTF8.GetString(pattern);
        if (pattern.Length > PatternBytesMax)
        {
            throw new FormatException($"the pattern is longer than {PatternBytesMax} bytes");
        }

        MatchesPath = pattern.TrimEnd((byte)'/').Contains((byte)'/');
        FoldersOnly = pattern.EndsWith("/"u8);
        ReadOnlySpan<byte> body = WithoutEdges(pattern);
        if (body.IsEmpty)
        {
            throw new FormatException("the pattern is empty");
        }

        _alternatives = [.. GlobAlternatives.Expand(body).Select(GlobSequence.Parse)];
    }

    /// <summary>The pattern as it was given; bytes that are not UTF-8 are shown as U+FFFD.</summary>
    public string Pattern { get; }

    /// <summary>Whether the pattern looks at the whole path below the root rather than the name.</summary>
    public bool MatchesPath { get; }

    /// <summary>Whether the pattern ends with '/', so that it speaks of folders only.</summary>
    public bool FoldersOnly { get; }

    /// <summary>Reads a pattern.</summary>
    /// <exception cref="FormatException">
    /// The pattern is not closed, empty or too large; the message tells which.
    /// </exception>
    public static Glob Parse(string pattern) => new(Encoding.UTF8.GetBytes(pattern));

    /// <summary>Reads a pattern given as bytes, for names that are not UTF-8.</summary>
    /// <exception cref="FormatException">
    /// The pattern is not closed, empty or too large; the message tells which.
    /// </exception>
    public static Glob Parse(ReadOnlySpan<byte> pattern) => new(pattern);

    /// <summary>Whether a name matches; never so for a pattern that <see cref="MatchesPath"/>.</summary>
    /// <param name="name">One component. <see cref="FoldersOnly"/> is the caller's to heed.</param>
    public bool MatchesName(ReadOnlySpan<byte> name) => !MatchesPath && MatchesAny(name);

    /// <summary>Whether an entry matches, whichever of name and path the pattern looks at.</summary>
    /// <param name="path">The path below the root, components joined by '/', none at either end.</param>
    /// <param name="isFolder">Whether the entry is a folder.</param>
    public bool MatchesPathBelowRoot(ReadOnlySpan<byte> path, bool isFolder)
    {
        if (FoldersOnly && !isFolder)
        {
            return false;
        }

        return MatchesAny(MatchesPath ? path : path[(path.LastIndexOf((byte)'/') + 1)..]);
    }

    /// <inheritdoc/>
    public override string ToString() => Pattern;

    private static ReadOnlySpan<byte> WithoutEdges(ReadOnlySpan<byte> pattern)
    {
        ReadOnlySpan<byte> body = pattern.StartsWith("./"u8) ? pattern[2..] : pattern;
        return body.Trim((byte)'/');
    }

    private bool MatchesAny(ReadOnlySpan<byte> text)
    {
        foreach (GlobSequence alternative in _alternatives)
        {
            if (alternative.Matches(text))
            {
                return true;
            }
        }

        return false;
    }
}
