namespace Doppel.Documents;

/// <summary>A document that has just been stored.</summary>
/// <param name="Name">The name under which the document is stored.</param>
/// <param name="ETag">The entity tag of the content, which downloads return too.</param>
internal sealed record StoredDocument(string Name, string? ETag);
