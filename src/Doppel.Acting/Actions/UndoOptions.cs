using Doppel.Catalog;
using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <summary>Configures how a run is undone.</summary>
public sealed record UndoOptions
{
    /// <summary>Gets the version of the program, for the journal.</summary>
    public required string Version { get; init; }

    /// <summary>Gets the command-line arguments after the program's name, for the journal. Default: empty.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>
    /// Gets the absolute paths of files and folders to which the undo is limited. Only names at or below one of them
    /// are restored. Default: empty, which restores all names.
    /// </summary>
    public IReadOnlyList<ReportName> Only { get; init; } = [];

    /// <summary>
    /// Gets the catalog that searches use (<c>FindOptions.Catalog</c>). It learns the new state of the files whose
    /// names change, so that the next search does not read them again. Files that are rebuilt are new to it. Must not
    /// be disposed before the undo. Default: null, which means none.
    /// </summary>
    public ContentCatalog? Catalog { get; init; }

    /// <summary>Gets what returns the client for a bucket; see <see cref="ActOptions.Buckets"/>.</summary>
    public Func<string, S3Client>? Buckets { get; init; }

    /// <summary>
    /// Gets what fetches files from other machines. Default: null, so that files stay deleted of which only another
    /// machine has a copy.
    /// </summary>
    public HostFetch? Hosts { get; init; }

    /// <summary>Gets the clock. Default: the system clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}

/// <summary>Fetches a file from another machine.</summary>
/// <param name="machine">The name of the machine.</param>
/// <param name="path">The absolute path of the file there.</param>
/// <param name="target">Receives the content, which is checked afterwards.</param>
/// <returns>Why it cannot be fetched, or null on success.</returns>
public delegate string? HostFetch(string machine, ReportName path, Stream target);
