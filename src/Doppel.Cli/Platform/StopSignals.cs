using System.Runtime.InteropServices;

namespace Doppel.Cli.Platform;

/// <summary>SIGINT, SIGTERM and SIGHUP: the first one ends the search, a second one the process.</summary>
/// <remarks>
/// A further SIGHUP changes nothing, because the system and the shell each send one when a terminal is closed.
/// SIGHUP stays ignored in a process that was started that way, as nohup does.
/// While results are being written a first one ends the process too: what is written could not become whole.
/// </remarks>
internal sealed class StopSignals : IDisposable
{
    private static readonly bool s_ignoresHangUp = !OperatingSystem.IsWindows() && UnixNative.IgnoresHangUp();

    private readonly CancellationTokenSource _stop = new();
    private readonly List<PosixSignalRegistration> _registrations = [];
    private readonly Action _beforeLeaving;
    private int _received;
    private int _searchIsOver;

    /// <summary>Begins to listen.</summary>
    /// <param name="beforeLeaving">
    /// Takes away what must not stay behind; runs on another thread just before the process ends.
    /// </param>
    internal StopSignals(Action beforeLeaving)
    {
        _beforeLeaving = beforeLeaving;
        _registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGINT, Handle));
        _registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, Handle));
        if (!s_ignoresHangUp)
        {
            _registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGHUP, Handle));
        }
    }

    /// <summary>Cancelled by the first signal.</summary>
    internal CancellationToken Stop => _stop.Token;

    /// <summary>The exit code that the first signal asks for; null if none came during the search.</summary>
    internal ExitCode? Exit => Volatile.Read(ref _received) switch
    {
        0 => null,
        int code => (ExitCode)code,
    };

    /// <summary>From now on every signal ends the process.</summary>
    internal void EndOfSearch() => Volatile.Write(ref _searchIsOver, 1);

    /// <summary>Stops listening.</summary>
    public void Dispose()
    {
        foreach (PosixSignalRegistration registration in _registrations)
        {
            registration.Dispose();
        }

        _stop.Dispose();
    }

    private void Handle(PosixSignalContext context)
    {
        context.Cancel = true;
        ExitCode code = context.Signal switch
        {
            PosixSignal.SIGINT => ExitCode.Interrupted,
            PosixSignal.SIGHUP => ExitCode.HungUp,
            _ => ExitCode.Terminated,
        };
        if (Volatile.Read(ref _searchIsOver) == 0 && Interlocked.CompareExchange(ref _received, (int)code, 0) == 0)
        {
            _stop.Cancel();
            return;
        }

        if (code == ExitCode.HungUp && Volatile.Read(ref _received) != 0 && Volatile.Read(ref _searchIsOver) == 0)
        {
            return;
        }

        _beforeLeaving();
        Leave((int)code);
    }

    private static void Leave(int code)
    {
        if (OperatingSystem.IsWindows())
        {
            Environment.Exit(code);
        }

        // At once: Environment.Exit would wait for threads that are in the middle of their work.
        UnixNative._exit(code);
    }
}
