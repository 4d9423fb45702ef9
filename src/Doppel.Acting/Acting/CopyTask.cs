namespace Doppel.Acting;

/// <summary>An inode to act on, with those of its names that still match the plan.</summary>
/// <param name="Group">The group of the copy.</param>
/// <param name="Copy">The planned copy.</param>
/// <param name="Names">At least one name.</param>
internal sealed record CopyTask(PlanGroup Group, PlanCopy Copy, IReadOnlyList<NameTask> Names);
