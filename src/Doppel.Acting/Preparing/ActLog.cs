using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Records in the journal what became of each name, tells the caller, and counts what is finished.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class ActLog(
    JournalWriter journal, ActOptions options, Action<ActResult> onResult, ActProgress progress)
{
    private const int KeptNamesMax = 256;

    private FileFacts _counted;

    /// <summary>Gets the id of the run.</summary>
    internal string Id => journal.Id;

    /// <summary>Gets the source of intent numbers and their temporary names.</summary>
    internal JournalNumbers Numbers => journal.Numbers;

    /// <summary>Gets what counts the names and bytes that are finished.</summary>
    internal ActProgress Progress => progress;

    /// <summary>Adds what has to be in the journal before it is done.</summary>
    internal void Add(JournalIntent intent) => journal.Add(intent);

    /// <summary>Adds a file that is about to get tags.</summary>
    internal void Add(TagChange change) => journal.Add(change);

    /// <summary>Writes everything received so far to the journal and flushes it to disk.</summary>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    internal void Commit() => journal.Commit();

    /// <summary>
    /// Records the names of the other copies that stay. An undo also searches them if the keeper no longer has the
    /// content.
    /// </summary>
    internal void AddKept(IEnumerable<PlanCopy> copies, ReportName keeper)
    {
        ReportName[] others =
        [
            .. copies.SelectMany(static copy => copy.Names).Where(name => name != keeper).Distinct()
                .Take(KeptNamesMax),
        ];
        if (others.Length > 0)
        {
            journal.AddKept(keeper, others);
        }
    }

    /// <summary>Records a folder that was created for a name.</summary>
    internal void AddMade(MadeFolder folder)
    {
        // Only folders below the target folder were created for the run alone.
        var target = new ReportName(options.MoveTo);
        if (folder.Path != target && PlanPaths.IsAtOrBelow(folder.Path.Bytes, target.Bytes))
        {
            journal.AddCreated(folder);
        }
    }

    /// <summary>Records the outcome for a name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="step">The outcome.</param>
    /// <param name="digest">The SHA-256 of the content in hex if it was compared. Otherwise empty.</param>
    /// <param name="freedBytes">The number of bytes freed if the action was performed.</param>
    internal void Conclude(NameTask name, Step step, string digest, long freedBytes)
    {
        Note(name.Intent, step, digest, freedBytes);
        Count(name.Intent.Facts, step);
        bool isElsewhere = options.Action is ActionKind.Move or ActionKind.Trash;
        Tell(name.Intent.Name, name.Intent.Keeper, step, isElsewhere ? 0 : freedBytes);
    }

    /// <summary>Records the outcome for a symbolic link to a name.</summary>
    internal void ConcludeLink(NameTask link, Step step)
    {
        Note(link.Intent, step, "", 0);
        onResult(new ActResult(link.Intent.Name, link.Intent.Keeper, step.Status, step.Reason, 0) { IsLink = true });
    }

    /// <summary>Records the outcome for a folder that goes, or for a symbolic link in it.</summary>
    /// <param name="number">The number of its intent.</param>
    /// <param name="result">The outcome.</param>
    internal void Conclude(long number, ActResult result)
    {
        journal.Add(new JournalOutcome(number, result.Status, result.Reason, ""));
        onResult(result);
    }

    /// <summary>Records that an intent was not carried out and needs no attention.</summary>
    internal void Supersede(JournalIntent intent) => Supersede(intent.Number);

    /// <inheritdoc cref="Supersede(JournalIntent)"/>
    internal void Supersede(long number) => journal.Add(JournalOutcome.Superseded(number));

    /// <summary>Records the outcome of an intent.</summary>
    internal void Note(JournalIntent intent, Step step, string digest, long freedBytes) => journal.Add(
        new JournalOutcome(intent.Number, step.Status, step.Reason, step.IsDone ? digest : ""),
        step.IsDone ? freedBytes : 0);

    /// <summary>Adds names, and the names and bytes of groups, to those that are to be finished.</summary>
    internal void Expect(long names, IEnumerable<PlanGroup> groups)
    {
        long bytes = 0;
        foreach (PlanCopy copy in groups.SelectMany(static group => group.Drop))
        {
            names += copy.Names.Count;
            bytes += copy.Facts.Size;
        }

        progress.Expect(names, bytes);
    }

    /// <summary>Tells the outcome for all names of groups that are not acted on.</summary>
    internal void Skip(IEnumerable<PlanGroup> groups, Step why)
    {
        foreach (PlanGroup group in groups)
        {
            foreach (ReportName name in group.Drop.SelectMany(static copy => copy.Names))
            {
                Tell(name, group.Keep[0].Names[0], why, 0);
            }
        }
    }

    /// <summary>Tells the outcome for a name, and counts the name.</summary>
    internal void Tell(ReportName name, ReportName keeper, Step step, long freed)
    {
        progress.Finish(step.Reason == ActResult.Interrupted ? 0 : 1, 0);
        onResult(new ActResult(name, keeper, step.Status, step.Reason, step.IsDone ? freed : 0));
    }

    /// <summary>Tells the outcome for something that is not counted.</summary>
    internal void Tell(ActResult result) => onResult(result);

    // The names of a copy follow each other.
    private void Count(in FileFacts facts, Step step)
    {
        if (step.Reason != ActResult.Interrupted && !Identity.SameInode(_counted, facts))
        {
            _counted = facts;
            progress.Finish(0, facts.Size);
        }
    }
}
