namespace Doppel.Finding;

/// <summary>The copies of a search that may have duplicates, and what is known before any of them is read.</summary>
internal sealed class Candidates
{
    /// <summary>Initializes an instance about whose copies nothing is known.</summary>
    internal Candidates(CopyTable copies) =>
        (Copies, Compared, Saved) = (copies, copies.Count, new SavedCopies(copies));

    /// <summary>Initializes an instance after all files were listed.</summary>
    /// <param name="copies">The copies.</param>
    /// <param name="context">The state shared by all stages.</param>
    /// <param name="early">What the files of lists turned out to be, and what was read before, or null.</param>
    internal Candidates(CopyTable copies, SearchContext context, EarlyMatches? early = null)
    {
        (Copies, Compared) = (copies, copies.Count);
        Shared = SharedExtents.For(copies.Tree, copies, context.Options.Proof, early?.Extents);
        Saved = new SavedCopies(copies, early);
        Saved.LoadDigests(context);
    }

    internal CopyTable Copies { get; }

    /// <summary>Gets which copies share extents, or null if no files can. The caller disposes it.</summary>
    internal SharedExtents? Shared { get; }

    /// <summary>Gets which copies are on saved volumes or were read before. Their digests are loaded.</summary>
    internal SavedCopies Saved { get; }

    /// <summary>Gets the number of file names that take part.</summary>
    internal long Files { get; init; }

    /// <summary>Gets the names that were listed twice, each with the name that represents it.</summary>
    internal Dictionary<int, int> Repeated { get; init; } = [];

    /// <summary>
    /// Gets the groups in the order of the report if the last search has compared exactly these files, or null.
    /// </summary>
    internal GroupSink? Groups { get; init; }

    /// <summary>Gets the number of copies that had to be compared, in this search or in the last one.</summary>
    internal long Compared { get; init; }

    /// <summary>Groups all files by size.</summary>
    /// <param name="tree">The files.</param>
    /// <param name="context">The state shared by all stages.</param>
    /// <param name="early">What the files of lists turned out to be, and what was read before.</param>
    /// <param name="leftOut">The number of names that certainly have no duplicate and are not in the tree.</param>
    internal static Candidates BySize(PathTree tree, SearchContext context, EarlyMatches early, long leftOut)
    {
        FindOptions options = context.Options;
        var sizes = new SizeGrouping(
            tree, context.Problems, options.Uniques || options.Media is not null,
            keepsLinked: options.Folders != FolderMatching.Off);
        return new Candidates(sizes.Run(), context, early)
        {
            Files = sizes.Files + leftOut,
            Repeated = sizes.Repeated,
        };
    }
}
