using Doppel.Finding;

namespace Doppel.App;

/// <summary>What is to be searched, as the user named it.</summary>
/// <remarks>Unless it is allowed by <see cref="Check"/>, a saved volume or a bucket as a root is refused.</remarks>
internal sealed record RootsRequest
{
    /// <summary>Gets the folders, files, saved volumes and buckets.</summary>
    internal required IReadOnlyList<string> Typed { get; init; }

    /// <summary>
    /// Gets the files with further roots, and the patterns, none of which may lead outside the roots.
    /// </summary>
    internal FilterSettings Filter { get; init; } = new();

    /// <summary>Gets the folders in which everything stays, and whose content is looked for.</summary>
    internal IReadOnlyList<TypedFolder> References { get; init; } = [];

    /// <summary>Gets the saved volumes and buckets that are references.</summary>
    internal IReadOnlyList<string> SavedReferences { get; init; } = [];

    /// <summary>Gets the folders to search because something in them must stay.</summary>
    internal IReadOnlyList<TypedFolder> Guarded { get; init; } = [];

    /// <summary>Gets the function that refuses a saved volume or a bucket before the slow work of opening it.</summary>
    internal Action<string> Check { get; init; } = static root => throw SavedRoots.Refused(root);

    /// <summary>Gets the folder of the catalog, for saved volumes; null if there is none.</summary>
    internal string? Catalog { get; init; }

    /// <summary>Gets what may be requested of buckets beside lists.</summary>
    internal BucketBudget Budget { get; init; } = new(0, 0);

    /// <summary>Opens everything. Buckets are listed.</summary>
    /// <param name="environment">The volumes and the working directory.</param>
    /// <param name="clients">The clients of buckets. Remain owned by the caller.</param>
    /// <param name="progress">Shows the text of a line of progress until it is disposed.</param>
    /// <exception cref="UsageException">
    /// A root does not exist, is in a reference folder or cannot be listed, a list cannot be read, or a pattern leads
    /// outside the roots.
    /// </exception>
    internal OpenRoots Open(
        AppEnvironment environment, BucketClients? clients = null, Func<Func<string>, IDisposable?>? progress = null)
    {
        var buckets = new BucketRoots(environment, clients, Budget, progress, Typed.Concat(SavedReferences));
        var saved = new SavedRoots(Catalog)
        {
            References = SavedReferences,
            Buckets = buckets,
            Check = Check,
        };
        try
        {
            var resolver = new RootResolver(environment.Volume, environment.Paths, saved);
            ResolvedRoots resolved = resolver.Resolve(Typed, Filter.Lists, References, Guarded);
            GlobCheck.Refuse(Filter, environment.Volume, environment.Paths, resolved);
            return new OpenRoots(resolved, saved, buckets, Budget);
        }
        catch
        {
            saved.Dispose();
            throw;
        }
    }
}

/// <summary>The open roots of a search.</summary>
/// <param name="Resolved">The roots on disks, in saved volumes and in buckets.</param>
/// <param name="Saved">The saved volumes.</param>
/// <param name="Buckets">The buckets.</param>
/// <param name="Budget">What may be requested of buckets, and what was left of it.</param>
internal sealed record OpenRoots(
    ResolvedRoots Resolved, SavedRoots Saved, BucketRoots Buckets, BucketBudget Budget) : IDisposable
{
    /// <summary>Closes the saved volumes.</summary>
    public void Dispose() => Saved.Dispose();
}
