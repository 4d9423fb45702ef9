namespace Doppel.Documents;

/// <summary>A document in a list.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="Stored">When it was stored.</param>
internal sealed record DocumentEntry(string Name, long Bytes, DateTimeOffset? Stored);
