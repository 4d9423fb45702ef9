using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>The result of scanning a host for a fleet.</summary>
public sealed record FleetScanResult
{
    /// <summary>Gets whether a round was completed; false if the run was cancelled before.</summary>
    public required bool Complete { get; init; }

    /// <summary>Gets the number of files. A file with several names counts once.</summary>
    public long Files { get; init; }

    /// <summary>Gets their total size in bytes.</summary>
    public long Bytes { get; init; }

    /// <summary>Gets the number of files on network file systems that were left out.</summary>
    public long LeftOut { get; init; }

    /// <summary>Gets the number of files that were left out because the list does not say their size.</summary>
    public long WithoutSize { get; init; }

    /// <summary>
    /// Gets the number of files of a bucket or a saved volume whose size exists twice in the fleet, but whose content
    /// is not known, so that they are not compared.
    /// </summary>
    public long Undecided { get; init; }

    /// <summary>
    /// Gets the number of objects about which the server of the bucket should have been asked, but was not.
    /// </summary>
    public long Unanswered { get; init; }

    /// <summary>Gets the number of files whose size exists twice in the fleet.</summary>
    public long SizesShared { get; init; }

    /// <summary>Gets the number of files whose content exists twice in the fleet.</summary>
    public long ContentsShared { get; init; }

    /// <summary>Gets the total size in bytes of the files whose content exists twice in the fleet.</summary>
    public long BytesShared { get; init; }

    /// <summary>Gets the problems with files, by path.</summary>
    public IReadOnlyList<ReportProblem> Problems { get; init; } = [];

    /// <summary>Gets whether the last scan under this name was made by another machine.</summary>
    public bool OtherMachine { get; init; }

    /// <summary>Gets the number of rounds.</summary>
    public int Rounds { get; init; }

    /// <summary>Gets the number of times a file was opened.</summary>
    public long Opened { get; init; }

    /// <summary>Gets the number of bytes of content read.</summary>
    public long BytesRead { get; init; }

    /// <summary>Gets the number of rows sent to the server.</summary>
    public long RowsSent { get; init; }

    /// <summary>Gets the number of bytes sent to the server, without the headers of requests.</summary>
    public long BytesSent { get; init; }

    /// <summary>Gets the number of bytes received from the server, without the headers of answers.</summary>
    public long BytesReceived { get; init; }

    /// <summary>Gets the number of requests to the server.</summary>
    public long Requests { get; init; }

    /// <summary>Gets the elapsed wall-clock time in seconds, with waiting.</summary>
    public double Seconds { get; init; }
}
