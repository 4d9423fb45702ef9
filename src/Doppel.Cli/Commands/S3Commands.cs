using Doppel.Cli.Options;
using Doppel.Cli.S3;

namespace Doppel.Cli.Commands;

/// <summary>The commands of <c>doppel s3</c>.</summary>
internal static class S3Commands
{
    private static readonly OptionDefinition[] s_messages =
        [.. OutputOptions.All.Where(static option => option.Name is "color" or "quiet")];

    private static readonly OptionDefinition s_yes =
        ActingOptions.Yes with { Category = OptionCategory.Objects };

    private static readonly OptionDefinition[] s_progress =
        [.. OutputOptions.All.Where(static option => option.Name is "progress")];

    private static CommandDefinition List { get; } = new()
    {
        Words = ["s3", "ls"],
        Operands = "[s3://BUCKET[/PREFIX]]",
        OperandsMax = 1,
        Summary = "List buckets, or objects in one",
        Text = """
            Lists the buckets of the account, or what begins with PREFIX in BUCKET: objects, and as folders what keys
            have in common up to the next slash. So s3://b/log lists log.txt and logs/, and s3://b/logs/ what is in
            there. With --recursive all objects are listed.

            On a terminal there are columns; elsewhere tabs stand between time (UTC), bytes and key. What could fool a
            terminal or a line is escaped; --json has keys as they are.
            """,
        Options = [S3Options.Recursive, .. S3Options.Server, S3Options.Json, .. s_messages],
        Examples =
        [
            new("doppel s3 ls --endpoint https://s3.example.org", "which buckets there are"),
            new("doppel s3 ls -r --json s3://photos/2024/ | jq -r .key", "all keys below a folder"),
        ],
        Run = S3List.Run,
    };

    private static CommandDefinition Copy { get; } = new()
    {
        Words = ["s3", "cp"],
        Operands = "SOURCE TARGET",
        OperandsMin = 2,
        OperandsMax = 2,
        OperandCompletion = ValueCompletion.File,
        Summary = "Copy to a server, from it, or within it",
        Text = """
            Copies a file to s3://BUCKET/KEY, an object to a file or into a folder, or an object to another name
            without moving it through this machine; - is standard input or output. With --recursive all that is below
            a folder or below s3://BUCKET/PREFIX goes below TARGET, and what cannot be copied is told as a problem.

            What is there already is left alone, unless --overwrite is given. A file appears only when all of it has
            come and is on the disk; until then it gathers in FILE.s3part, and a download that was broken off goes on
            with that by itself. An upload goes on with --resume. Interrupted, parts that were uploaded are taken
            back, or kept with --resume.

            Going down, nothing is ever written outside of TARGET, whatever keys say: keys with empty components, . or
            .., absolute ones, and names that this system cannot have are problems, and symbolic links below TARGET
            are not followed. Going up, they are not followed either.
            """,
        Options =
        [
            S3Options.Recursive, S3Options.Overwrite, S3Options.Resume, S3Options.Checksum, .. S3Options.Server,
            .. s_messages, .. s_progress, S3Options.PartSize, S3Options.Parallel,
        ],
        Examples =
        [
            new("doppel s3 cp disk.img s3://backup/", "upload a file under its name"),
            new("doppel s3 cp --resume disk.img s3://backup/", "again, from where it was broken off"),
            new("doppel s3 cp -r s3://photos/2024 ~/Pictures/2024", "download a folder"),
            new("tar c ~/src | doppel s3 cp - s3://backup/src.tar", "upload what a program writes"),
            new("doppel s3 cp s3://backup/src.tar - | tar t", "and read it again"),
        ],
        Run = S3Copy.Run,
    };

    private static CommandDefinition Remove { get; } = new()
    {
        Words = ["s3", "rm"],
        Operands = "s3://BUCKET/KEY",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Delete objects",
        Text = """
            Deletes an object, or with --recursive all objects below a folder, after it has told how many and how
            large they are and has asked. Deleted is what was counted, and not what came meanwhile. A bucket that
            keeps versions keeps these too. There is no undo.
            """,
        Options =
        [
            S3Options.Recursive, S3Options.DryRun, s_yes, .. S3Options.Server, .. s_messages,
        ],
        Examples = [new("doppel s3 rm -r s3://backup/2019", "show what there is, ask, delete")],
        Run = S3Remove.Run,
    };

    private static CommandDefinition MakeBucket { get; } = new()
    {
        Words = ["s3", "mb"],
        Operands = "s3://BUCKET",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Make a bucket",
        Text = "Makes a bucket, in the region that --region says.",
        Options = [.. S3Options.Server, .. s_messages],
        Examples = [new("doppel s3 mb --region eu-west-1 s3://backup", "in a region")],
        Run = S3Buckets.Make,
    };

    private static CommandDefinition RemoveBucket { get; } = new()
    {
        Words = ["s3", "rb"],
        Operands = "s3://BUCKET",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Remove an empty bucket",
        Text = "Removes a bucket. One with something in it stays as it is.",
        Options = [.. S3Options.Server, .. s_messages],
        Run = S3Buckets.Remove,
    };

    private static CommandDefinition Head { get; } = new()
    {
        Words = ["s3", "head"],
        Operands = "s3://BUCKET[/KEY]",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Tell what is known of an object",
        Text = """
            Tells size, time, ETag, media type, checksums, metadata and what else the server knows of an object, without
            reading it; of a bucket, that it is there. The exit code is 2 where there is none.
            """,
        Options = [.. S3Options.Server, S3Options.Json, .. s_messages],
        Examples = [new("doppel s3 head --json s3://photos/a.jpg | jq -r .etag", "one of the fields")],
        Run = S3Look.Head,
    };

    private static CommandDefinition Presign { get; } = new()
    {
        Words = ["s3", "presign"],
        Operands = "s3://BUCKET/KEY",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Write an address that is good for a time",
        Text = """
            Writes an address by which whoever has it may get the object, or put it there with --method PUT, for a
            time and without keys. The server is not asked, and the object need not be there. Whoever sees the address
            can use it.
            """,
        Options = [S3Options.Expires, S3Options.Method, .. S3Options.Server, S3Options.Json, .. s_messages],
        Examples =
        [
            new("doppel s3 presign --expires 15m s3://photos/a.jpg", "let somebody download it"),
            new("curl -T a.jpg \"$(doppel s3 presign --method PUT s3://photos/a.jpg)\"", "or upload it"),
        ],
        Run = S3Look.Presign,
    };

    private static CommandDefinition Print { get; } = new()
    {
        Words = ["s3", "cat"],
        Operands = "s3://BUCKET/KEY",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Write an object to standard output",
        Text = """
            Writes an object, or a range of its bytes, to standard output as it arrives. A connection that breaks is
            made anew, as long as the object stays the same.
            """,
        Options = [S3Options.Range, .. S3Options.Server, .. s_messages],
        Examples = [new("doppel s3 cat --range 0-1023 s3://photos/a.jpg | file -", "look at its first KiB")],
        Run = S3Look.Cat,
    };

    /// <summary>All of them in the order of help.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } =
        [List, Copy, Remove, MakeBucket, RemoveBucket, Head, Presign, Print];
}
