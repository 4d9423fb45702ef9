namespace Doppel.S3;

/// <summary>A page of a listing that is returned entry by entry.</summary>
/// <param name="Items">The entries.</param>
/// <param name="Next">The marker of the next page, or null if this is the last page.</param>
/// <param name="NextId">
/// The marker among several entries with that name, or null to continue after all of them.
/// </param>
internal readonly record struct ListedPage<T>(List<T> Items, string? Next, string? NextId = null);
