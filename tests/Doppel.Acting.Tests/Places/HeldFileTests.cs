using Doppel.Reports;
using Doppel.S3.Server;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// A folder behind a gateway that refuses the look for the token and still shows objects that are gone, so that only a
/// removal tells whether two names are one place.
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
            if (IsLookForToken(request))
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
        string told = Delete(("s3://b@bucket/first", first), ("s3://b@bucket/second", second));
        Assert.True(isSecondAside && isFirstBack, $"the files were not aside at the same time\n{told}");
        Assert.True(File.Exists(first) && File.Exists(second), $"lost\n{told}");
    }

    /// <summary>The removal of the first one leaves the keeper, which is the second one.</summary>
    [Fact]
    public void An_object_that_is_the_keeper_itself_stays_after_an_equal_one_was_removed()
    {
        _tree.AddFile("first", "one");
        _tree.AddFile("second", "one");
        _server.Serve("bucket", $"{_tree.Folder}");
        _server.KeepList();
        _server.Refuses = static request => request.Header("Host") == FolderServer.OtherHost && IsLookForToken(request);
        const string Keeper = "s3://b@bucket/second";
        string told = Delete((Keeper, "s3://a@bucket/first"), (Keeper, "s3://a@bucket/second"));
        Assert.False(File.Exists($"{_tree["first"]}"), $"the first one stays\n{told}");
        Assert.True(File.Exists($"{_tree["second"]}"), $"lost\n{told}");
    }

    private static bool IsLookForToken(RawRequest request) => request.Method == "GET"
        && request.Path.Contains("/.doppel-", StringComparison.Ordinal)
        && !request.Path.EndsWith("/.doppel-lock", StringComparison.Ordinal);

    // Returns what became of each name.
    private string Delete(params (string Keeper, string Dropped)[] groups)
    {
        List<ActResult> results = [];
        using var state = new TempTree();
        using JournalFolder journals = JournalFolder.Open(_volume, new ReportName($"{state.Folder}/journal"));
        var options = new ActOptions
        {
            Action = ActionKind.Delete,
            Version = "test",
            Buckets = bucket => bucket.StartsWith("b@", StringComparison.Ordinal) ? _server.Other : _server.One,
            DownloadBytesMax = 1 << 20,
            Time = new HurriedClock(),
        };
        using (var run = new ActRun(_volume, journals, options, results.Add))
        {
            run.Run(
                [.. groups.Select(one => BucketRuns.GroupOf(_volume, one.Keeper, one.Dropped, size: 3))],
                CancellationToken.None);
        }

        return string.Join('\n', results.Select(static one => $"{one.Name}: {one.Status} {one.Reason}"));
    }
}
