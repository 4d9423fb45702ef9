using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Finders;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>Runs the programs in turn and verifies each run before its figures count.</summary>
/// <param name="server">The server as the programs are told of it.</param>
/// <param name="bucket">What they store there.</param>
/// <param name="requests">The log of the requests; null if the server has none that can be read.</param>
/// <param name="folder">An existing folder for downloads.</param>
internal sealed class ToolRunner(ToolServer server, ToolBucket bucket, AccessLog? requests, string folder)
{
    // Slower programs run once. The others run in every round.
    private const double SlowSeconds = 60;

    private int _downloads;

    /// <summary>The sentence about programs that run once.</summary>
    public static string SlowNote => string.Create(
        CultureInfo.InvariantCulture, $"A program that needs more than {SlowSeconds} seconds for a job runs once.");

    /// <summary>Uploads files and downloads them again.</summary>
    /// <param name="tools">The programs.</param>
    /// <param name="title">The title of the job.</param>
    /// <param name="files">The files.</param>
    /// <param name="rounds">How often each program runs.</param>
    /// <returns>For each program, a row of the upload; then, for each, a row of the download.</returns>
    public async Task<IReadOnlyList<ToolRow>> CopyAsync(
        IReadOnlyList<S3Tool> tools, string title, ToolFiles files, int rounds)
    {
        ToolRow[] up = [.. tools.Select(tool => new ToolRow(tool, $"{title}, upload"))];
        ToolRow[] down = [.. tools.Select(tool => new ToolRow(tool, $"{title}, download"))];
        for (int round = 0; round < rounds; round++)
        {
            foreach (int k in Turns(tools.Count, round))
            {
                if (IsSlow(up[k]) || IsSlow(down[k]))
                {
                    continue;
                }

                string prefix = tools[k].Id;
                await UploadAsync(up[k], files, prefix).ConfigureAwait(false);
                await DownloadAsync(down[k], files, prefix).ConfigureAwait(false);
                await bucket.RemoveAsync(prefix).ConfigureAwait(false);
            }
        }

        return [.. up, .. down];
    }

    /// <summary>Syncs a folder to a prefix: first, again with nothing changed, and with some files changed.</summary>
    /// <param name="tools">The programs.</param>
    /// <param name="title">The title of the job.</param>
    /// <param name="files">The files.</param>
    /// <param name="rounds">How often each program runs.</param>
    /// <returns>For each program, a row of each of the three runs.</returns>
    public async Task<IReadOnlyList<ToolRow>> SyncAsync(
        IReadOnlyList<S3Tool> tools, string title, ToolFiles files, int rounds)
    {
        string[] names = [$"{title}, first", $"{title}, nothing changed", $"{title}, 1 % changed"];
        ToolRow[][] rows = [.. names.Select(name => tools.Select(tool => new ToolRow(tool, name)).ToArray())];
        for (int round = 0; round < rounds; round++)
        {
            int[] turns = [.. Turns(tools.Count, round).Where(k => !rows.Any(job => IsSlow(job[k])))];
            foreach (ToolRow[] job in rows)
            {
                if (job == rows[^1])
                {
                    files.ChangeSome();
                }

                foreach (int k in turns)
                {
                    string prefix = tools[k].Id;
                    await RunAsync(job[k], ToolJob.Sync, files.Root, $"{bucket.Name}/{prefix}").ConfigureAwait(false);
                    await bucket.VerifyAsync(prefix, files, tools[k].Name).ConfigureAwait(false);
                }
            }

            foreach (int k in turns)
            {
                await bucket.RemoveAsync(tools[k].Id).ConfigureAwait(false);
            }
        }

        return [.. rows.SelectMany(job => job)];
    }

    /// <summary>Uploads files once, for others to download.</summary>
    public Task StoreAsync(S3Tool tool, ToolFiles files, string prefix) =>
        UploadAsync(new ToolRow(tool, ""), files, prefix);

    /// <summary>Downloads what is below a prefix to a new folder, compares it, and deletes the folder.</summary>
    public async Task DownloadAsync(ToolRow row, ToolFiles files, string prefix)
    {
        string target = Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"down-{++_downloads}"));
        Directory.CreateDirectory(target);
        if (files.Digests.Count == 1)
        {
            string name = files.Digests.Keys.Single();
            string file = Path.Combine(target, name);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            await RunAsync(row, ToolJob.GetFile, file, $"{bucket.Name}/{prefix}/{name}").ConfigureAwait(false);
        }
        else
        {
            await RunAsync(row, ToolJob.GetFolder, target, $"{bucket.Name}/{prefix}").ConfigureAwait(false);
        }

        files.Verify(target, row.Tool.Name);
        Directory.Delete(target, recursive: true);
    }

    private async Task UploadAsync(ToolRow row, ToolFiles files, string prefix)
    {
        string remote = $"{bucket.Name}/{prefix}";
        if (files.Digests.Count == 1)
        {
            string name = files.Digests.Keys.Single();
            await RunAsync(row, ToolJob.PutFile, files.PathOf(name), $"{remote}/{name}").ConfigureAwait(false);
        }
        else
        {
            await RunAsync(row, ToolJob.PutFolder, files.Root, remote).ConfigureAwait(false);
        }

        await bucket.VerifyAsync(prefix, files, row.Tool.Name).ConfigureAwait(false);
    }

    private async Task RunAsync(ToolRow row, ToolJob job, string local, string remote)
    {
        await SettleAsync().ConfigureAwait(false);
        row.Runs.Add(FinderRun.Of(row.Tool.Command(job, local, remote), exitCodeMax: 0, server.Prepare));
        if (requests is not null)
        {
            row.Requests = await requests.TakeAsync().ConfigureAwait(false);
        }
    }

    // What an earlier program wrote goes to the disk now, and its requests and those of the verification do not count.
    private async Task SettleAsync()
    {
        using (Process sync = Process.Start("sync", ["-f", folder]))
        {
            await sync.WaitForExitAsync().ConfigureAwait(false);
        }

        if (requests is not null)
        {
            await requests.TakeAsync().ConfigureAwait(false);
        }
    }

    private static bool IsSlow(ToolRow row) => row.Runs.Exists(run => run.Seconds > SlowSeconds);

    // Forwards and backwards in turn, so that nobody always follows the same one.
    private static IEnumerable<int> Turns(int count, int round) =>
        Enumerable.Range(0, count).Select(k => round % 2 == 0 ? k : count - 1 - k);
}
