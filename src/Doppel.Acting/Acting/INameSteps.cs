namespace Doppel.Acting;

/// <summary>What one action does with a name of a duplicate that was proved equal to its keeper.</summary>
/// <remarks>
/// Between the two steps further copies are acted on: an open call that has found the old file, but does not count as a
/// writer yet, is seen by no lease, and gets the time to come that far.
/// </remarks>
internal interface INameSteps
{
    /// <summary>Does all that can be taken back.</summary>
    /// <param name="name">The name; its intent is in the journal and on the disk.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    /// <returns>Null where <see cref="Finish"/> has to follow; otherwise what came of the name.</returns>
    Step? Begin(NameTask name, ProvedPair pair);

    /// <summary>Looks once more, and removes the old file or takes back what <see cref="Begin"/> did.</summary>
    Step Finish(NameTask name, ProvedPair pair);
}
