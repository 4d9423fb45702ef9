using System.Diagnostics;
using System.Text.Json;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients.Processes;

/// <summary>A process with one client in it, from its start until it is disposed.</summary>
internal sealed class ClientProcess : IDisposable
{
    private static readonly TimeSpan s_exitTimeMax = TimeSpan.FromSeconds(10);

    private readonly Process _process;

    private ClientProcess(ClientEntry entry, Process process)
    {
        Entry = entry;
        _process = process;
    }

    /// <summary>Who is in it.</summary>
    public ClientEntry Entry { get; }

    /// <summary>Starts one and waits until it is warm.</summary>
    /// <param name="entry">Who.</param>
    /// <param name="order">What it does.</param>
    /// <param name="environment">Where to, and what else a process reads at its start.</param>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static async Task<ClientProcess> StartAsync(
        ClientEntry entry, ClientOrder order, IEnumerable<(string Name, string Value)> environment)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // Started as `dotnet Doppel.Benchmarks.dll` the process is dotnet, which wants the program again.
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
        {
            start.ArgumentList.Add(typeof(ClientProcess).Assembly.Location);
        }

        start.ArgumentList.Add(ClientChild.Verb);
        start.ArgumentList.Add(JsonSerializer.Serialize(order with { Client = entry.Id }));

        // One compilation less on the way to steady code, which is reached while the client warms up.
        start.Environment["DOTNET_TieredPGO"] = "0";
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        var process = new ClientProcess(entry, Process.Start(start)!);
        try
        {
            string line = await process.ReadAsync().ConfigureAwait(false);
            return line == ClientChild.Ready ? process : throw process.Failed(line);
        }
        catch
        {
            process.Dispose();
            throw;
        }
    }

    /// <summary>Has it make a round.</summary>
    /// <param name="word">One of the words of <see cref="ClientChild"/>.</param>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public async Task<RoundFigures> RoundAsync(string word)
    {
        await _process.StandardInput.WriteLineAsync(word).ConfigureAwait(false);
        return JsonSerializer.Deserialize<RoundFigures>(await ReadAsync().ConfigureAwait(false))!;
    }

    public void Dispose()
    {
        // The end of its input is what ends it.
        _process.StandardInput.Close();
        if (!_process.WaitForExit(s_exitTimeMax))
        {
            _process.Kill();
        }

        _process.Dispose();
    }

    private async Task<string> ReadAsync()
    {
        await _process.StandardInput.FlushAsync().ConfigureAwait(false);
        return await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false)
            ?? throw Failed(await _process.StandardError.ReadToEndAsync().ConfigureAwait(false));
    }

    private InvalidOperationException Failed(string errors) => new($"The process of {Entry.Name} failed: {errors}");
}
