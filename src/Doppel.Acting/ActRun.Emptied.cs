using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Removes the folders that the action has left empty.</content>
public sealed partial class ActRun
{
    private const int FoldersPerCommit = 1024;

    // The folders that are removed at the end if they are empty, deepest first.
    private readonly List<EmptiedFolder> _leftEmpty = [];

    /// <summary>Counts the folders from which the plan removes names and which are empty now.</summary>
    /// <param name="folders">The folders of the plan.</param>
    /// <param name="groups">The groups of the plan.</param>
    /// <returns>The number of folders that <see cref="ActOptions.EmptyFolders"/> would have removed.</returns>
    public long CountEmptyFolders(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        ArgumentNullException.ThrowIfNull(folders);
        ArgumentNullException.ThrowIfNull(groups);
        PlanGroup[] files = RemovingFiles(groups);
        return _options.Action.RemovesNames() ? EmptiedBy(folders, files).CountEmpty(folders, files) : 0;
    }

    // The journal records the folders before the first name is removed, which changes their times. Which folders may be
    // removed is thereby decided for a resumed run too, so the line about the plan, without which no run is resumed,
    // comes later.
    private void ExpectEmptied(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        if (!_options.EmptyFolders || !_options.Action.RemovesNames())
        {
            return;
        }

        foreach (ReportName name in EmptiedBy(folders, groups).Expect(folders, groups))
        {
            if (_emptied.Prepare(name) is { } intent)
            {
                _journal.Add(intent);
                _leftEmpty.Add(EmptiedFolder.Of(intent));
            }
        }
    }

    private static PlanGroup[] RemovingFiles(IReadOnlyList<PlanGroup> groups) =>
        [.. groups.Where(static group => !group.IsOfObjects)];

    private EmptiedFolders EmptiedBy(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups) =>
        new(_volume, new RemovableFolders(_volume, _options, folders, groups));

    // The folders of an interrupted run that do not belong to a folder of its plan.
    private void ExpectEmptied(IEnumerable<JournalIntent> intents, IEnumerable<PlanFolder> folders)
    {
        HashSet<ReportName> planned = [.. folders.Select(static folder => folder.Name)];
        foreach (JournalIntent intent in intents)
        {
            ReportName path = intent.Name;
            while (PlanPaths.IsPlain(path.Bytes) && !planned.Contains(path))
            {
                path = PlanPaths.FolderOf(path);
            }

            if (!planned.Contains(path) && !_doneNames.Contains(Xxh3.Hash128(intent.Name.Bytes)))
            {
                _leftEmpty.Add(EmptiedFolder.Of(intent));
            }
        }
    }

    private void RemoveEmptied(CancellationToken cancellation)
    {
        if (_leftEmpty.Count == 0)
        {
            return;
        }

        _folders.Clear();
        for (int i = 0; i < _leftEmpty.Count && !cancellation.IsCancellationRequested; i++)
        {
            if (!_folders.HasRoomFor(1))
            {
                _folders.Clear();
            }

            Conclude(_leftEmpty[i], _emptied.RemoveFolder(_leftEmpty[i].Name, _leftEmpty[i].Facts));
            if ((i + 1) % FoldersPerCommit == 0)
            {
                _journal.Commit();
            }
        }

        _folders.Clear();
        _journal.Commit();
    }

    // A folder that is not empty after all is none of the run's business, and undo leaves it as it is.
    private void Conclude(EmptiedFolder folder, Step step)
    {
        if (step.Status == ActStatus.Skipped)
        {
            _journal.Add(JournalOutcome.Superseded(folder.Number));
            return;
        }

        _journal.Add(new JournalOutcome(folder.Number, step.Status, step.Reason, ""));
        _onResult(new ActResult(folder.Name, default, step.Status, step.Reason, 0)
        {
            IsFolder = true,
            IsLeftEmpty = true,
        });
    }

    // As little as possible of an intent, since there may be many.
    private readonly record struct EmptiedFolder(long Number, ReportName Name, ulong Device, ulong Inode)
    {
        internal FileFacts Facts => new() { Device = Device, Inode = Inode };

        internal static EmptiedFolder Of(JournalIntent intent) =>
            new(intent.Number, intent.Name, intent.Facts.Device, intent.Facts.Inode);
    }
}
