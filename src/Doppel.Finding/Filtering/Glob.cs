using System.Text;

namespace Doppel.Finding;

/// <summary>A pattern for names or paths, matched against UTF-8 bytes.</summary>
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
/// With a <see cref="GlobPlace"/>, a pattern with '/' matches the path below the root, the path below the working
/// directory or, if it begins with "**/", the absolute path. One that begins with '/', "s3://" or "catalog:" matches
/// the absolute path only, and one that begins with "./" or "../" the path from the working directory only.
/// </para>
/// <para>
/// A character is a code point. A byte that is not part of valid UTF-8 counts as one character and equals only itself.
/// </para>
/// <para>
/// Matching does not allocate and never backtracks. Its time is bounded by the length of the pattern with its
/// alternatives expanded, times the length of the path. Instances are thread-safe, and immutable except for
/// <see cref="HasMatched"/>.
/// </para>
/// </remarks>
public sealed class Glob
{
    /// <summary>The maximum length of a pattern in bytes.</summary>
    public const int PatternBytesMax = 4096;

    private readonly GlobSequence[] _alternatives;
    private readonly AbsoluteGlob[] _absolute = [];
    private readonly byte[] _pattern;
    private readonly GlobPlace? _place;
    private readonly MatchNote _note;

    private Glob(ReadOnlySpan<byte> pattern, GlobPlace? place, CaseMatching matching, MatchNote note)
    {
        (_pattern, _place, _note) = (pattern.ToArray(), place, note);
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

        if (place is null || !MatchesPath)
        {
            _alternatives = [.. GlobAlternatives.Expand(body).Select(one => GlobSequence.Parse(one, matching))];
            return;
        }

        List<byte[]> all = GlobAlternatives.Expand(pattern.TrimEnd((byte)'/'));
        _absolute = [.. all.Where(static one => one.Length > 0)
            .SelectMany(one => AbsoluteGlob.Of(one, place, matching))];
        _alternatives = [.. all.Where(static one => !AbsoluteGlob.IsOnlyAbsolute(one))
            .Select(one => GlobSequence.Parse(one, matching))];
    }

    /// <summary>Gets the pattern as given. Bytes that are not UTF-8 are shown as U+FFFD.</summary>
    public string Pattern { get; }

    /// <summary>Gets whether the pattern matches the whole path below the root rather than the name.</summary>
    public bool MatchesPath { get; }

    /// <summary>Gets whether the pattern ends with '/' and so matches folders only.</summary>
    public bool FoldersOnly { get; }

    /// <summary>Gets whether the pattern also looks at absolute paths.</summary>
    public bool MatchesAbsolutePath => _absolute.Length > 0;

    /// <summary>Gets whether anything has matched so far, also after <see cref="IgnoringCase"/>.</summary>
    public bool HasMatched => _note.HasMatched;

    /// <summary>Parses a pattern for names and paths below the root.</summary>
    /// <exception cref="FormatException">
    /// The pattern is unclosed, empty or too large; the message says which.
    /// </exception>
    public static Glob Parse(string pattern) => Parse(Encoding.UTF8.GetBytes(pattern));

    /// <summary>Parses a pattern given as bytes, for names that are not UTF-8.</summary>
    /// <param name="pattern">The pattern.</param>
    /// <param name="place">Where it was typed; null for a pattern for names and paths below the root only.</param>
    /// <exception cref="FormatException">
    /// The pattern is unclosed, empty or too large; the message says which.
    /// </exception>
    public static Glob Parse(ReadOnlySpan<byte> pattern, GlobPlace? place = null) =>
        new(pattern, place, CaseMatching.Exact, new MatchNote());

    /// <summary>Returns the same pattern, but with upper-case and lower-case letters matching each other.</summary>
    /// <remarks>
    /// Letters of all scripts are compared by the simple case mappings of Unicode, so that "ß" does not match "SS".
    /// </remarks>
    public Glob IgnoringCase() => new(_pattern, _place, CaseMatching.Ignored, _note);

    /// <summary>Returns whether a root, or something that might be in it, can match.</summary>
    /// <param name="root">The absolute path of the root, as shown in reports.</param>
    public bool MayMatchIn(ReadOnlySpan<byte> root)
    {
        bool may = _alternatives.Length > 0;
        for (int i = 0; !may && i < _absolute.Length; i++)
        {
            may = _absolute[i].MayMatchIn(root);
        }

        return may;
    }

    /// <summary>Returns whether an entry matches by its name or its path, whichever the pattern looks at.</summary>
    /// <param name="path">The path below the root, with components separated by '/' and none at either end.</param>
    /// <param name="isFolder">Whether the entry is a folder.</param>
    public bool MatchesPathBelowRoot(ReadOnlySpan<byte> path, bool isFolder)
    {
        if (FoldersOnly && !isFolder)
        {
            return false;
        }

        return MatchesAny(MatchesPath ? path : NameOf(path)) && _note.Add();
    }

    /// <summary>Returns whether an entry matches by its name or by one of its paths.</summary>
    /// <param name="pathBelowRoot">
    /// The path below the root, with components separated by '/' and none at either end; empty if it is not known.
    /// </param>
    /// <param name="absolutePath">The absolute path, as shown in reports.</param>
    /// <param name="isFolder">Whether the entry is a folder.</param>
    public bool Matches(ReadOnlySpan<byte> pathBelowRoot, ReadOnlySpan<byte> absolutePath, bool isFolder)
    {
        if (FoldersOnly && !isFolder)
        {
            return false;
        }

        ReadOnlySpan<byte> path = pathBelowRoot.IsEmpty ? absolutePath : pathBelowRoot;
        bool matches = MatchesPath
            ? (!pathBelowRoot.IsEmpty && MatchesAny(pathBelowRoot)) || MatchesAnyAbsolute(absolutePath)
            : MatchesAny(NameOf(path));
        return matches && _note.Add();
    }

    /// <inheritdoc/>
    public override string ToString() => Pattern;

    private static ReadOnlySpan<byte> WithoutEdges(ReadOnlySpan<byte> pattern)
    {
        ReadOnlySpan<byte> body = pattern.StartsWith("./"u8) ? pattern[2..] : pattern;
        return body.Trim((byte)'/');
    }

    private static ReadOnlySpan<byte> NameOf(ReadOnlySpan<byte> path) => path[(path.LastIndexOf((byte)'/') + 1)..];

    private bool MatchesAnyAbsolute(ReadOnlySpan<byte> path)
    {
        foreach (AbsoluteGlob alternative in _absolute)
        {
            if (alternative.Matches(path))
            {
                return true;
            }
        }

        return false;
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

    // Written once, so that threads do not contend for it.
    private sealed class MatchNote
    {
        private volatile bool _hasMatched;

        internal bool HasMatched => _hasMatched;

        internal bool Add() => _hasMatched || (_hasMatched = true);
    }
}
