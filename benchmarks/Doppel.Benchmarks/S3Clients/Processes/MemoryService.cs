using System.Diagnostics;
using Doppel.Benchmarks.S3Clients.Clients;

namespace Doppel.Benchmarks.S3Clients.Processes;

/// <summary>
/// The tests' S3 in memory as a process of its own, for what a real server takes long to bring about.
/// </summary>
internal sealed class MemoryService : IDisposable
{
    /// <summary>A bucket that is there from the start.</summary>
    public const string Bucket = "bench";

    /// <summary>A bucket of as many keys as wanted, for lists only.</summary>
    public const string Listing = "listing";

    private readonly Process _process;

    private MemoryService(Process process, ClientSettings settings)
    {
        _process = process;
        Settings = settings;
    }

    /// <summary>Where it is.</summary>
    public ClientSettings Settings { get; }

    /// <summary>Starts one.</summary>
    /// <param name="keys">How many keys <see cref="Listing"/> has.</param>
    public static MemoryService Start(int keys)
    {
        var start = new ProcessStartInfo(
            Path.Combine(AppContext.BaseDirectory, "Doppel.S3.Server"),
            ["--bucket", Bucket, "--listing", Listing, FormattableString.Invariant($"{keys}")])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        Process process = Process.Start(start)!;
        List<string> lines = [];
        while (process.StandardOutput.ReadLine() is { Length: > 0 } line)
        {
            lines.Add(line);
        }

        return new MemoryService(process, ClientSettings.From(S3Service.Lines(lines).GetValueOrDefault));
    }

    public void Dispose()
    {
        // The end of its input is what ends it.
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
