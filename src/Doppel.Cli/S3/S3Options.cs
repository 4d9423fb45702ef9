using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Defines the options of <c>doppel s3</c>.</summary>
internal static class S3Options
{
    internal static OptionDefinition<CommandSettings> Json { get; } = OptionDefinition.Switch<CommandSettings>(
        "json", OptionCategory.Output, "Write JSON Lines, one object per line",
        "Write JSON Lines, one object for each result, with unescaped names and times.",
        (settings, on) => settings.Json = on);

    /// <summary>Gets the option for the result of commands that change something.</summary>
    internal static OptionDefinition<CommandSettings> JsonTotals { get; } = Json with
    {
        Summary = "Write the result as one line of JSON",
        Text = """
            Write the result as one line of JSON on standard output: for cp, sync and rm the number of objects and
            problems, for mb and rb the bucket. With --dry-run, write one line for each object instead.
            """,
    };

    internal static OptionDefinition<S3Settings> Recursive { get; } = OptionDefinition.Switch<S3Settings>(
        "recursive", OptionCategory.Objects, "Include everything below",
        """
        Include everything below a folder or below s3://BUCKET/PREFIX. For doppel s3 cp and doppel s3 rm, PREFIX is a
        folder: a slash is appended if it has none, so s3://b/log does not match s3://b/logs/x.
        """,
        (settings, on) => settings.Recursive = on) with
    { Short = 'r' };

    internal static OptionDefinition<S3Settings> Overwrite { get; } = OptionDefinition.Switch<S3Settings>(
        "overwrite", OptionCategory.Objects, "Replace existing files and objects",
        """
        Replace existing files and objects. Without this option they are skipped, and their number is printed at the
        end. A copy of a single file or object fails if its target exists.
        """,
        (settings, on) => settings.Overwrite = on);

    internal static OptionDefinition<S3Settings> SkipKnown { get; } = OptionDefinition.Switch<S3Settings>(
        "skip-known", OptionCategory.Objects, "Skip files whose content the bucket has",
        """
        With --recursive, do not upload files whose content the bucket has already, whatever the key. The list of the
        whole bucket is read and compared with the files, as by doppel find --reference s3://BUCKET. TARGET then lacks
        these files; --copy-known adds them.
        """,
        (settings, on) => settings.SkipKnown = on);

    internal static OptionDefinition<S3Settings> CopyKnown { get; } = OptionDefinition.Switch<S3Settings>(
        "copy-known", OptionCategory.Objects, "Copy files whose content the bucket has",
        """
        With --recursive, copy files on the server whose content the bucket has already under another key, instead of
        uploading them. TARGET then has all files, and little is transferred.
        """,
        (settings, on) => settings.CopyKnown = on);

    internal static OptionDefinition<CommandSettings> DryRun { get; } = OptionDefinition.Switch<CommandSettings>(
        "dry-run", OptionCategory.Objects, "Show what would be deleted, and delete nothing",
        "Print the objects that would be deleted, one per line, and delete nothing.",
        (settings, on) => settings.DryRun = on);

    internal static OptionDefinition<CommandSettings> SyncDryRun { get; } = DryRun with
    {
        Summary = "Show what would be done, and do nothing",
        Text = "Print what would be uploaded, downloaded, copied or deleted, one line each, and change nothing.",
    };

    internal static OptionDefinition<S3Settings> Resume { get; } = OptionDefinition.Switch<S3Settings>(
        "resume", OptionCategory.Objects, "Resume an interrupted upload",
        """
        Resume the latest interrupted multipart upload of the same object: parts that the server already has, by size
        and MD5, are not sent again. If an upload with this option is interrupted, its parts stay on the server and use
        space until it is resumed or aborted; without this option an interrupted upload is aborted. With this option
        every file larger than a part is uploaded in parts. Downloads always resume.
        """,
        (settings, on) => settings.Resume = on);

    internal static OptionDefinition<S3Settings> NoVerify { get; } = OptionDefinition.Switch<S3Settings>(
        "no-verify", OptionCategory.Objects, "Do not compare downloads with their ETag",
        """
        Do not compare downloaded data with the ETag of the object, for servers whose ETags look like MD5s but are
        not. By default, every download is compared with the checksum or the MD5 that the server has, and repeated if
        it differs.
        """,
        (settings, on) => settings.VerifiesETags = !on);

    internal static OptionDefinition<S3Settings> Delete { get; } = OptionDefinition.Switch<S3Settings>(
        "delete", OptionCategory.Objects, "Delete what SOURCE does not have",
        """
        Delete files or objects below TARGET that SOURCE does not have, after everything was transferred without a
        problem, and after asking. Without a terminal, --yes is required. Files go to the trash. What has changed since
        it was listed stays, and so does what --include and --exclude leave out. If SOURCE is empty, nothing is deleted
        without --delete-all. The question says what cannot be undone.
        """,
        (settings, on) => settings.Delete = on);

    internal static OptionDefinition<S3Settings> Permanent { get; } = OptionDefinition.Switch<S3Settings>(
        "permanent", OptionCategory.Objects, "Delete files for good, not to the trash",
        """
        With --delete, delete files permanently instead of moving them to the trash. This cannot be undone. Objects are
        never in a trash: a bucket that keeps versions keeps them, and the journal has the content of small ones.
        """,
        (settings, on) => settings.Permanent = on);

    internal static OptionDefinition<S3Settings> DeleteAll { get; } = OptionDefinition.Switch<S3Settings>(
        "delete-all", OptionCategory.Objects, "Delete even if SOURCE is empty",
        """
        With --delete, delete everything below TARGET if SOURCE is empty. Without this option that is refused, because
        an empty SOURCE is mostly a disk that is not mounted or a mistyped prefix.
        """,
        (settings, on) => settings.DeleteAll = on);

    internal static OptionDefinition<S3Settings> MaxDelete { get; } = new()
    {
        Name = "max-delete",
        ValueName = "N",
        Category = OptionCategory.Objects,
        Summary = "Delete nothing if it would be more than N",
        Text = """
            With --delete, delete nothing at all if more than N files or objects would be deleted. Everything is
            transferred all the same, and the exit code is 1.
            """,
        Negation = "no-max-delete",
        Apply = (settings, value) =>
            settings.DeletionsMax = value is null ? null : Number.Parse(value, 0, int.MaxValue),
    };

    internal static OptionDefinition<S3Settings> Abort { get; } = OptionDefinition.Switch<S3Settings>(
        "abort", OptionCategory.Objects, "Abort the uploads, which frees their space",
        "Abort the listed uploads after asking. Their parts are deleted, and they cannot be resumed.",
        (settings, on) => settings.Abort = on);

    internal static OptionDefinition<S3Settings> Older { get; } = new()
    {
        Name = "older",
        ValueName = "DURATION",
        Category = OptionCategory.Objects,
        Summary = "Only uploads that began longer ago, such as 7d",
        Text = "Only uploads that began longer ago than this: 90s, 15m, 2h, 7d or 2w.",
        Negation = "no-older",
        Apply = (settings, value) => settings.Older = value is null
            ? TimeSpan.Zero
            : S3ConnectionOptions.ParseTime(value, TimeSpan.Zero, TimeSpan.FromDays(36_500), "0s to 36500d"),
    };

    internal static OptionDefinition<S3Settings> PartSize { get; } = new()
    {
        Name = "part-size",
        ValueName = "SIZE",
        Category = OptionCategory.Running,
        Summary = "Size of a part, 5MiB to 1GiB (default 16MiB)",
        Text = """
            The size of a part, which one request transfers, from 5MiB to 1GiB; the default is 16MiB, or more for files
            that would exceed 10,000 parts. Files larger than 128 MiB are uploaded in parts; with this option, all files
            larger than a part. An upload from standard input holds four parts in memory.
            """,
        Negation = "no-part-size",
        Apply = (settings, value) => settings.PartBytes = value is null ? null : ParsePartSize(value),
    };

    internal static OptionDefinition<S3Settings> Parallel { get; } = new()
    {
        Name = "parallel",
        ValueName = "N",
        Category = OptionCategory.Running,
        Summary = "Number of parallel requests, 1 to 64 (default 4)",
        Text = "The number of files, or parts of one file, to copy in parallel, 1 to 64. The default is 4.",
        Negation = "no-parallel",
        Apply = (settings, value) => settings.Parallel = value is null ? 4 : Number.Parse(value, 1, 64),
    };

    private static readonly string[] s_checksums = ["none", "crc32", "crc32c", "crc64nvme", "sha1", "sha256"];

    internal static OptionDefinition<S3Settings> Checksum { get; } = OptionDefinition.Choice<S3Settings>(
        "checksum", OptionCategory.Objects, "ALGORITHM", s_checksums, "Send a checksum for the server to verify",
        """
        Send a checksum of this algorithm with each upload: none (default), crc32, crc32c, crc64nvme, sha1 or sha256.
        The server verifies it and stores it. A server without support for checksums ignores it, or rejects uploads from
        standard input.
        """,
        (settings, choice) => settings.Checksum = choice == 0 ? null : (ChecksumAlgorithm)(choice - 1));

    internal static OptionDefinition<S3Settings> Range { get; } = new()
    {
        Name = "range",
        ValueName = "FIRST-LAST",
        Category = OptionCategory.Objects,
        Summary = "Print only these bytes: 0-99, 100- or =-50",
        Text = """
            Print only these bytes of the object. Offsets start at 0 and the last byte is included: 0-99 is the first
            hundred bytes, 100- everything from there, and --range=-50 the last 50 bytes.
            """,
        Negation = "no-range",
        Apply = (settings, value) => settings.Range = value is null ? null : S3RangeText.Parse(value),
    };

    internal static OptionDefinition<S3Settings> Expires { get; } = new()
    {
        Name = "expires",
        ValueName = "DURATION",
        Category = OptionCategory.Objects,
        Summary = "How long the URL is valid (default 1h, at most 7d)",
        Text = """
            How long the URL is valid: 90s, 15m, 2h, 1h30m, at most 7d. The default is one hour. A URL that is signed
            with temporary keys expires no later than these.
            """,
        Negation = "no-expires",
        Apply = (settings, value) =>
            settings.Lifetime = value is null
                ? TimeSpan.FromHours(1)
                : S3ConnectionOptions.ParseTime(value, TimeSpan.FromSeconds(1), TimeSpan.FromDays(7), "1s to 7d"),
    };

    private static readonly string[] s_methods = ["GET", "PUT", "HEAD", "DELETE"];

    internal static OptionDefinition<S3Settings> Method { get; } = OptionDefinition.Choice<S3Settings>(
        "method", OptionCategory.Objects, "METHOD", s_methods, "GET (default), PUT, HEAD or DELETE",
        "What the URL allows: GET (default) downloads, PUT uploads, HEAD reads the metadata, DELETE deletes.",
        (settings, choice) => settings.Method = s_methods[choice]);

    private static int ParsePartSize(string value) =>
        SizeText.TryParse(value, out long bytes) && bytes is >= 5 * 1024 * 1024 and <= 1024 * 1024 * 1024
            ? (int)bytes
            : throw new UsageException($"'{value}' is not from 5MiB to 1GiB", SizeText.Hint);
}
