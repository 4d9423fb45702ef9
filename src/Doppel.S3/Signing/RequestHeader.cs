namespace Doppel.S3.Signing;

/// <summary>A header of a request.</summary>
/// <param name="Name">In any case.</param>
/// <param name="Value">
/// ASCII without control characters; blanks around it and runs of blanks in it do not count.
/// </param>
public readonly record struct RequestHeader(string Name, string Value);
