namespace Doppel.CommandLine;

/// <summary>Defines the options that limit what is requested about objects beside lists.</summary>
internal static class BudgetOptions
{
    /// <summary>Gets all of these options, in the order of help.</summary>
    internal static IReadOnlyList<OptionDefinition<CommandSettings>> All => [HeadsMax, DownloadMax, Trust];

    /// <summary>Gets the option that limits downloads.</summary>
    internal static OptionDefinition<CommandSettings> DownloadMax { get; } = new()
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
        Apply = (settings, value) => settings.Request.DownloadMax = value is null ? 0 : SizeText.Parse(value),
    };

    /// <summary>Gets the option that limits HEAD requests.</summary>
    internal static OptionDefinition<CommandSettings> HeadsMax { get; } = new()
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
            settings.Request.HeadsMax =
                value is null ? BucketBudget.HeadsDefault : Number.Parse(value, 0, 1_000_000_000),
    };

    private static OptionDefinition<CommandSettings> Trust { get; } = OptionDefinition.Choice<CommandSettings>(
        "trust", OptionCategory.Groups, "HASH", BucketBudget.TrustNames,
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
        static (settings, choice) => settings.Request.Trust = BucketBudget.TrustAt(choice));
}
