using System.Text;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Which entries take part in a search. All conditions must hold.</summary>
public sealed record EntryFilter
{
    private readonly byte[][] _endings = [];

    /// <summary>Every file of at least one byte.</summary>
    public static EntryFilter Default { get; } = new();

    /// <summary>Least size in bytes, inclusive. Default: 1, so that empty files stay out.</summary>
    public long SizeMin { get; init; } = 1;

    /// <summary>Greatest size in bytes, inclusive. Default: no limit.</summary>
    public long SizeMax { get; init; } = long.MaxValue;

    /// <summary>A file must match one of these, if there are any.</summary>
    public IReadOnlyList<Glob> Include { get; init; } = [];

    /// <summary>
    /// A file or folder that matches one of these stays out, with all below it. Stronger than <see
    /// cref="Include"/>.
    /// </summary>
    public IReadOnlyList<Glob> Exclude { get; init; } = [];

    /// <summary>
    /// File name endings without the dot, ASCII case ignored; empty for any. "tar.gz" is one. The file ".gz" has none.
    /// </summary>
    public IReadOnlyList<string> Extensions
    {
        get;
        init
        {
            field = value;
            _endings = [.. value.Select(extension => Encoding.UTF8.GetBytes("." + extension))];
        }
    } = [];

    /// <summary>Only files whose content changed after this. Default: any.</summary>
    public FileTime? NewerThan { get; init; }

    /// <summary>Only files whose content changed before this. Default: any.</summary>
    public FileTime? OlderThan { get; init; }

    /// <summary>
    /// Whether files and folders whose name starts with a dot take part. Default: true. A root always does.
    /// </summary>
    public bool Hidden { get; init; } = true;

    /// <summary>Levels below a root; 1 is what lies directly in it. Default: no limit.</summary>
    public int DepthMax { get; init; } = int.MaxValue;

    /// <summary>Whether a pattern looks at paths; otherwise the paths below may be passed empty.</summary>
    public bool NeedsPath => Include.Any(glob => glob.MatchesPath) || Exclude.Any(glob => glob.MatchesPath);

    /// <summary>Whether a folder below a root stays out, with all below it.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="pathBelowRoot">Its path below the root, components joined by '/'.</param>
    public bool ExcludesFolder(ReadOnlySpan<byte> name, ReadOnlySpan<byte> pathBelowRoot) =>
        IsHiddenOut(name) || AnyMatches(Exclude, name, pathBelowRoot, isFolder: true);

    /// <summary>Whether a file below a root takes part as far as its name and path tell.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="pathBelowRoot">Its path below the root, components joined by '/'.</param>
    public bool WantsFile(ReadOnlySpan<byte> name, ReadOnlySpan<byte> pathBelowRoot) =>
        !IsHiddenOut(name) && Passes(name, pathBelowRoot);

    /// <summary>
    /// Whether a file that is a root itself takes part: as any other, but hidden or not, for it was named.
    /// </summary>
    /// <param name="name">Its name without the folder.</param>
    public bool WantsRootFile(ReadOnlySpan<byte> name) => Passes(name, name);

    /// <summary>Throws where a value is out of its range.</summary>
    /// <exception cref="ArgumentException">A value is out of its range.</exception>
    public void Validate()
    {
        if (SizeMin < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(SizeMin), SizeMin, "SizeMin must be 0 or more.");
        }

        if (SizeMax < SizeMin)
        {
            throw new ArgumentOutOfRangeException(nameof(SizeMax), SizeMax, "SizeMax must not be below SizeMin.");
        }

        if (DepthMax < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(DepthMax), DepthMax, "DepthMax must be 0 or more.");
        }
    }

    private bool Passes(ReadOnlySpan<byte> name, ReadOnlySpan<byte> pathBelowRoot) =>
        (_endings.Length == 0 || HasEnding(name))
        && !AnyMatches(Exclude, name, pathBelowRoot, isFolder: false)
        && (Include.Count == 0 || AnyMatches(Include, name, pathBelowRoot, isFolder: false));

    private static bool AnyMatches(
        IReadOnlyList<Glob> globs, ReadOnlySpan<byte> name, ReadOnlySpan<byte> pathBelowRoot, bool isFolder)
    {
        // By index: this runs once per entry, and an enumerator of an interface would be allocated.
        for (int i = 0; i < globs.Count; i++)
        {
            if (globs[i].MatchesPathBelowRoot(globs[i].MatchesPath ? pathBelowRoot : name, isFolder))
            {
                return true;
            }
        }

        return false;
    }

    private bool IsHiddenOut(ReadOnlySpan<byte> name) => !Hidden && name.StartsWith("."u8);

    private bool HasEnding(ReadOnlySpan<byte> name)
    {
        foreach (byte[] ending in _endings)
        {
            if (name.Length > ending.Length && EqualsIgnoringAsciiCase(name[^ending.Length..], ending))
            {
                return true;
            }
        }

        return false;
    }

    private static bool EqualsIgnoringAsciiCase(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        for (int i = 0; i < left.Length; i++)
        {
            if (left[i] != right[i] && (!IsAsciiLetter(left[i]) || (left[i] ^ right[i]) != 0x20))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsAsciiLetter(byte value) => (uint)((value | 0x20) - 'a') <= 'z' - 'a';
}
