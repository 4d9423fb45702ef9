using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <summary>Configures how a plan is carried out.</summary>
public sealed record ActOptions
{
    /// <summary>Gets the action to perform on the duplicates.</summary>
    public required ActionKind Action { get; init; }

    /// <summary>Gets the version of the program, for the journal.</summary>
    public required string Version { get; init; }

    /// <summary>Gets the command-line arguments after the program's name, for the journal.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>
    /// Gets the absolute paths of the folders and files that were searched, for the journal, which records the first 64
    /// of them. Default: empty.
    /// </summary>
    public IReadOnlyList<ReportName> Roots { get; init; } = [];

    /// <summary>
    /// Gets whether files of different owners or groups may be linked to, or removed in favour of, each other. Default:
    /// false.
    /// </summary>
    public bool AcrossOwners { get; init; }

    /// <summary>
    /// Gets whether files with different permissions, access control lists, extended attributes or flags may be
    /// hard-linked. Default: false.
    /// </summary>
    public bool IgnoreMode { get; init; }

    /// <summary>
    /// Gets whether places that cannot be told apart count as different. Otherwise nothing is removed from one of them
    /// because of a copy in the other. Places that are known to be one are never acted on. Default: false.
    /// </summary>
    public bool AssumeDistinct { get; init; }

    /// <summary>Gets whether symbolic links are absolute rather than relative. Default: false.</summary>
    public bool AbsoluteLinks { get; init; }

    /// <summary>
    /// Gets whether to retarget known symbolic links to the keeper if removing a file would leave them dangling.
    /// Relative links stay relative, absolute links stay absolute. Default: false.
    /// </summary>
    public bool RetargetLinks { get; init; }

    /// <summary>
    /// Gets whether to remove the folders that an action leaves empty by removing names from them, and the empty
    /// folders of the plan. <see cref="Roots"/> and the folders above them stay. Ignored by actions that keep names.
    /// Default: false. <see cref="ActionKind.Delete"/> removes the empty folders of the plan in any case.
    /// </summary>
    public bool EmptyFolders { get; init; }

    /// <summary>
    /// Gets the absolute paths of folders that stay, with everything below them, even if they are left empty. Default:
    /// empty.
    /// </summary>
    public IReadOnlyList<ReportName> ProtectedFolders { get; init; } = [];

    /// <summary>
    /// Gets the test that returns whether a folder, given by its absolute path, stays even if it is left empty.
    /// Default: no folder does.
    /// </summary>
    public Func<ReportName, bool> KeepsFolder { get; init; } = static _ => false;

    /// <summary>
    /// Gets the destination of <see cref="ActionKind.Move"/>: the absolute path of an existing folder, or
    /// <c>s3://BUCKET/PREFIX</c> for objects.
    /// </summary>
    public ReadOnlyMemory<byte> MoveTo { get; init; }

    /// <summary>
    /// Gets the absolute path of the trash in the user's home folder (freedesktop.org: <c>$XDG_DATA_HOME/Trash</c>),
    /// for files on the same file system. It is created if it does not exist. Default: empty, so that each file system
    /// uses a trash of its own.
    /// </summary>
    public ReadOnlyMemory<byte> HomeTrash { get; init; }

    /// <summary>
    /// Gets the number of names whose intents are written to the journal in one batch, 1 to 65,536. Default: 1,024.
    /// </summary>
    public int BatchNames { get; init; } = 1024;

    /// <summary>
    /// Gets the maximum number of bytes of tags that the journal keeps for one media file that is removed permanently.
    /// A media file with more is skipped. 0 to 1 TiB. Default: 64 MiB.
    /// </summary>
    public long RecipeBytesMax { get; init; } = 64 << 20;

    /// <summary>
    /// Gets the catalog that searches use (<c>FindOptions.Catalog</c>). It learns the new state of the files whose
    /// names change, so that the next search does not read them again. Must not be disposed before the run. Default:
    /// null, which means none.
    /// </summary>
    public ContentCatalog? Catalog { get; init; }

    /// <summary>
    /// Gets what returns the client for a bucket, given as in the names of its objects: BUCKET for
    /// <c>s3://BUCKET/KEY</c>. Called from several threads. Default: null, so that objects are skipped.
    /// </summary>
    public Func<string, S3Client>? Buckets { get; init; }

    /// <summary>
    /// Asks other machines to prove their copies. Default: null; files whose only other copy is on another machine are
    /// kept. Must not be disposed before the run.
    /// </summary>
    public IHostProofs? Hosts { get; init; }

    /// <summary>
    /// Gets the maximum number of bytes that are downloaded to compare objects of which the server does not tell
    /// enough, at least 0. Default: 0.
    /// </summary>
    public long DownloadBytesMax { get; init; }

    /// <summary>
    /// Gets the weakest hash function by whose digests an object may be proved equal to the copy that stays. Servers
    /// have MD5s, SHA-1s and SHA-256s. Default: all of at least 128 bits.
    /// </summary>
    public DigestAlgorithm Trust { get; init; } = DigestAlgorithm.Metro128;

    /// <summary>Receives warnings about servers with weaker guarantees. Optional.</summary>
    public Action<string> Notice { get; init; } = static _ => { };

    /// <summary>Gets the clock. Default: the system clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Gets whether the empty folders of a plan are removed.</summary>
    public bool RemovesEmptyFolders => Action == ActionKind.Delete || (EmptyFolders && Action.RemovesNames());
}
