using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Records in the journal what became of each name, and tells the caller.</content>
public sealed partial class ActRun : IActLog
{
    private FileFacts _counted;

    void IActLog.Conclude(NameTask name, Step step, string digest, long freedBytes)
    {
        _bin.RemoveInfoUnlessGone(name, step);
        Note(name, step, digest, freedBytes);
        Count(name.Intent.Facts, step);
        if (step.IsDone)
        {
            _places.Trust(name);
        }

        bool isElsewhere = _options.Action is ActionKind.Move or ActionKind.Trash;
        Tell(name.Intent.Name, name.Intent.Keeper, step, isElsewhere ? 0 : freedBytes);
    }

    void IActLog.ConcludeLink(NameTask link, Step step)
    {
        Note(link, step, "", 0);
        _onResult(new ActResult(link.Intent.Name, link.Intent.Keeper, step.Status, step.Reason, 0) { IsLink = true });
    }

    void IActLog.Postpone(NameTask name) => _journal.Add(JournalOutcome.Superseded(name.Intent.Number));

    // Only folders below the target folder were created for the run alone.
    void IActLog.AddMade(MadeFolder folder)
    {
        var target = new ReportName(_options.MoveTo);
        if (folder.Path != target && PlanPaths.IsAtOrBelow(folder.Path.Bytes, target.Bytes))
        {
            _journal.AddCreated(folder);
        }
    }

    void IActLog.Commit() => _journal.Commit();

    private void Note(NameTask name, Step step, string digest, long freedBytes) => _journal.Add(
        new JournalOutcome(name.Intent.Number, step.Status, step.Reason, step.IsDone ? digest : ""),
        step.IsDone ? freedBytes : 0);

    private void Tell(ReportName name, ReportName keeper, Step step, long freed)
    {
        _progress.Finish(step.Reason == ActResult.Interrupted ? 0 : 1, 0);
        _onResult(new ActResult(name, keeper, step.Status, step.Reason, step.IsDone ? freed : 0));
    }

    private void Expect(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        (long names, long bytes) = SizeOf(groups);
        _progress.Expect(names + folders.Sum(static folder => folder.Names), bytes);
    }

    private static (long Names, long Bytes) SizeOf(IEnumerable<PlanGroup> groups)
    {
        (long names, long bytes) = (0, 0);
        foreach (PlanCopy copy in groups.SelectMany(static group => group.Drop))
        {
            names += copy.Names.Count;
            bytes += copy.Facts.Size;
        }

        return (names, bytes);
    }

    // The names of a copy follow each other.
    private void Count(in FileFacts facts, Step step)
    {
        if (step.Reason != ActResult.Interrupted && !Identity.SameInode(_counted, facts))
        {
            _counted = facts;
            _progress.Finish(0, facts.Size);
        }
    }
}
