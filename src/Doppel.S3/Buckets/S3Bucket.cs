namespace Doppel.S3;

/// <summary>A bucket of a list.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Created">When it was made; null if the server does not tell.</param>
/// <param name="Region">Where it is; null if the server does not tell.</param>
public readonly record struct S3Bucket(string Name, DateTimeOffset? Created, string? Region);
