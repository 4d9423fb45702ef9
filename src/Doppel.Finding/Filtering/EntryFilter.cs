using System.Text;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Selects the entries that a search considers. An entry must satisfy every condition.</summary>
public sealed record EntryFilter
{
    private readonly byte[][] _endings = [];

    /// <summary>Gets the default filter, which selects every file of at least one byte.</summary>
    public static EntryFilter Default { get; } = new();

    /// <summary>Gets the minimum size in bytes, inclusive. Default: 1, which excludes empty files.</summary>
    public long SizeMin { get; init; } = 1;

    /// <summary>Gets the maximum size in bytes, inclusive. Default: no limit.</summary>
    public long SizeMax { get; init; } = long.MaxValue;

    /// <summary>Gets the patterns to include. If there are any, a file must match at least one of them.</summary>
    public IReadOnlyList<Glob> Include { get; init; } = [];

    /// <summary>
    /// Gets the patterns to exclude. A matching file is skipped, and so is a matching folder with everything below it.
    /// Takes precedence over <see cref="Include"/>.
    /// </summary>
    public IReadOnlyList<Glob> Exclude { get; init; } = [];

    /// <summary>
    /// Gets the file name extensions to include, without the dot and ignoring ASCII case; empty for any. "tar.gz" is a
    /// valid extension. The file ".gz" has no extension.
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

    /// <summary>Gets the time after which a file's content must have changed. Default: any time.</summary>
    public FileTime? NewerThan { get; init; }

    /// <summary>Gets the time before which a file's content must have changed. Default: any time.</summary>
    public FileTime? OlderThan { get; init; }

    /// <summary>
    /// Gets whether files and folders whose name starts with a dot are included. Roots are always included. Default:
    /// true.
    /// </summary>
    public bool Hidden { get; init; } = true;

    /// <summary>
    /// Gets the maximum number of levels below a root; entries directly in the root are at level 1. Default: no limit.
    /// </summary>
    public int DepthMax { get; init; } = int.MaxValue;

    /// <summary>
    /// Gets whether any pattern matches against paths. If not, callers may pass empty paths to the methods below.
    /// </summary>
    public bool NeedsPath => Include.Any(glob => glob.MatchesPath) || Exclude.Any(glob => glob.MatchesPath);

    /// <summary>Gets whether any pattern matches against absolute paths. If not, callers may omit them.</summary>
    public bool NeedsAbsolutePath =>
        Include.Any(glob => glob.MatchesAbsolutePath) || Exclude.Any(glob => glob.MatchesAbsolutePath);

    /// <summary>Gets whether names or depths decide about any file or folder below a root.</summary>
    internal bool DependsOnNames =>
        Include.Count > 0 || Exclude.Count > 0 || _endings.Length > 0 || !Hidden || DepthMax < int.MaxValue;

    /// <summary>Returns whether a folder below a root is excluded, with everything below it.</summary>
    /// <param name="name">The folder's name.</param>
    /// <param name="pathBelowRoot">The folder's path below the root, with components separated by '/'.</param>
    /// <param name="absolutePath">The folder's absolute path, as shown in reports.</param>
    public bool ExcludesFolder(
        ReadOnlySpan<byte> name, ReadOnlySpan<byte> pathBelowRoot, ReadOnlySpan<byte> absolutePath = default) =>
        IsHiddenOut(name) || AnyMatches(Exclude, name, pathBelowRoot, absolutePath, isFolder: true);

    /// <summary>Returns whether a file below a root is included, judging by its name and path only.</summary>
    /// <param name="name">The file's name.</param>
    /// <param name="pathBelowRoot">The file's path below the root, with components separated by '/'.</param>
    /// <param name="absolutePath">The file's absolute path, as shown in reports.</param>
    public bool WantsFile(
        ReadOnlySpan<byte> name, ReadOnlySpan<byte> pathBelowRoot, ReadOnlySpan<byte> absolutePath = default) =>
        !IsHiddenOut(name) && Passes(name, pathBelowRoot, absolutePath);

    /// <summary>
    /// Returns whether a file that is itself a root is included. The same rules apply as to other files, except that a
    /// hidden file is included, because the user named it.
    /// </summary>
    /// <param name="name">The file's name without its folder.</param>
    /// <param name="absolutePath">The file's absolute path, as shown in reports.</param>
    public bool WantsRootFile(ReadOnlySpan<byte> name, ReadOnlySpan<byte> absolutePath = default) =>
        Passes(name, name, absolutePath);

    /// <summary>Returns whether a file is included, judging by the time of its last change only.</summary>
    /// <param name="modified">The time.</param>
    internal bool HasWantedTime(FileTime modified) =>
        (NewerThan is not { } newer || modified > newer) && (OlderThan is not { } older || modified < older);

    /// <summary>Checks that every value is in range.</summary>
    /// <exception cref="ArgumentException">A value is out of range.</exception>
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

    private bool Passes(
        ReadOnlySpan<byte> name, ReadOnlySpan<byte> pathBelowRoot, ReadOnlySpan<byte> absolutePath) =>
        (_endings.Length == 0 || HasEnding(name))
        && !AnyMatches(Exclude, name, pathBelowRoot, absolutePath, isFolder: false)
        && (Include.Count == 0 || AnyMatches(Include, name, pathBelowRoot, absolutePath, isFolder: false));

    private static bool AnyMatches(
        IReadOnlyList<Glob> globs, ReadOnlySpan<byte> name, ReadOnlySpan<byte> pathBelowRoot,
        ReadOnlySpan<byte> absolutePath, bool isFolder)
    {
        // Indexed on purpose: this runs once per entry, and enumerating an interface would allocate.
        for (int i = 0; i < globs.Count; i++)
        {
            if (globs[i].Matches(globs[i].MatchesPath ? pathBelowRoot : name, absolutePath, isFolder))
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
