using System.Diagnostics.CodeAnalysis;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>
/// The engine's own reader: tokens per device whose number follows throughput, folder handles kept open, and files
/// ordered by position if a head has to move. The files are known at the start, as in a search that has listed them.
/// </summary>
/// <param name="tunedWidth">
/// The number of readers that a measurement recommended for the device, or 0 if there was none.
/// </param>
[SuppressMessage(
    "Design", "CA1001:Types that own disposable fields should be disposable",
    Justification = "The one run that it is used for disposes of it.")]
internal sealed class EngineTokens(int tunedWidth) : IReadStrategy
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
            Tunings = tunedWidth > 0 ? TuningsOf(run) : [],
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

    // In the form in which they are stored for later searches.
    private DeviceTuning[] TuningsOf(ReadRun run)
    {
        VolumeError error = DeviceLook.MountAt(run.Volume, run.Files[0].Path, out MountFacts mount);
        if (error.Failed)
        {
            throw new FileFailedException(0, run.Volume.Describe(error));
        }

        return
        [
            .. mount.DevicesOrItself.Select(device => new DeviceTuning
            {
                Device = device.Name,
                Model = device.Model,
                Strategy = StrategyTable.Engine,
                Width = tunedWidth,
            }),
        ];
    }
}
