namespace Doppel.Acting;

/// <summary>What the rules made of the copies of a group.</summary>
/// <param name="Verdicts">For every copy, the best keeper first; those that stay come before those that go.</param>
/// <param name="Reason">The rules by which the keeper was chosen, as people read them.</param>
internal sealed record KeepChoice(IReadOnlyList<CopyVerdict> Verdicts, string Reason);
