using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Removes the folders that a run leaves empty and that do not belong to a folder of its plan. The journal has them
/// before the first step.
/// </summary>
internal sealed class EmptiedRemoval(
    IChangeableVolume volume, ActOptions options, ActLog log, FolderRemoval removal)
{
    private const int FoldersPerCommit = 1024;

    // Deepest first. As little as possible of an intent, since there may be many.
    private readonly List<(long Number, ReportName Name, ulong Device, ulong Inode)> _expected = [];

    /// <summary>Counts the folders from which the plan removes names and which are empty now.</summary>
    internal long Count(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        PlanGroup[] files = OfFiles(groups);
        return options.Action.RemovesNames() ? EmptiedBy(folders, files).CountEmpty(folders, files) : 0;
    }

    /// <summary>Announces the folders that a plan leaves empty, if they are to be removed.</summary>
    /// <remarks>
    /// Before the first name is removed, which changes their times. Which folders may be removed is thereby decided for
    /// a resumed run too, so the line about the plan, without which no run is resumed, comes later.
    /// </remarks>
    internal void Expect(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        if (!options.EmptyFolders || !options.Action.RemovesNames())
        {
            return;
        }

        foreach (ReportName name in EmptiedBy(folders, OfFiles(groups)).Expect(folders, OfFiles(groups)))
        {
            if (removal.Prepare(name) is { } intent)
            {
                log.Add(intent);
                Add(intent);
            }
        }
    }

    /// <summary>Expects the folders that an interrupted run has announced.</summary>
    /// <param name="intents">What the run has announced to remove, among it folders of its plan.</param>
    /// <param name="folders">The folders of the plan.</param>
    /// <param name="done">The hashes of the names that are done.</param>
    internal void Expect(
        IEnumerable<JournalIntent> intents, IEnumerable<PlanFolder> folders, IReadOnlySet<Digest128> done)
    {
        HashSet<ReportName> planned = [.. folders.Select(static folder => folder.Name)];
        foreach (JournalIntent intent in intents)
        {
            ReportName path = intent.Name;
            while (PlanPaths.IsPlain(path.Bytes) && !planned.Contains(path))
            {
                path = PlanPaths.FolderOf(path);
            }

            if (!planned.Contains(path) && !done.Contains(Xxh3.Hash128(intent.Name.Bytes)))
            {
                Add(intent);
            }
        }
    }

    /// <summary>Removes the folders that are empty by now.</summary>
    internal void Remove(CancellationToken cancellation)
    {
        if (_expected.Count == 0)
        {
            return;
        }

        for (int i = 0; i < _expected.Count && !cancellation.IsCancellationRequested; i++)
        {
            (long number, ReportName name, ulong device, ulong inode) = _expected[i];
            Step step = removal.RemoveFolder(name, new FileFacts { Device = device, Inode = inode });

            // A folder that is not empty after all is none of the run's business, and undo leaves it as it is.
            if (step.Status == ActStatus.Skipped)
            {
                log.Supersede(number);
            }
            else
            {
                log.Conclude(number, new ActResult(name, default, step.Status, step.Reason, 0)
                {
                    IsFolder = true,
                    IsLeftEmpty = true,
                });
            }

            if ((i + 1) % FoldersPerCommit == 0)
            {
                log.Commit();
            }
        }

        removal.CloseFolders();
        log.Commit();
    }

    private static PlanGroup[] OfFiles(IReadOnlyList<PlanGroup> groups) =>
        [.. groups.Where(static group => !group.IsOfObjects)];

    private EmptiedFolders EmptiedBy(IReadOnlyList<PlanFolder> folders, PlanGroup[] files) =>
        new(volume, new RemovableFolders(volume, options, folders, files));

    private void Add(JournalIntent intent) =>
        _expected.Add((intent.Number, intent.Name, intent.Facts.Device, intent.Facts.Inode));
}
