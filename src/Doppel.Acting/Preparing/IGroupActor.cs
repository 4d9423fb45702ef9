namespace Doppel.Acting;

/// <summary>Acts on those groups of a plan whose copies are in one kind of place.</summary>
internal interface IGroupActor : IDisposable
{
    /// <summary>Prepares batch after batch, each after the previous one was acted on.</summary>
    /// <remarks>
    /// Preparing changes nothing. It finds what the names of the plan lead to now, proves what is not proved during the
    /// act, and tells which names are skipped.
    /// </remarks>
    /// <param name="groups">The groups of the plan. Those of other kinds are ignored.</param>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    IEnumerable<ActBatch> Prepare(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation);
}

/// <summary>Names that are acted on together.</summary>
/// <param name="Intents">What the journal has to hold before the first step.</param>
/// <param name="Act">
/// Looks at all once more, acts, and puts on record what became of each name. It is not called if the journal cannot be
/// written.
/// </param>
internal readonly record struct ActBatch(IEnumerable<JournalIntent> Intents, Action Act);
