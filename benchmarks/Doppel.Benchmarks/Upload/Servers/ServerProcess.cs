using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>A server of the suite as a process of its own, from its start until it is disposed.</summary>
internal sealed class ServerProcess : IDisposable
{
    private static readonly TimeSpan s_exitTimeMax = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private bool _isDisposed;

    private ServerProcess(Process process) => _process = process;

    /// <summary>Where it serves; known after <see cref="StartedAsync"/>.</summary>
    public Uri Address { get; private set; } = new("http://127.0.0.1");

    /// <summary>Starts this program again in one of the modes of <see cref="UploadServers"/>.</summary>
    public static ServerProcess Start(params string[] arguments)
    {
        string program = Environment.ProcessPath ?? throw new InvalidOperationException("The program has no path.");
        var start = new ProcessStartInfo(program) { RedirectStandardInput = true, RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(program) == "dotnet")
        {
            start.ArgumentList.Add(typeof(ServerProcess).Assembly.Location);
        }

        foreach (string argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        // What a web project gets by default.
        start.Environment["DOTNET_gcServer"] = "1";

        // One compilation less on the way to steady code, which is reached while the first files go through.
        start.Environment["DOTNET_TieredPGO"] = "0";
        return new ServerProcess(Process.Start(start)!);
    }

    /// <summary>Waits until it serves.</summary>
    public async Task StartedAsync()
    {
        string? line = await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false);
        Address = int.TryParse(line, CultureInfo.InvariantCulture, out int port)
            ? new UriBuilder("http", "127.0.0.1", port).Uri
            : throw new VerifyException($"a server of the suite did not start: {line}");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;

        // The end of its input is what ends it.
        _process.StandardInput.Close();
        if (!_process.WaitForExit(s_exitTimeMax))
        {
            _process.Kill();
        }

        _process.Dispose();
    }
}
