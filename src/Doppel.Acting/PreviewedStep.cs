namespace Doppel.Acting;

/// <summary>What a run would do with one name, or with a symbolic link to one.</summary>
/// <param name="Intent">The name, its keeper and where a link would lead or a file be moved to; in a trash that is
/// not chosen yet.</param>
/// <param name="Copy">The copy that the name is one of.</param>
public sealed record PreviewedStep(JournalIntent Intent, PlanCopy Copy)
{
    /// <summary>Whether it is a symbolic link that would be made to lead to the keeper.</summary>
    public bool IsLink => !Intent.OldTarget.IsEmpty;
}
