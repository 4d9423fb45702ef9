namespace Doppel.Cli;

/// <summary>Defines the commands of <c>doppel s3</c>.</summary>
internal static class S3Commands
{
    private static readonly IOption<S3Settings>[] s_messages = [OutputOptions.Color, OutputOptions.Quiet];

    private static readonly OptionDefinition<CommandSettings> s_verbose = OutputOptions.Verbose with
    {
        Summary = "Print each file or object that is transferred",
        Text = """
            Print each file or object that is transferred or deleted on standard error, and each download that could not
            be compared because the server has neither a checksum nor an MD5 of it.
            """,
    };

    private static readonly OptionDefinition<CommandSettings> s_yes =
        ConfirmationOptions.Yes with { Category = OptionCategory.Objects };

    private static CommandDefinition List { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "ls"],
        Operands = "[s3://BUCKET[/PREFIX]]",
        OperandsMax = 1,
        Summary = "List buckets or objects",
        Text = """
            Lists the buckets of the account, or the objects in BUCKET whose keys start with PREFIX. Keys that share a
            prefix up to the next slash are listed as a folder: s3://b/log lists log.txt and logs/, and s3://b/logs/
            lists the contents of logs/. With --recursive all objects are listed.

            On a terminal the output has columns; otherwise time (UTC), bytes and key are separated by tabs. Control
            characters are escaped; --json writes keys unescaped.
            """,
        Accepts = [S3Options.Recursive, .. S3ConnectionOptions.Requests, S3Options.Json, .. s_messages],
        Examples =
        [
            new("doppel s3 ls --endpoint https://s3.example.org", "list all buckets"),
            new("doppel s3 ls -r --json s3://photos/2024/ | jq -r .key", "list all keys in a folder"),
        ],
        Execute = S3List.Run,
    };

    private static CommandDefinition Copy { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "cp"],
        Operands = "SOURCE TARGET",
        OperandsMin = 2,
        OperandsMax = 2,
        OperandCompletion = ValueCompletion.File,
        Summary = "Upload, download or copy objects",
        Text = """
            Copies a file to s3://BUCKET/KEY, an object to a file or folder, or an object to another name on the same
            server without transferring it through this machine. - is standard input or output. With --recursive
            everything below a folder or below s3://BUCKET/PREFIX is copied below TARGET, and failures are reported as
            problems.

            Existing files and objects are skipped unless --overwrite is given; doppel s3 sync compares them. A
            downloaded file appears only when it is complete and on the disk; until then a file .*.s3part next to it
            holds its parts, from which an interrupted download resumes. Every download is compared with the checksum or
            the MD5 that the server has. If an upload is interrupted, its parts are deleted. With --resume they are
            kept, and the next run with --resume continues from them.

            The modification time of a file is stored with its object, and restored by a download. A file that changes
            while it is uploaded is a problem, and nothing is stored.

            A download never writes outside TARGET, whatever the keys contain: keys with empty components, "." or "..",
            absolute keys, and names that this system does not support are problems. Symbolic links are not followed,
            neither below TARGET nor in an uploaded folder.
            """,
        Accepts =
        [
            S3Options.Recursive, S3Options.Overwrite, S3Options.SkipKnown, S3Options.CopyKnown, S3Options.Resume,
            S3Options.Checksum, S3Options.NoVerify, .. PropertyOptions.All, .. S3ConnectionOptions.Requests,
            S3Options.JsonTotals, .. s_messages, s_verbose, OutputOptions.Progress, S3Options.PartSize,
            S3Options.Parallel,
        ],
        Examples =
        [
            new("doppel s3 cp disk.img s3://backup/", "upload a file under its own name"),
            new("doppel s3 cp --resume disk.img s3://backup/", "resume the upload after an interruption"),
            new("doppel s3 cp -r s3://photos/2024 ~/Pictures/2024", "download a folder"),
            new("doppel s3 cp -r --skip-known ~/Inbox s3://photos/new", "upload only pictures that are new"),
            new("tar c ~/src | doppel s3 cp - s3://backup/src.tar", "upload the output of a program"),
            new("doppel s3 cp s3://backup/src.tar - | tar t", "and read it back"),
        ],
        Execute = S3Copy.Run,
    };

    private static CommandDefinition Sync { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "sync"],
        Operands = "SOURCE TARGET",
        OperandsMin = 2,
        OperandsMax = 2,
        OperandCompletion = ValueCompletion.File,
        Summary = "Transfer only what differs",
        Text = """
            Makes TARGET equal to SOURCE by transferring what is missing or differs. SOURCE, TARGET or both are
            s3://BUCKET/PREFIX; the other is a folder. Files and objects with the same size and content are skipped. The
            content is compared with the MD5 or checksum of the object, without a transfer. If the server has neither,
            the modification time decides. --delete also deletes what only TARGET has. doppel undo brings it back: files
            from the trash, and objects if the bucket keeps versions or they have at most 64 KiB, 16 MiB in all.

            Files are uploaded and downloaded as by doppel s3 cp -r. A file that changes while it is uploaded is a
            problem, and nothing is stored. An interrupted run can be started again.
            """,
        Accepts =
        [
            S3Options.Delete, S3Options.DeleteAll, S3Options.MaxDelete, S3Options.Permanent, S3Options.SyncDryRun,
            s_yes, .. S3Globs.Options, S3Options.Checksum,
            S3Options.NoVerify, .. PropertyOptions.All, .. S3ConnectionOptions.Requests, S3Options.JsonTotals,
            .. s_messages, s_verbose, OutputOptions.Progress, S3Options.PartSize, S3Options.Parallel,
        ],
        Examples =
        [
            new("doppel s3 sync ~/Pictures s3://backup/pictures", "upload what is new or has changed"),
            new("doppel s3 sync --delete s3://backup/pictures ~/Pictures", "download, and delete the rest"),
        ],
        Execute = S3Sync.Run,
    };

    private static CommandDefinition Remove { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "rm"],
        Operands = "s3://BUCKET/KEY",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Delete objects",
        Text = """
            Deletes an object, or with --recursive all objects in a folder, after printing their number and size and
            asking for confirmation. Only the objects that were counted are deleted, not objects that arrive later or
            that were stored again since. The question says how many of them cannot be brought back. doppel undo brings
            back the others: those that the bucket keeps a version of, and those of at most 64 KiB, 16 MiB in all, whose
            content the journal has kept.
            """,
        Accepts =
        [
            S3Options.Recursive, S3Options.DryRun, s_yes, .. S3ConnectionOptions.Requests, S3Options.JsonTotals,
            .. s_messages,
        ],
        Examples = [new("doppel s3 rm -r s3://backup/2019", "count the objects, ask, delete")],
        Execute = S3Remove.Run,
    };

    private static CommandDefinition MakeBucket { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "mb"],
        Operands = "s3://BUCKET",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Create a bucket",
        Text = "Creates a bucket in the region that --region selects.",
        Accepts = [.. S3ConnectionOptions.Requests, S3Options.JsonTotals, .. s_messages],
        Examples = [new("doppel s3 mb --region eu-west-1 s3://backup", "create a bucket in a region")],
        Execute = S3Buckets.Make,
    };

    private static CommandDefinition RemoveBucket { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "rb"],
        Operands = "s3://BUCKET",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Delete an empty bucket",
        Text = "Deletes a bucket. It must be empty.",
        Accepts = [.. S3ConnectionOptions.Requests, S3Options.JsonTotals, .. s_messages],
        Execute = S3Buckets.Remove,
    };

    private static CommandDefinition Head { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "head"],
        Operands = "s3://BUCKET[/KEY]",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Show the metadata of an object",
        Text = """
            Shows size, time, ETag, media type, checksums and metadata of an object without downloading it, or checks
            that a bucket exists. The exit code is 2 if it does not exist.
            """,
        Accepts = [.. S3ConnectionOptions.Requests, S3Options.Json, .. s_messages],
        Examples = [new("doppel s3 head --json s3://photos/a.jpg | jq -r .etag", "print one field")],
        Execute = S3Look.Head,
    };

    private static CommandDefinition Presign { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "presign"],
        Operands = "s3://BUCKET/KEY",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Create a URL that is valid for a limited time",
        Text = """
            Prints a URL with which anyone can download the object, or upload it with --method PUT, for a limited time
            and without keys. The server is not contacted, and the object need not exist. Anyone who knows the URL can
            use it.
            """,
        Accepts = [S3Options.Expires, S3Options.Method, .. S3ConnectionOptions.Server, S3Options.Json, .. s_messages],
        Examples =
        [
            new("doppel s3 presign --expires 15m s3://photos/a.jpg", "share an object for download"),
            new("curl -T a.jpg \"$(doppel s3 presign --method PUT s3://photos/a.jpg)\"", "upload with such a URL"),
        ],
        Execute = S3Look.Presign,
    };

    private static CommandDefinition Print { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "cat"],
        Operands = "s3://BUCKET/KEY",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Print an object to standard output",
        Text = """
            Prints an object, or a range of its bytes, to standard output as it arrives. If the connection breaks, the
            download continues on a new one, as long as the object does not change.
            """,
        Accepts = [S3Options.Range, S3Options.NoVerify, .. S3ConnectionOptions.Requests, .. s_messages],
        Examples = [new("doppel s3 cat --range 0-1023 s3://photos/a.jpg | file -", "inspect its first KiB")],
        Execute = S3Look.Cat,
    };

    private static CommandDefinition Uploads { get; } = new CommandDefinition<S3Settings>
    {
        Defaults = context => new S3Settings(context),
        Words = ["s3", "uploads"],
        Operands = "s3://BUCKET[/PREFIX]",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "List or abort unfinished uploads",
        Text = """
            Lists uploads in parts that were neither completed nor aborted: when they began, the size of their parts,
            and their keys. Their parts use space that no list of objects shows. doppel s3 cp --resume continues the
            latest upload of an object. --abort deletes them after asking.
            """,
        Accepts =
        [
            S3Options.Abort, S3Options.Older, S3Options.DryRun, s_yes, .. S3ConnectionOptions.Requests, S3Options.Json,
            .. s_messages,
        ],
        Examples = [new("doppel s3 uploads --abort --older 7d s3://backup", "free the space of abandoned uploads")],
        Execute = S3Uploads.Run,
    };

    /// <summary>Gets all of these commands, in the order of help.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } =
        [List, Copy, Sync, Remove, MakeBucket, RemoveBucket, Head, Presign, Print, Uploads];
}
