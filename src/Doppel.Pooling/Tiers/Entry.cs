namespace Doppel.Pooling.Tiers;

/// <summary>An idle item outside of a slot.</summary>
/// <param name="Item">The item.</param>
/// <param name="Bytes">Bytes of the budget that belong to it.</param>
/// <param name="Sweep">The pool's count of sweeps when it was put.</param>
internal readonly record struct Entry(object Item, long Bytes, long Sweep);
