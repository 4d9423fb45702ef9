using Doppel.Catalog;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// Saves what is below some roots, so that it can be searched later without the disk. Reads every file that the catalog
/// does not know. Never writes to a volume.
/// </summary>
public static class Saver
{
    /// <summary>Lists the roots, reads what is not known, and writes a saved volume.</summary>
    /// <param name="options">What to save, with the catalog. Options about groups have no effect.</param>
    /// <param name="save">How to save it.</param>
    /// <param name="open">
    /// Returns the stream that receives the saved volume, which the caller closes. Called when everything was read, so
    /// that a file made then is not saved itself; not called if the run is cancelled before.
    /// </param>
    /// <param name="progress">Counters for another thread to read, or null if not needed.</param>
    /// <param name="cancellation">
    /// Cancels the run. The catalog then knows what was read, so that the next run need not read it again.
    /// </param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    /// <exception cref="IOException">The output cannot be written.</exception>
    public static SaveResult Save(
        FindOptions options, SaveOptions save, Func<Stream> open, FindProgress? progress = null,
        CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(save);
        ArgumentNullException.ThrowIfNull(open);
        options.Validate();
        progress ??= new FindProgress();
        options = options with { Folders = FolderMatching.Off, Media = null, Links = LinkFollowing.Never };
        using var context = new SearchContext(options, progress, cancellation);
        using var tree = new PathTree(marksFolders: false, keepsStamps: true);

        context.Clock.Enter(FindStage.Scan, 0, 0);
        new Scanner(options, tree, context).Run();

        context.Clock.Enter(FindStage.Group, 0, 0);
        using CopyTable copies = new SizeGrouping(tree, context.Problems, uniques: true).Run();
        using var contents = new SavedContents(options, tree, copies, context);
        using var hasher = new CopyHasher(copies, context);
        using NativeList<int> unread = contents.Unknown();
        if (save.Contents == SavedDigests.All)
        {
            hasher.HashWhole(unread, contents.Note);
            contents.Flush();
        }

        bool isComplete = !cancellation.IsCancellationRequested;
        SavedTotals totals = isComplete ? Write(options, save, tree, copies, context, open) : default;
        context.Clock.Enter(FindStage.Done, 0, 0);
        return new SaveResult
        {
            Complete = isComplete,
            Totals = totals,
            Problems = context.Problems.ToSorted(),
            Known = contents.Known,
            Opened = hasher.Read.Opened,
            BytesRead = hasher.Read.Bytes,
            Seconds = context.Clock.Seconds,
        };
    }

    private static SavedTotals Write(
        FindOptions options, SaveOptions save, PathTree tree, CopyTable copies, SearchContext context,
        Func<Stream> open)
    {
        using var members = new NativeList<int>();
        for (int copy = 0; copy < copies.Count; copy++)
        {
            members.Add(copy);
        }

        context.Clock.Enter(FindStage.Confirm, members.Count, 0);
        using var facts = new NativeBuffer<CopyFacts>(copies.Count);
        new FinalCheck(copies, context).Confirm(members, facts);
        var description = new SavedDescription
        {
            Made = context.Begun,
            Host = save.Host,
            Version = save.Version,
            Roots = SavedTree.RootsOf(options, tree),
        };
        using var writer = new SavedWriter(open(), description);
        using var saved = new SavedTree(tree, copies, members, facts, writer);
        saved.Write();
        return writer.Complete(context.Problems.Count);
    }
}

/// <summary>Options that say how to save a volume.</summary>
public sealed record SaveOptions
{
    /// <summary>Gets the name of this machine. Default: empty.</summary>
    public string Host { get; init; } = "";

    /// <summary>Gets the version of this program. Default: empty.</summary>
    public string Version { get; init; } = "";

    /// <summary>Gets which files get a digest. Default: all.</summary>
    public SavedDigests Contents { get; init; }
}

/// <summary>Which files of a saved volume get a digest.</summary>
public enum SavedDigests
{
    /// <summary>All files. Those that the catalog does not know are read.</summary>
    All,

    /// <summary>The files that the catalog knows. Nothing is read.</summary>
    Known,
}

/// <summary>The result of saving a volume.</summary>
public sealed record SaveResult
{
    /// <summary>Gets whether everything was written; false if the run was cancelled.</summary>
    public required bool Complete { get; init; }

    /// <summary>Gets the totals of the saved volume.</summary>
    public required SavedTotals Totals { get; init; }

    /// <summary>Gets the problems with anything that could not be listed or read, by path.</summary>
    public required IReadOnlyList<ReportProblem> Problems { get; init; }

    /// <summary>Gets the number of files that were not read because the catalog knew them.</summary>
    public long Known { get; init; }

    /// <summary>Gets the number of times a file was opened.</summary>
    public long Opened { get; init; }

    /// <summary>Gets the number of bytes of content read.</summary>
    public long BytesRead { get; init; }

    /// <summary>Gets the elapsed wall-clock time in seconds.</summary>
    public double Seconds { get; init; }
}
