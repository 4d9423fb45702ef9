namespace Doppel.Acting;

/// <summary>Describes how far an interrupted run has come with one name.</summary>
/// <param name="Intent">The intent of the run.</param>
/// <param name="Outcome">The outcome, or null if the name is unchanged and can be acted on again.</param>
/// <param name="Digest">The SHA-256 of the content in hex. Empty if unknown.</param>
internal readonly record struct SettledName(JournalIntent Intent, Step? Outcome, string Digest = "");
