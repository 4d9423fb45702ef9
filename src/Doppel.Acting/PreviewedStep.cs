namespace Doppel.Acting;

/// <summary>Describes what a run would do with one name, or with a symbolic link to one.</summary>
/// <param name="Intent">
/// The name, its keeper and the target of a link or the destination of a move. The destination in a trash is not chosen
/// yet.
/// </param>
/// <param name="Copy">The copy that the name belongs to.</param>
public sealed record PreviewedStep(JournalIntent Intent, PlanCopy Copy)
{
    /// <summary>Gets whether this is a symbolic link that would be retargeted to the keeper.</summary>
    public bool IsLink => !Intent.OldTarget.IsEmpty;
}
