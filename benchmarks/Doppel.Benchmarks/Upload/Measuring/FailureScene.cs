using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Upload.Servers;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>
/// Uploads to a target that refuses, to one that resets the connection, and by clients that leave half-way.
/// </summary>
internal static class FailureScene
{
    // Four times what the target takes before it resets.
    private const int FileBytes = 4 * TargetServer.ResetAfterBytes;
    private const int AtOnce = 8;

    /// <summary>Runs all three, then one upload that has to succeed.</summary>
    /// <exception cref="VerifyException">A file arrived that must not, or the last one did not.</exception>
    public static async Task<FailureResult> RunAsync(RelaySession session, TargetSession target, int uploads)
    {
        ServerCounters idle = await session.CollectAsync().ConfigureAwait(false);
        int refused = await FailAsync(session, target, TargetMode.Refuse, uploads).ConfigureAwait(false);
        int reset = await FailAsync(session, target, TargetMode.Reset, uploads).ConfigureAwait(false);
        await target.SetAsync(TargetMode.Store).ConfigureAwait(false);

        // All at once: each client leaves when the server has begun with all of them.
        UploadOutcome left = await session.UploadAsync(FileBytes, uploads, uploads, Sending.HalfThenLeave)
            .ConfigureAwait(false);
        await CheckNoneAsync(session, target, left).ConfigureAwait(false);

        UploadOutcome last = await session.UploadAsync(FileBytes, atOnce: 1, uploads: 1).ConfigureAwait(false);
        ArrivalReport report = await target.JudgeAsync(session, last).ConfigureAwait(false);
        VerifyException.UnlessEqual(1, last.Confirmed, $"{session.Entry.Name}, after failures, confirmed");
        VerifyException.UnlessEqual(1, report.Intact, $"{session.Entry.Name}, after failures, intact");
        ServerCounters counters = await session.CollectAsync().ConfigureAwait(false);
        return new FailureResult(session.Entry, uploads, refused, reset, idle, counters);
    }

    private static async Task<int> FailAsync(RelaySession session, TargetSession target, TargetMode mode, int uploads)
    {
        await target.SetAsync(mode).ConfigureAwait(false);
        UploadOutcome sent = await session.UploadAsync(FileBytes, AtOnce, uploads).ConfigureAwait(false);
        await CheckNoneAsync(session, target, sent).ConfigureAwait(false);
        return sent.Confirmed;
    }

    private static async Task CheckNoneAsync(RelaySession session, TargetSession target, UploadOutcome sent)
    {
        await session.SettleAsync().ConfigureAwait(false);
        ArrivalReport report = await target.JudgeAsync(session, sent).ConfigureAwait(false);
        VerifyException.UnlessEqual(0, report.Arrived, $"{session.Entry.Name}, failed uploads that arrived");
    }
}
