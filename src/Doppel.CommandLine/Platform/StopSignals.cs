using System.Runtime.InteropServices;

namespace Doppel.CommandLine;

/// <summary>
/// Handles SIGINT, SIGTERM and SIGHUP: the first signal stops the search, and a second one ends the process.
/// </summary>
/// <remarks>
/// A further SIGHUP is ignored, because the system and the shell each send one when a terminal is closed. If the
/// process was started with SIGHUP ignored, for example by nohup, SIGHUP stays ignored. While results are being
/// written, even the first signal ends the process, because the output could not be completed.
/// </remarks>
internal sealed class StopSignals : IDisposable
{
    private static readonly bool s_ignoresHangUp = !OperatingSystem.IsWindows() && UnixNative.IgnoresHangUp();

    private readonly CancellationTokenSource _stop = new();
    private readonly List<PosixSignalRegistration> _registrations = [];
    private readonly Action _beforeLeaving;
    private int _received;
    private int _searchIsOver;
    private Action? _erase;

    /// <summary>Starts handling the signals.</summary>
    /// <param name="beforeLeaving">
    /// Removes temporary files and terminal output. Runs on another thread just before the process ends.
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

    /// <summary>Gets the token that the first signal cancels.</summary>
    internal CancellationToken Stop => _stop.Token;

    /// <summary>Gets the exit code for the first signal; null if no signal arrived during the search.</summary>
    internal ExitCode? Exit => Volatile.Read(ref _received) switch
    {
        0 => null,
        int code => (ExitCode)code,
    };

    /// <summary>Makes every further signal end the process.</summary>
    internal void DisarmStop() => Volatile.Write(ref _searchIsOver, 1);

    /// <summary>Sets what is done, in addition, just before the process ends.</summary>
    internal void OnSignal(Action erase) => Volatile.Write(ref _erase, erase);

    /// <summary>Stops handling the signals.</summary>
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
        Volatile.Read(ref _erase)?.Invoke();
        Leave((int)code);
    }

    private static void Leave(int code)
    {
        if (OperatingSystem.IsWindows())
        {
            Environment.Exit(code);
        }

        // Exit immediately. Environment.Exit would wait for threads that are still working.
        UnixNative._exit(code);
    }
}
