namespace Doppel.Testing;

/// <summary>How files are strewn over a simulated disk.</summary>
public sealed record DiskLayoutOptions
{
    /// <summary>Chooses the order in which files lie; names and inodes have no part in it. Default: 1.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>Where on the disk the file system starts, in whole pages of 4 KiB. Default: 0.</summary>
    public long StartBytes { get; init; }

    /// <summary>The longest piece that a file lies in, in whole pages. Default: 0, all in one piece.</summary>
    public long FragmentBytes { get; init; }

    /// <summary>Over how much of the disk the pieces are spread evenly. Default: 0, side by side.</summary>
    public long SpreadBytes { get; init; }
}
