using Doppel.Finding;
using Doppel.Hashing;

namespace Doppel.App;

/// <summary>What the user wants of a search, and which copies stay. Options, profiles and the page fill it.</summary>
internal sealed class SearchRequest
{
    /// <summary>Gets or sets the folders, files, saved volumes and buckets, as typed.</summary>
    internal IReadOnlyList<string> Roots { get; set; } = [];

    /// <summary>Gets or sets what can be searched besides folders and files on disks. Default: nothing.</summary>
    internal RootKinds Accepts { get; set; }

    /// <summary>
    /// Gets or sets whether a root that cannot be opened is a problem of the search, as long as there is another.
    /// Default: it is an error, since whoever plans relies on what is there.
    /// </summary>
    internal bool AllowsMissing { get; set; }

    /// <summary>Gets the folders in which everything stays, and whose content is looked for.</summary>
    internal List<TypedFolder> References { get; } = [];

    /// <summary>Gets the saved volumes and buckets that are references, as typed.</summary>
    internal List<string> SavedReferences { get; } = [];

    /// <summary>Gets which files are searched, and the files with further roots.</summary>
    internal FilterSettings Filter { get; } = new();

    internal GroupSettings Groups { get; } = new();

    internal MediaSettings Media { get; } = new();

    /// <summary>Gets which copies stay.</summary>
    internal KeepSettings Keeping { get; } = new();

    internal CatalogSettings Catalog { get; } = new();

    internal RunSettings Running { get; } = new();

    /// <summary>Gets the server and the credentials of buckets.</summary>
    internal S3ConnectionSettings Connection { get; } = new();

    /// <summary>Gets or sets how many objects may be asked about besides lists.</summary>
    internal int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    /// <summary>Gets or sets how many bytes of objects may be downloaded.</summary>
    internal long DownloadMax { get; set; }

    /// <summary>Gets or sets the weakest digest that counts as proof.</summary>
    internal DigestAlgorithm Trust { get; set; } = BucketBudget.TrustDefault;

    /// <summary>Opens everything that is searched. Buckets are listed.</summary>
    /// <param name="environment">The volumes and the working directory.</param>
    /// <param name="clients">The clients of buckets. Remain owned by the caller.</param>
    /// <param name="show">Shows the text of a line of progress until it is disposed.</param>
    /// <param name="plansDownloads">Whether to count what would be requested of buckets, and request nothing.</param>
    /// <exception cref="UsageException">
    /// A root does not exist, is in a reference folder or cannot be listed, a list cannot be read, a pattern leads
    /// outside the roots, or an option cannot be used with these roots.
    /// </exception>
    internal OpenRoots Open(
        AppEnvironment environment, BucketClients? clients = null, Func<Func<string>, IDisposable?>? show = null,
        bool plansDownloads = false)
    {
        BucketRoots buckets = BucketsOf(environment, clients, show, plansDownloads);
        string? catalog = Accepts.HasFlag(RootKinds.SavedVolumes) ? Catalog.PathOf(environment) : null;
        var saved = new SavedRoots(catalog) { References = SavedReferences, Buckets = buckets, Check = Refuse };
        try
        {
            var resolver = new RootResolver(environment.Volume, environment.Paths, saved)
            {
                AllowsMissing = AllowsMissing,
            };
            ResolvedRoots resolved = resolver.Resolve(Roots, Filter.Lists, References, Keeping.Never);
            GlobCheck.Refuse(Filter, environment.Volume, environment.Paths, resolved);
            Groups.RefuseOneRoot(resolved);
            return new OpenRoots(resolved, saved, buckets);
        }
        catch
        {
            saved.Dispose();
            throw;
        }
    }

    /// <summary>Creates what lists the buckets among the roots and references.</summary>
    /// <inheritdoc cref="Open"/>
    internal BucketRoots BucketsOf(
        AppEnvironment environment, BucketClients? clients, Func<Func<string>, IDisposable?>? show,
        bool plansDownloads = false) => new(
        environment, clients, new BucketBudget(HeadsMax, DownloadMax) { Trust = Trust, IsDryRun = plansDownloads },
        show, Roots.Concat(SavedReferences));

    /// <summary>Returns the engine's options.</summary>
    internal FindOptions ToFindOptions(ResolvedRoots roots) => ToFindOptions(roots.Roots) with
    {
        References = roots.References,
        Uniques = Groups.Unique,
        Isolate = Groups.Isolate,
        Folders = Groups.Folders ? Groups.FoldersBy : FolderMatching.Off,
        Media = Media.IsOn ? Media.Policy : null,
        Proof = Groups.Exact ? ProofDemand.Bytes : ProofDemand.Standard,
        Trust = Trust,
    };

    /// <summary>Returns the engine's options for whatever walks some folders.</summary>
    internal FindOptions ToFindOptions(IReadOnlyList<FindRoot> roots) => new()
    {
        Roots = roots,
        Filter = Filter.ToFilter(),
        Links = Filter.Follow ? LinkFollowing.Follow : LinkFollowing.Never,
        OneFileSystem = Filter.OneFileSystem,
        Scan = Running.Scan,
        Threads = Running.Threads,
        DeviceRules = Running.Devices,
    };

    // Before the slow work of opening it.
    private void Refuse(string root)
    {
        if (!Accepts.HasFlag(S3Location.Is(root) ? RootKinds.Buckets : RootKinds.SavedVolumes))
        {
            throw SavedRoots.Refused(root, Accepts);
        }

        Groups.RefuseSaved(root, Media);
    }
}
