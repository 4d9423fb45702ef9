namespace Doppel.S3;

/// <summary>A query parameter, without percent-encoding.</summary>
/// <param name="Name">The name, such as <c>prefix</c>.</param>
/// <param name="Value">The value. Empty for parameters without a value, such as <c>uploads</c>.</param>
public readonly record struct QueryParameter(string Name, string Value = "");
