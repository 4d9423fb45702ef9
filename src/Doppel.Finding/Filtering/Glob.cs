using System.Text;

namespace Doppel.Finding;

/// <summary>A pattern for names or for paths below a root, matched against UTF-8 bytes.</summary>
/// <remarks>
/// <para>
/// <c>*</c> matches any run of characters without '/'. <c>**</c> as a whole component matches any number of components
/// (at least one at the end of a pattern). <c>?</c> matches one character other than '/', <c>[a-z]</c> one in a set and
/// <c>[!a-z]</c> one outside it. <c>{a,b}</c> lists alternatives, as if each had been given separately. <c>\</c> makes
/// the next character literal. A pattern without '/' matches the name alone; one with '/' matches the whole path below
/// the root. A leading '/' or './' is ignored; a trailing '/' restricts the pattern to folders. Case
/// matters, except after <see cref="IgnoringCase"/>.
/// </para>
/// <para>
/// A character is a code point. A byte that is not part of valid UTF-8 counts as one character and equals only itself.
/// </para>
/// <para>
/// Matching does not allocate and never backtracks. Its time is bounded by the length of the pattern with its
/// alternatives expanded, times the length of the path. Instances are immutable and thread-safe.
/// </para>
/// </remarks>
public sealed class Glob
{
    /// <summary>The maximum length of a pattern in bytes.</summary>
    public const int PatternBytesMax = 4096;

    private readonly GlobSequence[] _alternatives;
    private readonly byte[] _pattern;

    private Glob(ReadOnlySpan<byte> pattern, CaseMatching matching = CaseMatching.Exact)
    {
        _pattern = pattern.ToArray();
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

        _alternatives = [.. GlobAlternatives.Expand(body).Select(one => GlobSequence.Parse(one, matching))];
    }

    /// <summary>Gets the pattern as given. Bytes that are not UTF-8 are shown as U+FFFD.</summary>
    public string Pattern { get; }

    /// <summary>Gets whether the pattern matches the whole path below the root rather than the name.</summary>
    public bool MatchesPath { get; }

    /// <summary>Gets whether the pattern ends with '/' and so matches folders only.</summary>
    public bool FoldersOnly { get; }

    /// <summary>Parses a pattern.</summary>
    /// <exception cref="FormatException">
    /// The pattern is unclosed, empty or too large; the message says which.
    /// </exception>
    public static Glob Parse(string pattern) => new(Encoding.UTF8.GetBytes(pattern));

    /// <summary>Parses a pattern given as bytes, for names that are not UTF-8.</summary>
    /// <exception cref="FormatException">
    /// The pattern is unclosed, empty or too large; the message says which.
    /// </exception>
    public static Glob Parse(ReadOnlySpan<byte> pattern) => new(pattern);

    /// <summary>Returns the same pattern, but with upper-case and lower-case letters matching each other.</summary>
    /// <remarks>
    /// Letters of all scripts are compared by the simple case mappings of Unicode, so that "ß" does not match "SS".
    /// </remarks>
    public Glob IgnoringCase() => new(_pattern, CaseMatching.Ignored);

    /// <summary>Returns whether a name matches; always false if <see cref="MatchesPath"/> is set.</summary>
    /// <param name="name">A single path component. The caller must check <see cref="FoldersOnly"/>.</param>
    public bool MatchesName(ReadOnlySpan<byte> name) => !MatchesPath && MatchesAny(name);

    /// <summary>Returns whether an entry matches by its name or its path, whichever the pattern looks at.</summary>
    /// <param name="path">The path below the root, with components separated by '/' and none at either end.</param>
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
