using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// A folder behind a gateway that refuses the look for the token and tells of objects that are gone, so that only a
/// removal shows that folder and bucket are one place.
/// </summary>
public sealed class HeldFileTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    private readonly TempTree _tree = new();
    private readonly FolderServer _server = new();
    private readonly LinuxVolume _volume = new();

    public void Dispose()
    {
        _server.Dispose();
        _tree.Dispose();
    }

    /// <summary>Of files that are aside at the same time, one shows it for all.</summary>
    [Fact]
    public void A_file_stays_if_another_one_shows_after_it_was_moved_aside_that_both_are_one_place()
    {
        string first = $"{_tree["first"]}", second = $"{_tree["second"]}";
        _tree.AddFile("first", "one");
        _tree.AddFile("second", "two");
        _server.Serve("bucket", $"{_tree.Folder}");
        _server.KeepList();
        bool isSecondAside = false, isFirstBack = false;
        _server.Refuses = request =>
        {
            if (request.Method == "GET" && request.Path.Contains("/.doppel-", StringComparison.Ordinal)
                && !request.Path.EndsWith("/.doppel-lock", StringComparison.Ordinal))
            {
                return true;
            }

            // Both are looked for when they are aside; the answer about the second one waits until the first is back.
            if (request.Method == "HEAD" && request.Path.EndsWith("/first", StringComparison.Ordinal)
                && !File.Exists(first))
            {
                isSecondAside = SpinWait.SpinUntil(() => !File.Exists(second), s_patience);
            }
            else if (request.Method == "HEAD" && request.Path.EndsWith("/second", StringComparison.Ordinal)
                && !File.Exists(second))
            {
                SpinWait.SpinUntil(() => !File.Exists(first), s_patience);
                isFirstBack = SpinWait.SpinUntil(() => File.Exists(first), s_patience);
            }

            return false;
        };
        List<ActResult> results = [];
        using var state = new TempTree();
        using JournalFolder journals = JournalFolder.Open(_volume, new ReportName($"{state.Folder}/journal"));
        var options = new ActOptions
        {
            Action = ActionKind.Delete,
            Version = "test",
            Buckets = _ => _server.Other,
            DownloadBytesMax = 1 << 20,
            Time = new HurriedClock(),
        };
        using (var run = new ActRun(_volume, journals, options, results.Add))
        {
            run.Run(
                [
                    BucketRuns.GroupOf(_volume, "s3://b@bucket/first", first, size: 3),
                    BucketRuns.GroupOf(_volume, "s3://b@bucket/second", second, size: 3),
                ],
                CancellationToken.None);
        }

        string told = string.Join('\n', results.Select(static one => $"{one.Name}: {one.Status} {one.Reason}"));
        Assert.True(isSecondAside && isFirstBack, $"the files were not aside at the same time\n{told}");
        Assert.True(File.Exists(first) && File.Exists(second), $"lost\n{told}");
    }
}
