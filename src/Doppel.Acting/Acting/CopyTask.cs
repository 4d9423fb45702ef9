namespace Doppel.Acting;

/// <summary>One inode that is to be acted on, with the names that were found to be as the plan says.</summary>
/// <param name="Group">Its group.</param>
/// <param name="Copy">What the plan says of it.</param>
/// <param name="Names">At least one.</param>
internal sealed record CopyTask(PlanGroup Group, PlanCopy Copy, IReadOnlyList<NameTask> Names);
