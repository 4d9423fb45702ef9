namespace Doppel.Pooling;

/// <summary>An idle item that is not in a slot.</summary>
/// <param name="Item">The item.</param>
/// <param name="Bytes">The number of bytes reserved for it in the budget.</param>
/// <param name="Sweep">The pool's sweep count when the item was stored.</param>
internal readonly record struct Entry(object Item, long Bytes, long Sweep);
