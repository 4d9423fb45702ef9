namespace Doppel.S3;

/// <summary>A header of a request.</summary>
/// <param name="Name">The name, case-insensitive.</param>
/// <param name="Value">
/// The value: ASCII without control characters. Surrounding blanks and the length of runs of blanks are insignificant.
/// </param>
public readonly record struct RequestHeader(string Name, string Value);
