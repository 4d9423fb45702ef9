namespace Doppel.Documents;

/// <summary>A document in a listing.</summary>
/// <param name="Name">The name of the document.</param>
/// <param name="Bytes">The length of the document in bytes.</param>
/// <param name="Stored">The time at which the document was stored.</param>
internal sealed record DocumentEntry(string Name, long Bytes, DateTimeOffset? Stored);
