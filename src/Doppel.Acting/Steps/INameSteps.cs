namespace Doppel.Acting;

/// <summary>Implements one action for a name of a duplicate that was proved equal to its keeper.</summary>
/// <remarks>
/// Other copies are acted on between the two steps. No lease shows an open call that has found the old file but does
/// not count as a writer yet; the delay gives such a call time to become visible.
/// </remarks>
internal interface INameSteps
{
    /// <summary>Performs everything that can be rolled back.</summary>
    /// <param name="name">The name. Its intent is in the journal and on disk.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    /// <returns>Null if <see cref="Finish"/> must follow, otherwise the outcome for the name.</returns>
    Step? Begin(NameTask name, ProvedPair pair);

    /// <summary>Checks once more, then removes the old file or rolls back what <see cref="Begin"/> did.</summary>
    Step Finish(NameTask name, ProvedPair pair);
}
