namespace Doppel.Acting;

/// <summary>How far an interrupted run has come with one name.</summary>
/// <param name="Intent">What it was about to do.</param>
/// <param name="Outcome">What came of it; null where it stands as before and can be acted on again.</param>
/// <param name="Digest">SHA-256 of the content in hex; empty where it is not known.</param>
internal readonly record struct SettledName(JournalIntent Intent, Step? Outcome, string Digest = "");
