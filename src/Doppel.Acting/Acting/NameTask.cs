namespace Doppel.Acting;

/// <summary>One name that is to be acted on, ready for it.</summary>
/// <param name="Place">The name.</param>
/// <param name="Keeper">The keeper's name.</param>
/// <param name="Intent">What the journal says of it.</param>
internal sealed record NameTask(Place Place, Place Keeper, JournalIntent Intent);
