namespace Doppel.Acting;

/// <summary>Contains the decisions of the rules about the copies of a group.</summary>
/// <param name="Verdicts">The decision for each copy, best keeper first. Kept copies come before dropped ones.</param>
/// <param name="Reason">A human-readable list of the rules that chose the keeper.</param>
internal sealed record KeepChoice(IReadOnlyList<CopyVerdict> Verdicts, string Reason);
