using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Upload.Measuring;
using Doppel.Benchmarks.Upload.Relays;

namespace Doppel.Benchmarks.Upload;

/// <summary>
/// Proves that every contestant passes files on unchanged, and that ours leaks nothing when things fail.
/// </summary>
internal static class UploadVerification
{
    private const int Uploads = 8;

    // Around the framework's 4 KiB and 64 KiB, around our block of 64 KiB, and nothing at all.
    private static readonly int[] s_lengths = [0, 1, 4_095, 4_097, 65_535, 65_536, 65_537, 1 << 20, (1 << 20) + 1];

    /// <summary>Throws <see cref="VerifyException"/> where something does not hold.</summary>
    public static async Task RunAsync()
    {
        var files = new UploadFiles(bytesMax: s_lengths[^1]);
        using TargetSession target = await TargetSession.StartAsync(files).ConfigureAwait(false);
        RelayEntry[] all = [.. RelayCatalog.Contestants, RelayCatalog.Find(RelayCatalog.SingleRead)];
        IReadOnlyList<RelaySession> sessions =
            await RelaySession.StartTogetherAsync(all, target.Address, files).ConfigureAwait(false);
        try
        {
            foreach (RelaySession session in sessions)
            {
                await CheckAsync(session, target).ConfigureAwait(false);
            }
        }
        finally
        {
            RelaySession.DisposeAll(sessions);
        }
    }

    private static async Task CheckAsync(RelaySession session, TargetSession target)
    {
        ShortReadResult reads = await ShortReadScene.RunAsync(session, target, Uploads).ConfigureAwait(false);
        if (session.Entry.Id == RelayCatalog.SingleRead)
        {
            VerifyException.Unless(reads.Intact == 0, "a single read of a part is short and spoils the file");
            return;
        }

        VerifyException.UnlessEqual(Uploads, reads.Intact, $"{session.Entry.Name}, in pieces, intact");
        VerifyException.UnlessEqual(0, reads.HalvesArrived, $"{session.Entry.Name}, halves that arrived");
        foreach (int bytes in s_lengths)
        {
            await CheckIntactAsync(session, target, bytes, Sending.Whole).ConfigureAwait(false);
            await CheckIntactAsync(session, target, bytes, Sending.InPieces).ConfigureAwait(false);
        }

        if (session.Entry.Role == Role.Ours)
        {
            FailureResult failure = await FailureScene.RunAsync(session, target, Uploads).ConfigureAwait(false);
            string name = session.Entry.Name;
            VerifyException.UnlessEqual(failure.Counters.Rented, failure.Counters.Returned, $"{name}, blocks returned");
            VerifyException.UnlessEqual(0, failure.Confirmed, $"{name}, failed uploads that were confirmed");
        }
    }

    private static async Task CheckIntactAsync(RelaySession session, TargetSession target, int bytes, Sending sending)
    {
        UploadOutcome sent = await session.UploadAsync(bytes, atOnce: 2, uploads: 2, sending).ConfigureAwait(false);
        ArrivalReport report = await target.JudgeAsync(session, sent).ConfigureAwait(false);
        VerifyException.UnlessEqual(sent.Uploads, sent.Confirmed, $"{session.Entry.Name}, {bytes} bytes, confirmed");
        VerifyException.UnlessEqual(sent.Uploads, report.Intact, $"{session.Entry.Name}, {bytes} bytes, intact");
    }
}
