using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>Defines the options that limit what is requested about objects beside lists.</summary>
internal static class BudgetOptions
{
    // MD5s are as easy to forge as MetroHash.
    private static readonly (string Name, DigestAlgorithm Weakest)[] s_trusts =
    [
        ("xxh64", DigestAlgorithm.Xxh64), ("md5", BucketBudget.TrustDefault), ("sha1", DigestAlgorithm.Sha1),
        ("sha256", DigestAlgorithm.Sha256),
    ];

    /// <summary>Gets all of these options, in the order of help.</summary>
    internal static IReadOnlyList<OptionDefinition<IHasBucketBudget>> All => [HeadsMax, DownloadMax, Trust];

    /// <summary>Returns the value of --trust that stands for a hash function.</summary>
    internal static string TrustText(DigestAlgorithm weakest) =>
        Array.Find(s_trusts, one => one.Weakest == weakest).Name;

    /// <summary>Gets the option that limits downloads.</summary>
    internal static OptionDefinition<IHasBucketBudget> DownloadMax { get; } = new()
    {
        Name = "max-download",
        ValueName = "SIZE",
        Category = OptionCategory.Server,
        Summary = "Download up to SIZE to compare objects",
        Text = """
            Download objects that cannot be compared by their headers, up to this size in total, such as 500M or 20G,
            and compare them by their XXH3-128 hash. Of objects larger than 256 KiB, the first and last 4 KiB are read
            first, and the whole object only if a file has the same ones. Nothing is written to the disk. The default is
            0: such objects are not compared, and a warning tells how large they are. Most servers charge for downloads.
            """,
        Negation = "no-max-download",
        Apply = (settings, value) => settings.DownloadMax = value is null ? 0 : FilterOptions.ParseSize(value),
    };

    /// <summary>Gets the option that limits HEAD requests.</summary>
    internal static OptionDefinition<IHasBucketBudget> HeadsMax { get; } = new()
    {
        Name = "max-heads",
        ValueName = "N",
        Category = OptionCategory.Server,
        Summary = "Ask about at most N objects (default 10000)",
        Text = """
            Ask the server about at most N objects that the listing alone cannot decide, with a HEAD request for each,
            from 0 to 1000000000. The default is 10000, which costs less than a cent on Amazon S3. Only objects of the
            same size as a file are asked about: those in parts of an unusual size, and those that are encrypted so that
            their ETag is not an MD5. A warning reports how many were left out.
            """,
        Negation = "no-max-heads",
        Apply = (settings, value) =>
            settings.HeadsMax = value is null ? BucketBudget.HeadsDefault : Number.Parse(value, 0, 1_000_000_000),
    };

    private static OptionDefinition<IHasBucketBudget> Trust { get; } = OptionDefinition.Choice<IHasBucketBudget>(
        "trust", OptionCategory.Groups, "HASH", [.. s_trusts.Select(static one => one.Name)],
        "Weakest digest to accept as proof",
        """
        Accept equal digests in lists and buckets as proof only if they are by this hash function or by one that is
        harder to forge: xxh64, md5, sha1 or sha256. The default is md5, which includes MD5s of parts and MetroHash128.
        Two different files do not have such a digest in common by accident, but can be made to; with sha256, they
        cannot. xxh64 also accepts digests of 64 bits. The server is asked about objects whose digest is not accepted,
        as it may have the SHA-256, and --max-download reads the others. Files and objects that remain are in no group,
        and a warning counts them. XXH3-128 hashes are always accepted, since Doppel compares files by them; --exact
        compares local files byte by byte.
        """,
        static (settings, choice) => settings.Trust = s_trusts[choice].Weakest);
}

/// <summary>The settings of commands that compare objects.</summary>
internal interface IHasBucketBudget : IHasS3Connection
{
    /// <summary>Gets or sets the most HEAD requests that are sent about objects in buckets.</summary>
    int HeadsMax { get; set; }

    /// <summary>Gets or sets the most bytes that are downloaded to compare objects.</summary>
    long DownloadMax { get; set; }

    /// <summary>Gets or sets the hash function from which on digests of lists and buckets are believed.</summary>
    DigestAlgorithm Trust { get; set; }
}
