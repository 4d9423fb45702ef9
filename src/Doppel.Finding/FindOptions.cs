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

    /// <summary>Threads that list and read, 1 to 256. Default: 0, which means one per core.</summary>
    public int Threads { get; init; }

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

        Filter.Validate();
    }
}
