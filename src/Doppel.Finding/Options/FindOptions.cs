using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Options that say what to search and how.</summary>
public sealed record FindOptions
{
    /// <summary>
    /// Gets the folders and files to search; at least one. Their order decides which name of a group comes first. Those
    /// on saved volumes (<see cref="SavedVolume"/>) come before all others that are not references. Their copies stay
    /// like those of references, and groups of nothing else are reported only if all roots but references are on saved
    /// volumes.
    /// </summary>
    public required IReadOnlyList<FindRoot> Roots { get; init; }

    /// <summary>Gets the filter that selects files. Default: every file of at least one byte.</summary>
    public EntryFilter Filter { get; init; } = EntryFilter.Default;

    /// <summary>Gets whether symbolic links below the roots are followed. Default: never.</summary>
    public LinkFollowing Links { get; init; }

    /// <summary>
    /// Gets whether to skip folders that are on a different file system than their root. Default: false.
    /// </summary>
    public bool OneFileSystem { get; init; }

    /// <summary>Gets whether to also report files that have no duplicate. Default: false.</summary>
    public bool Uniques { get; init; }

    /// <summary>Gets whether to report only groups with names in at least two roots. Default: false.</summary>
    public bool Isolate { get; init; }

    /// <summary>
    /// Gets how many of the first roots are references. If there are any, only groups with a copy below a reference and
    /// a copy with no name below one are reported, and unique files are those outside the references. Default: 0.
    /// </summary>
    public int References { get; init; }

    /// <summary>
    /// Gets whether to also find duplicate folders, and what makes two folders equal. Files in a folder that another
    /// folder represents are then left out of the groups. Default: off.
    /// </summary>
    public FolderMatching Folders { get; init; }

    /// <summary>
    /// Gets the policy for also finding files with identical audio or image data, whatever their tags. Cannot be
    /// combined with folders. Default: null, which turns media matching off.
    /// </summary>
    public MediaPolicy? Media { get; init; }

    /// <summary>
    /// Gets the function that returns the id of the run that left a temporary file of Doppel behind, given the 6 digits
    /// in the file's name, or null if no run is known. Default: no run is ever known.
    /// </summary>
    public Func<string, string?> RunOfLeftover { get; init; } = static _ => null;

    /// <summary>Gets how strong the proof of equality must be. Default: standard.</summary>
    public ProofDemand Proof { get; init; }

    /// <summary>
    /// Gets the hash function from which on equal digests in lists and buckets prove that contents are equal. Files
    /// whose equal digests are easier to forge are in no group, and counted (<see cref="FindResult.Unproven"/>). The
    /// XXH3-128 digests that a search itself compares always count. Default: MetroHash128, which means all digests of
    /// at least 128 bits.
    /// </summary>
    public DigestAlgorithm Trust { get; init; } = DigestAlgorithm.Metro128;

    /// <summary>
    /// Gets the catalog of what earlier searches read. Files that are unchanged since then are not read again, and what
    /// this search reads is added. Not used if every group must be compared byte by byte. The caller disposes it.
    /// Default: null, which means that every file is read.
    /// </summary>
    public ContentCatalog? Catalog { get; init; }

    /// <summary>
    /// Gets whether to read files even if the catalog knows them, and to renew what it knows. Default: false.
    /// </summary>
    public bool Reread { get; init; }

    /// <summary>
    /// Gets whether every group must have a digest. It is computed where the search itself did not need one. Default:
    /// false.
    /// </summary>
    public bool Digests { get; init; }

    /// <summary>
    /// Gets whether to report the owner, mode, times and allocated bytes of each copy. Default: false.
    /// </summary>
    public bool CopyFacts { get; init; }

    /// <summary>Gets how folders are listed. Default: parallel.</summary>
    public ScanMode Scan { get; init; }

    /// <summary>
    /// Gets the number of threads that list and read, 1 to 256, on every device that no rule names. Default: 0, which
    /// means one per core, and more on devices whose throughput grows with more.
    /// </summary>
    public int Threads { get; init; }

    /// <summary>
    /// Gets the user's rules for devices, which override everything known or measured. If two rules match a device, the
    /// later one applies. Default: none.
    /// </summary>
    public IReadOnlyList<DeviceRule> DeviceRules { get; init; } = [];

    /// <summary>
    /// Gets earlier measurements of devices. A search starts with these widths once it has to wait for a device. The
    /// user's rules override them. Default: none.
    /// </summary>
    public IReadOnlyList<DeviceTuning> Tunings { get; init; } = [];

    /// <summary>
    /// Gets the kinds of links to list. If any is set, the walk collects links and nothing else. Default: none, which
    /// collects all files.
    /// </summary>
    internal LinkKinds LinkKinds { get; init; }

    /// <summary>
    /// Gets whether files on disks that a search compares with saved digests are read before saved volumes are listed,
    /// so that few of their files have to be listed. It does not affect results. Default: true.
    /// </summary>
    internal bool ReadsDisksFirst { get; init; } = true;

    /// <summary>
    /// Gets whether the catalog keeps the groups, so that the next search of the same roots takes them from there if no
    /// file has changed. Default: true.
    /// </summary>
    internal bool UsesLastSearch { get; init; } = true;

    /// <summary>Gets the thresholds at which matching moves on to its next step.</summary>
    internal Ladder Ladder { get; init; } = Ladder.Default;

    /// <summary>Gets the clock that times turns of work.</summary>
    internal TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Gets the watch that is notified about which threads can run, or null to use real time.</summary>
    internal IThreadWatch? Watch { get; init; }

    /// <summary>Checks that every value is in range.</summary>
    /// <exception cref="ArgumentException">
    /// A value is out of range; the message names the option and its allowed values.
    /// </exception>
    public void Validate()
    {
        if (Roots.Count == 0)
        {
            throw new ArgumentException("Roots must name at least one folder or file.", nameof(Roots));
        }

        if (References < 0 || References > Roots.Count)
        {
            throw new ArgumentOutOfRangeException(
                nameof(References), References, "References must be 0 to the number of roots.");
        }

        if (Threads is < 0 or > 256)
        {
            throw new ArgumentOutOfRangeException(nameof(Threads), Threads, "Threads must be 0 (one per core) to 256.");
        }

        if (Media is not null && Folders != FolderMatching.Off)
        {
            throw new ArgumentException("Media and folders are not searched together.", nameof(Media));
        }

        ValidateSaved();
        foreach (DeviceRule rule in DeviceRules)
        {
            rule.Validate();
        }

        Filter.Validate();
    }

    private void ValidateSaved()
    {
        bool isBehindDisk = false;
        for (int i = References; i < Roots.Count; i++)
        {
            bool isSaved = Roots[i].Volume is SavedVolume;
            if (isSaved && isBehindDisk)
            {
                throw new ArgumentException(
                    "Saved volumes must come before all other roots that are not references.", nameof(Roots));
            }

            isBehindDisk |= !isSaved;
        }

        bool needsContent = Proof == ProofDemand.Bytes || Media is not null || Folders != FolderMatching.Off;
        if (needsContent && Roots.Any(static root => root.Volume is SavedVolume))
        {
            throw new ArgumentException(
                "On a saved volume neither bytes nor media nor folders can be compared.", nameof(Roots));
        }
    }
}

/// <summary>A folder or file that a search starts from.</summary>
/// <param name="Volume">The volume that lists and reads the root.</param>
/// <param name="Path">The absolute path, without a trailing '/' unless the path is "/" itself.</param>
public sealed record FindRoot(IVolume Volume, ReadOnlyMemory<byte> Path)
{
    /// <summary>Creates a root from a path as text.</summary>
    /// <param name="volume">The volume that lists and reads the root.</param>
    /// <param name="path">The absolute path, without a trailing '/' unless the path is "/" itself.</param>
    public FindRoot(IVolume volume, string path)
        : this(volume, Encoding.UTF8.GetBytes(path))
    {
    }
}

/// <summary>How a search treats symbolic links below its roots.</summary>
public enum LinkFollowing
{
    /// <summary>Ignores symbolic links.</summary>
    Never,

    /// <summary>Follows links to folders and files. Entries reached through a link are marked.</summary>
    Follow,
}

/// <summary>Whether to find duplicate folders, and what makes two folders equal.</summary>
public enum FolderMatching
{
    /// <summary>Folders are not compared.</summary>
    Off,

    /// <summary>
    /// Folders are equal if they contain the same names, and entries with the same name have the same content.
    /// </summary>
    ByName,

    /// <summary>
    /// Folders are equal if they contain the same contents the same number of times, whatever the names. The same
    /// applies to their subfolders.
    /// </summary>
    ByContent,
}

/// <summary>How strong the proof of equality must be.</summary>
public enum ProofDemand
{
    /// <summary>Compares small sets of equal size byte by byte and large sets by XXH3-128.</summary>
    Standard,

    /// <summary>Compares every group byte by byte.</summary>
    Bytes,
}

/// <summary>How folders are listed.</summary>
public enum ScanMode
{
    /// <summary>All threads list folders at the same time.</summary>
    Parallel,

    /// <summary>One thread lists all folders, for devices that are slow to seek.</summary>
    Serial,
}
