namespace Doppel.Acting;

/// <summary>A name of a copy on which the first steps were made.</summary>
/// <param name="Name">The name.</param>
/// <param name="Led">Symbolic links to it that lead to the keeper by now.</param>
/// <param name="Outcome">What came of it; null where the last steps have still to be made.</param>
internal sealed record BegunName(NameTask Name, IReadOnlyList<NameTask> Led, Step? Outcome);
