using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>A program that copies to and from S3 servers.</summary>
/// <param name="Name">Its name in tables, with the options that it does not have by itself.</param>
/// <param name="Role">How the judge treats it.</param>
/// <param name="Program">The path of the program.</param>
internal abstract record S3Tool(string Name, Role Role, string Program)
{
    /// <summary>The name of Doppel in tables.</summary>
    public const string Own = "doppel";

    /// <summary>Options that come before everything else.</summary>
    public IReadOnlyList<string> Options { get; init; } = [];

    /// <summary>Whether it takes part in syncs only.</summary>
    public bool IsForSyncOnly { get; init; }

    /// <summary>The name as a part of a key or of a file name.</summary>
    public string Id => Slug.Of(Name);

    /// <summary>Options that print the version.</summary>
    public virtual string VersionOption => "--version";

    /// <summary>Doppel and those of the other programs that are installed.</summary>
    /// <param name="server">The server that they use.</param>
    public static IReadOnlyList<S3Tool> Installed(ToolServer server) =>
        [.. All(server).Where(tool => File.Exists(tool.Program))];

    /// <summary>Doppel and the other programs, installed or not.</summary>
    public static IReadOnlyList<S3Tool> All(ToolServer server)
    {
        var rclone = new Rclone("rclone", OfDebian("rclone"));
        return
        [
            new OwnProgram(Path.Combine(SourceTree.Root, "artifacts", "doppel", "doppel")),
            rclone,
            rclone with { Name = "rclone --checksum", Options = ["--checksum"], IsForSyncOnly = true },
            new AwsCli(OfDebian("aws")) { Options = ["--endpoint-url", server.Endpoint] },
            new S3Cmd(OfDebian("s3cmd")) { Options = ["-c", server.S3CmdFile] },
        ];
    }

    /// <summary>The packages of Debian that are missing here.</summary>
    public static IReadOnlyList<string> MissingPackages =>
    [
        .. new[] { ("rclone", "rclone"), ("aws", "awscli"), ("s3cmd", "s3cmd") }
            .Where(pair => !File.Exists(OfDebian(pair.Item1))).Select(pair => pair.Item2),
    ];

    /// <summary>The same programs with one transfer at a time.</summary>
    public static IReadOnlyList<S3Tool> OneAtATime(ToolServer server) =>
    [
        .. Installed(server).Where(tool => !tool.IsForSyncOnly).Select(tool => tool.WithOneTransfer(server)),
    ];

    /// <summary>The command line of a job.</summary>
    /// <param name="job">The job.</param>
    /// <param name="local">A file or folder.</param>
    /// <param name="remote">A bucket and a key or prefix: <c>bucket/key</c>.</param>
    public IReadOnlyList<string> Command(ToolJob job, string local, string remote) =>
        [Program, .. Options, .. Arguments(job, local, remote)];

    /// <summary>The arguments of a job, after the options.</summary>
    protected abstract IEnumerable<string> Arguments(ToolJob job, string local, string remote);

    /// <summary>The same program with one transfer at a time.</summary>
    protected abstract S3Tool WithOneTransfer(ToolServer server);

    // The first in the PATH may be another version, from pip for example.
    private static string OfDebian(string program) => Path.Combine("/usr/bin", program);

    private sealed record OwnProgram(string Program) : S3Tool(Own, Role.Ours, Program)
    {
        // Its options come after the command.
        private IReadOnlyList<string> Transfers { get; init; } = [];

        protected override IEnumerable<string> Arguments(ToolJob job, string local, string remote) => job switch
        {
            ToolJob.PutFile => ["s3", "cp", .. Transfers, local, $"s3://{remote}"],
            ToolJob.GetFile => ["s3", "cp", .. Transfers, $"s3://{remote}", local],
            ToolJob.PutFolder => ["s3", "cp", "-r", .. Transfers, local, $"s3://{remote}"],
            ToolJob.GetFolder => ["s3", "cp", "-r", .. Transfers, $"s3://{remote}", local],
            ToolJob.Sync or _ => ["s3", "sync", .. Transfers, local, $"s3://{remote}"],
        };

        protected override S3Tool WithOneTransfer(ToolServer server) =>
            this with { Name = "doppel --parallel 1", Transfers = ["--parallel", "1"] };
    }

    private sealed record Rclone(string Name, string Program) : S3Tool(Name, Role.Rival, Program)
    {
        public override string VersionOption => "version";

        protected override IEnumerable<string> Arguments(ToolJob job, string local, string remote) => job switch
        {
            ToolJob.PutFile => ["copyto", local, $"{ToolServer.RcloneRemote}:{remote}"],
            ToolJob.GetFile => ["copyto", $"{ToolServer.RcloneRemote}:{remote}", local],
            ToolJob.PutFolder => ["copy", local, $"{ToolServer.RcloneRemote}:{remote}"],
            ToolJob.GetFolder => ["copy", $"{ToolServer.RcloneRemote}:{remote}", local],
            ToolJob.Sync or _ => ["sync", local, $"{ToolServer.RcloneRemote}:{remote}"],
        };

        protected override S3Tool WithOneTransfer(ToolServer server) =>
            this with { Name = "rclone --transfers 1", Options = ["--transfers", "1", "--checkers", "1"] };
    }

    private sealed record AwsCli(string Program) : S3Tool("awscli", Role.Rival, Program)
    {
        protected override IEnumerable<string> Arguments(ToolJob job, string local, string remote) => job switch
        {
            ToolJob.PutFile => ["s3", "cp", "--only-show-errors", local, $"s3://{remote}"],
            ToolJob.GetFile => ["s3", "cp", "--only-show-errors", $"s3://{remote}", local],
            ToolJob.PutFolder => ["s3", "cp", "--recursive", "--only-show-errors", local, $"s3://{remote}"],
            ToolJob.GetFolder => ["s3", "cp", "--recursive", "--only-show-errors", $"s3://{remote}", local],
            ToolJob.Sync or _ => ["s3", "sync", "--only-show-errors", local, $"s3://{remote}"],
        };

        protected override S3Tool WithOneTransfer(ToolServer server) => this with
        {
            Name = "awscli, max_concurrent_requests = 1",
            Options = [.. Options, "--profile", ToolServer.OneTransferProfile],
        };
    }

    // It wants slashes behind folders; it transfers one file at a time in any case.
    private sealed record S3Cmd(string Program) : S3Tool("s3cmd", Role.Rival, Program)
    {
        protected override IEnumerable<string> Arguments(ToolJob job, string local, string remote) => job switch
        {
            ToolJob.PutFile => ["put", "-q", local, $"s3://{remote}"],
            ToolJob.GetFile => ["get", "-q", $"s3://{remote}", local],
            ToolJob.PutFolder => ["put", "-q", "-r", local + "/", $"s3://{remote}/"],
            ToolJob.GetFolder => ["get", "-q", "-r", $"s3://{remote}/", local + "/"],
            ToolJob.Sync or _ => ["sync", "-q", local + "/", $"s3://{remote}/"],
        };

        protected override S3Tool WithOneTransfer(ToolServer server) => this;
    }
}
