using System.Diagnostics.CodeAnalysis;
using Doppel.Finding;
using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>
/// The engine's own reader: tokens for each device whose number follows throughput, folders kept open, order by place
/// where a head has to move. It knows the files when it begins, as a search does that has listed them.
/// </summary>
[SuppressMessage(
    "Design", "CA1001:Types that own disposable fields should be disposable",
    Justification = "The one run that it is used for disposes of it.")]
internal sealed class EngineTokens : IReadStrategy
{
    private ContentSweep? _sweep;

    public void Prepare(ReadRun run)
    {
        byte[][] paths = new byte[run.Files.Count][];
        for (int i = 0; i < paths.Length; i++)
        {
            paths[i] = run.Files[i].Path;
        }

        var options = new FindOptions
        {
            Roots = [new FindRoot(run.Volume, "/"u8.ToArray())],
            Time = run.Time,
            Watch = run.Watch,
        };
        _sweep = new ContentSweep(options, run.Volume, paths, CancellationToken.None);
    }

    public Task ReadAsync(ReadRun run)
    {
        using ContentSweep sweep = _sweep!;
        sweep.Run();
        for (int i = 0; i < run.Files.Count; i++)
        {
            if (!sweep.TryGetDigest(i, out Digest128 digest))
            {
                throw new FileFailedException(i, sweep.FirstReason ?? "was not read");
            }

            run.Sum.Add(i, digest, run.Files[i].Size);
        }

        return Task.CompletedTask;
    }
}
