using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>What to search and how.</summary>
public sealed record FindOptions
{
    /// <summary>Where to search, in the order that decides which name comes first. At least one.</summary>
    public required IReadOnlyList<FindRoot> Roots { get; init; }

    /// <summary>Which files take part. Default: every file of at least one byte.</summary>
    public EntryFilter Filter { get; init; } = EntryFilter.Default;

    /// <summary>Whether symbolic links below the roots are followed. Default: never.</summary>
    public LinkFollowing Links { get; init; }

    /// <summary>Whether folders on another file system than their root's are left out. Default: false.</summary>
    public bool OneFileSystem { get; init; }

    /// <summary>Whether files without a twin are wanted too. Default: false.</summary>
    public bool Uniques { get; init; }

    /// <summary>Whether only groups with names in at least two roots are wanted. Default: false.</summary>
    public bool Isolate { get; init; }

    /// <summary>
    /// Whether duplicate folders are wanted too, and what makes folders equal. What stands in a folder that another one
    /// stands for is then left out of the groups. Default: off.
    /// </summary>
    public FolderMatching Folders { get; init; }

    /// <summary>
    /// By which policy files of one sound or picture are wanted too, whatever their tags; not together with folders.
    /// Default: null, they are not.
    /// </summary>
    public MediaPolicy? Media { get; init; }

    /// <summary>
    /// Returns the id of the run that left a temporary name of Doppel, by the 6 digits in the name; null if no run is
    /// known. Default: none is known.
    /// </summary>
    public Func<string, string?> RunOfLeftover { get; init; } = static _ => null;

    /// <summary>How strong the proof must be. Default: standard.</summary>
    public ProofDemand Proof { get; init; }

    /// <summary>Whether every group needs its digest, computed where the search did not. Default: false.</summary>
    public bool Digests { get; init; }

    /// <summary>
    /// Whether the facts of each copy (owner, mode, times, allocated bytes) are wanted. Default: false.
    /// </summary>
    public bool CopyFacts { get; init; }

    /// <summary>How folders are listed. Default: parallel.</summary>
    public ScanMode Scan { get; init; }

    /// <summary>
    /// Threads that list and read, 1 to 256, whatever the devices are that no rule names. Default: 0, which means one
    /// per core, and more where a device gets more done with more.
    /// </summary>
    public int Threads { get; init; }

    /// <summary>Where matching changes its step. Default: what measured best; results do not depend on it.</summary>
    public Ladder Ladder { get; init; } = Ladder.Default;

    /// <summary>
    /// What the user says about devices, which outranks what is known and measured; of two about one device the later
    /// one counts. Default: nothing.
    /// </summary>
    public IReadOnlyList<DeviceRule> DeviceRules { get; init; } = [];

    /// <summary>
    /// What was measured of devices before; a search begins with these widths where it has to wait. Rules of the user
    /// outrank them. Default: nothing.
    /// </summary>
    public IReadOnlyList<DeviceTuning> Tunings { get; init; } = [];

    /// <summary>The links that a walk is to list; with any, it takes nothing else. Default: none, all files.</summary>
    internal LinkKinds Listed { get; init; }

    /// <summary>By what means it matches. Default: what measured best; results do not depend on it.</summary>
    internal Means Means { get; init; } = Means.Default;

    /// <summary>What turns of work are timed by.</summary>
    internal TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Is told which threads can run; null where time is real.</summary>
    internal IThreadWatch? Watch { get; init; }

    /// <summary>Throws where a value is out of its range.</summary>
    /// <exception cref="ArgumentException">
    /// A value is out of its range; the message tells which and what is allowed.
    /// </exception>
    public void Validate()
    {
        if (Roots.Count == 0)
        {
            throw new ArgumentException("Roots must name at least one folder or file.", nameof(Roots));
        }

        if (Threads is < 0 or > 256)
        {
            throw new ArgumentOutOfRangeException(nameof(Threads), Threads, "Threads must be 0 (one per core) to 256.");
        }

        if (Digests && Means.Digest != DigestKind.Xxh3)
        {
            throw new ArgumentException("Only XXH3-128 may be shown as digests.", nameof(Digests));
        }

        if (Media is not null && Folders != FolderMatching.Off)
        {
            throw new ArgumentException("Media and folders are not searched together.", nameof(Media));
        }

        foreach (DeviceRule rule in DeviceRules)
        {
            rule.Validate();
        }

        Filter.Validate();
        Ladder.Validate();
    }
}
