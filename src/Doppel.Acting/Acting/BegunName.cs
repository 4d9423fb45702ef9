namespace Doppel.Acting;

/// <summary>A name of a copy that has gone through the first steps.</summary>
/// <param name="Name">The name.</param>
/// <param name="Led">The symbolic links to it that have been retargeted to the keeper.</param>
/// <param name="Outcome">The outcome, or null if the last steps are still to come.</param>
internal sealed record BegunName(NameTask Name, IReadOnlyList<NameTask> Led, Step? Outcome);
