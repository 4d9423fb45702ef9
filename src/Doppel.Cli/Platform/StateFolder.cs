using Doppel.Cli.Arguments;

namespace Doppel.Cli.Platform;

/// <summary>Where Doppel keeps what it remembers: journals and the lock of a run.</summary>
internal static class StateFolder
{
    /// <summary>
    /// $XDG_STATE_HOME/doppel, ~/.local/state/doppel if that is not set, on Windows %LOCALAPPDATA%\doppel, as bytes
    /// with '/' between components; null where no variable tells. It need not exist.
    /// </summary>
    internal static byte[]? Of(Func<string, string?> environment)
    {
        string? above = OperatingSystem.IsWindows() ? environment("LOCALAPPDATA")?.Replace('\\', '/')
            : environment("XDG_STATE_HOME") is { Length: > 0 } state && state[0] == '/' ? state
            : environment("HOME") is { Length: > 0 } home ? home + "/.local/state"
            : null;
        return string.IsNullOrEmpty(above) ? null : ByteText.ToBytes(above.TrimEnd('/') + "/doppel");
    }
}
