namespace Doppel.S3;

/// <summary>A bucket in a listing.</summary>
/// <param name="Name">The name of the bucket.</param>
/// <param name="Created">When the bucket was created, or null if the server does not say.</param>
/// <param name="Region">The region of the bucket, or null if the server does not say.</param>
public readonly record struct S3Bucket(string Name, DateTimeOffset? Created, string? Region);
