namespace Doppel.S3.Signing;

/// <summary>A parameter of a query, as it is meant and not percent-encoded.</summary>
/// <param name="Name">Such as <c>prefix</c>.</param>
/// <param name="Value">Empty for parameters without a value, such as <c>uploads</c>.</param>
public readonly record struct QueryParameter(string Name, string Value = "");
