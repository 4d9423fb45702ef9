using Doppel.Benchmarks.Upload.Relays;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>What a client of its own for each file and a thread that waits for it cost beside memory.</summary>
internal static class ConnectionScene
{
    private const int FileBytes = 10 << 10;
    private const int AtOnce = 64;

    /// <summary>
    /// Uploads files of 10 KiB, 64 at once, to a file server of its own, whose port tells its connections.
    /// </summary>
    public static async Task<ConnectionResult> RunAsync(RelayEntry entry, UploadFiles files, int uploads)
    {
        using TargetSession target = await TargetSession.StartAsync(files).ConfigureAwait(false);
        IReadOnlyList<RelaySession> sessions =
            await RelaySession.StartTogetherAsync([entry], target.Address, files).ConfigureAwait(false);
        using RelaySession session = sessions[0];
        await session.UploadAsync(FileBytes, AtOnce, uploads).ConfigureAwait(false);
        return new ConnectionResult(
            entry, uploads, await session.CountersAsync().ConfigureAwait(false),
            await session.CollectAsync().ConfigureAwait(false));
    }
}
