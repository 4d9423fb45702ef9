namespace Doppel.S3;

/// <summary>A page of a list that is read entry by entry.</summary>
/// <param name="Items">What it lists.</param>
/// <param name="Next">Where to go on; null if this was the last page.</param>
/// <param name="NextId">Behind which of several of that name; null: behind all of them.</param>
internal readonly record struct ListedPage<T>(List<T> Items, string? Next, string? NextId = null);
