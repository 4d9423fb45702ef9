using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli.Commands;

/// <summary>The symbolic links below roots that lead to files, for plans.</summary>
internal static class RootLinks
{
    /// <summary>Lists them, in one walk of the roots.</summary>
    /// <param name="settings">Which folders take part and how folders are listed.</param>
    /// <param name="roots">Where; no walk is made where there are none.</param>
    /// <param name="problems">What could not be listed.</param>
    /// <param name="stop">Ends it early.</param>
    internal static IReadOnlyList<PlanLink> Of(
        FindSettings settings, IReadOnlyList<FindRoot> roots, out IReadOnlyList<ReportProblem> problems,
        CancellationToken stop)
    {
        problems = [];
        if (roots.Count == 0)
        {
            return [];
        }

        // What is said of files says nothing of links to them, but folders that are left out stay out.
        FindOptions options = settings.ToFindOptions(roots) with
        {
            Filter = new EntryFilter { Exclude = settings.Exclude },
        };
        using LinkResult found = LinkLister.List(options, LinkKinds.Symbolic, progress: null, stop);
        problems = found.Problems;
        return
        [
            .. found.SymbolicLinks
                .Where(static link => link.State == LinkState.File && !link.Final.IsEmpty && !link.Target.IsEmpty)
                .Select(static link => new PlanLink { Name = link.Name, Target = link.Target, Final = link.Final }),
        ];
    }

    /// <summary>The roots that a report names, as far as they are folders now.</summary>
    internal static IReadOnlyList<FindRoot> RootsOf(IVolume volume, PlanOptions options) =>
    [
        .. options.Roots.Select(root => options.ToAbsolute(root)).Distinct()
            .Where(root => !volume.Stat(
                FolderHandle.None, root.Bytes, LinkPolicy.Follow, FactFields.None, out FileFacts facts).Failed
                && facts.Kind == EntryKind.Folder)
            .Select(root => new FindRoot(volume, root.Bytes.ToArray())),
    ];
}
