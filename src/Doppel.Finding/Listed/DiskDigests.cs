using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>
/// Finds out the digests of files on disks before saved volumes are listed, as the search would do afterwards: it takes
/// them from the catalog, or reads each file once.
/// </summary>
/// <param name="tree">The files on disks.</param>
/// <param name="context">The state shared by all stages.</param>
/// <param name="matches">Receives what was found out, for the search itself.</param>
internal sealed class DiskDigests(PathTree tree, SearchContext context, EarlyMatches matches)
{
    /// <summary>Returns the digests of all files of some sizes, in no particular order. Called once at most.</summary>
    /// <param name="isWanted">Returns whether files of a size are wanted.</param>
    internal NativeList<Digest128> Of(Predicate<long> isWanted)
    {
        // Problems with the names of an inode show again when the names are combined for the search itself.
        context.Clock.Enter(FindStage.Group, 0, 0);
        var ignored = new ProblemLog(context.Options.RunOfLeftover);
        using CopyTable copies = new SizeGrouping(tree, ignored, uniques: true, isWanted: isWanted).Run();
        var candidates = new Candidates(copies, context);
        using SharedExtents? shared = candidates.Shared;
        using CatalogFacts facts = CatalogFacts.Of(candidates, context, uniques: true);
        using var workers = new MatchWorkers(candidates, facts, scanners: null, context);
        new Matcher(candidates, facts, workers, context).HashAll();
        matches.Read = workers.Read;
        matches.Extents = shared?.Keep();
        matches.Grow(tree);
        var digests = new NativeList<Digest128>();
        for (int copy = 0; copy < copies.Count; copy++)
        {
            Note(copies, copy, facts.IsUsed(copy));
            if (copies.States[copy] == CopyState.Hashed)
            {
                digests.Add(copies.Digests[copy]);
            }
        }

        context.Clock.Enter(FindStage.Scan, 0, 0);
        return digests;
    }

    // If the search was cancelled, nothing is known of some.
    private void Note(CopyTable copies, int copy, bool isKnown)
    {
        foreach (int value in copies.NamesOf(copy))
        {
            var name = new PathId(value < 0 ? ~value : value);
            switch (copies.States[copy])
            {
                case CopyState.Hashed when isKnown:
                    matches.SetKnown(name, copies.Digests[copy]);
                    break;
                case CopyState.Hashed:
                    matches.SetReadFirst(name, copies.Digests[copy]);
                    break;
                case CopyState.Failed:
                    matches.SetFailed(name);
                    break;
            }
        }
    }
}
