using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.Upload;
using Doppel.S3;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>Whole runs of <c>doppel s3</c> beside other programs that copy to and from S3 servers.</summary>
internal sealed class S3ToolsSuite : ISuite
{
    // What is deleted is freed a few seconds later, and the gateway keeps some more.
    private const int ServerGib = 8;
    private const int Kilo = 1024;

    /// <inheritdoc/>
    public string Name => "s3-tools";

    /// <inheritdoc/>
    public string Question => "How long do uploads, downloads and syncs take against other programs for S3?";

    /// <inheritdoc/>
    public void Verify() => Waiting.For(() => WithServerAsync(async scene =>
    {
        var files = new ToolFiles(scene.PathOf("check"), 100, lengthMin: 1, lengthMax: 100);
        await scene.Runner.CopyAsync(scene.Copiers, "check", files, rounds: 1).ConfigureAwait(false);
        await scene.Runner.SyncAsync(scene.Tools, "check", files, rounds: 1).ConfigureAwait(false);
    }));

    /// <inheritdoc/>
    public void Run(SuiteRun run)
    {
        string? problem = null;
        Waiting.For(async () => problem = await WithServerAsync(scene => RunAsync(run, scene)).ConfigureAwait(false));
        if (problem is not null)
        {
            run.Note($"Nothing was measured: {problem}");
        }
    }

    private static async Task RunAsync(SuiteRun run, Scene scene)
    {
        run.Note(Setting(scene));
        run.Note("Programs: " + string.Join("; ", scene.Copiers.Select(VersionOf)) + ".");
        if (S3Tool.MissingPackages is { Count: > 0 } missing)
        {
            run.Note($"Not installed here, so not measured: `apt install {string.Join(' ', missing)}`.");
        }

        int mebi = run.Pick(256, 1024);
        string large = mebi == 1024 ? "1 GiB object" : $"{mebi} MiB object";
        await CopyAsync(run, scene, large, count: 1, mebi * Kilo * Kilo, rounds: run.Pick(2, 5)).ConfigureAwait(false);
        int small = run.Pick(300, 2_000);
        await CopyAsync(run, scene, Text(small), small, 4 * Kilo, rounds: run.Pick(2, 5)).ConfigureAwait(false);

        int synced = run.Pick(2_000, 20_000);
        run.Log($"sync of {synced} files: made");
        var files = new ToolFiles(scene.PathOf("sync"), synced, lengthMin: Kilo, lengthMax: 4 * Kilo);
        run.Log($"sync of {synced} files: {scene.Tools.Count} programs");
        IReadOnlyList<ToolRow> rows = await scene.Runner.SyncAsync(
            scene.Tools, string.Create(CultureInfo.InvariantCulture, $"sync of {synced:#,0} files"), files,
            run.Pick(2, 3)).ConfigureAwait(false);
        Add(run, rows);
        if (scene.CountsRequests)
        {
            var waits = new WaitSection(run, scene.Runner, scene.PathOf(""));
            await waits.RunAsync(scene.Tools[0], S3Tool.OneAtATime(scene.Server)).ConfigureAwait(false);
        }

        if (Machine.Load() is { } load)
        {
            run.Note(string.Create(CultureInfo.InvariantCulture, $"""
                At the end, the load average over 15 minutes was {load:0.0} on {Machine.Cores} cores. If it is far above
                the number of cores, other programs ran on the machine, and the times say little; requests and peak
                memory do not depend on that.
                """));
        }

        static string Text(int count) => string.Create(CultureInfo.InvariantCulture, $"{count:#,0} files of 4 KiB");
    }

    private static async Task CopyAsync(SuiteRun run, Scene scene, string title, int count, int bytes, int rounds)
    {
        run.Log($"{title}: {scene.Copiers.Count} programs, {rounds} rounds");
        var files = new ToolFiles(scene.PathOf(title.Replace(' ', '-')), count, bytes, bytes);
        Add(run, await scene.Runner.CopyAsync(scene.Copiers, title, files, rounds).ConfigureAwait(false));
        Directory.Delete(files.Root, recursive: true);
    }

    private static void Add(SuiteRun run, IReadOnlyList<ToolRow> rows)
    {
        foreach (IGrouping<string, ToolRow> job in rows.GroupBy(row => row.Job))
        {
            run.Add(ToolTables.Of([.. job]));
        }

        run.Keep();
    }

    private static string Setting(Scene scene) =>
        $"The server: {scene.ServerName}, over HTTP. Programs run in turn, in an order that changes, with their "
        + "default settings; times are medians with 99 % intervals, memory is the highest peak of all runs. Every run "
        + "is verified before its figures count: uploads by the MD5 that the server computed, or by reading the object "
        + "back, downloads by reading the files. Each upload goes to an empty prefix and each download to a new "
        + "folder, and what was written is flushed to the disk between runs, outside of the time. "
        + $"{ToolRunner.SlowNote} "
        + (scene.CountsRequests
            ? "Requests are those of the last run, counted in the access log that the gateway writes in its default "
                + "configuration, so that nothing is between the programs and the server. "
            : "Requests are not counted, since the access log of this server is not known. ")
        + "In the last sync, 1 % of the files have new contents of the same size. To detect changes, rclone compares "
        + "sizes and modification times, which are in the metadata of each object; with `--checksum` it compares MD5s. "
        + "awscli compares sizes and times of the listing. doppel and s3cmd compare MD5s. `rclone copy` looks for "
        + "existing objects as a sync does, and so does `doppel s3 cp` without `--overwrite`.";

    private static string VersionOf(S3Tool tool)
    {
        var start = new ProcessStartInfo(tool.Program, [tool.VersionOption]) { RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        string line = process.StandardOutput.ReadToEnd().Split('\n')[0];
        process.WaitForExit();
        return line.Trim();
    }

    // Returns why there is no server, or null.
    private static async Task<string?> WithServerAsync(Func<Scene, Task> work)
    {
        using S3Service? service = S3Service.Open(out string problem, ServerGib);
        if (service is null)
        {
            return problem;
        }

        ClientSettings settings = service.Settings(service.Transports[0]);
        using var scratch = new ScratchFolder("s3-tools");
        using S3Client client = ToolBucket.Connect(settings);
        BenchBucket bucket = await BenchBucket.CreateAsync(settings).ConfigureAwait(false);
        await using (bucket.ConfigureAwait(false))
        {
            var server = new ToolServer(settings, scratch.Path);
            AccessLog? log = service.AccessLog is { } path ? new AccessLog(path, client, bucket.Name) : null;
            var runner = new ToolRunner(server, new ToolBucket(client, bucket.Name), log, scratch.Path);
            await work(new Scene(server, service.Name, runner, log is not null, scratch.Path)).ConfigureAwait(false);
        }

        return null;
    }

    private sealed record Scene(
        ToolServer Server, string ServerName, ToolRunner Runner, bool CountsRequests, string Folder)
    {
        public IReadOnlyList<S3Tool> Tools { get; } = S3Tool.Installed(Server);

        public IReadOnlyList<S3Tool> Copiers => [.. Tools.Where(tool => !tool.IsForSyncOnly)];

        public string PathOf(string name) => Path.Combine(Folder, name);
    }
}
