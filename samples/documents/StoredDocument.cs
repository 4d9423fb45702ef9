namespace Doppel.Documents;

/// <summary>A document that has just been stored.</summary>
/// <param name="Name">Its name, as it is kept.</param>
/// <param name="ETag">Which content it is, as downloads tell it too.</param>
internal sealed record StoredDocument(string Name, string? ETag);
