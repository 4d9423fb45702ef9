namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>
/// Clients whose file comes in pieces, so that a read returns what is there and not what was asked for.
/// </summary>
internal static class ShortReadScene
{
    private const int FileBytes = 1 << 20;

    /// <summary>Uploads files of 1 MiB, 4 at once; then as many of which only the first half is sent.</summary>
    public static async Task<ShortReadResult> RunAsync(RelaySession session, TargetSession target, int uploads)
    {
        UploadOutcome sent = await session.UploadAsync(FileBytes, atOnce: 4, uploads, Sending.InPieces)
            .ConfigureAwait(false);
        ArrivalReport report = await target.JudgeAsync(session, sent).ConfigureAwait(false);
        UploadOutcome left = await session.UploadAsync(FileBytes, atOnce: uploads, uploads, Sending.HalfThenLeave)
            .ConfigureAwait(false);
        await session.SettleAsync().ConfigureAwait(false);
        ArrivalReport halves = await target.JudgeAsync(session, left).ConfigureAwait(false);
        return new ShortReadResult(
            session.Entry, uploads, sent.Confirmed, report.Arrived, report.Intact, halves.Arrived);
    }
}
