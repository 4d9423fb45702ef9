using Doppel.Cli.Arguments;

namespace Doppel.Cli.Platform;

/// <summary>The user's folders: where Doppel keeps what it remembers, and the trash.</summary>
internal static class UserFolders
{
    private static string StateBelowHome =>
        OperatingSystem.IsMacOS() ? "/Library/Application Support" : "/.local/state";

    /// <summary>
    /// $XDG_STATE_HOME/doppel; if that is not set ~/.local/state/doppel, on macOS ~/Library/Application Support/doppel;
    /// on Windows %LOCALAPPDATA%\doppel. As bytes with '/' between components; null where no variable tells. It need
    /// not exist.
    /// </summary>
    internal static byte[]? StateOf(Func<string, string?> environment)
    {
        string? above = OperatingSystem.IsWindows() ? environment("LOCALAPPDATA")?.Replace('\\', '/')
            : environment("XDG_STATE_HOME") is { Length: > 0 } state && state[0] == '/' ? state
            : environment("HOME") is { Length: > 0 } home ? home + StateBelowHome
            : null;
        return string.IsNullOrEmpty(above) ? null : ByteText.ToBytes(above.TrimEnd('/') + "/doppel");
    }

    /// <summary>
    /// The trash of the user's home folder (FreeDesktop.org): $XDG_DATA_HOME/Trash, ~/.local/share/Trash if that is
    /// not set; empty where no variable tells, and where the system keeps a bin of its own.
    /// </summary>
    internal static byte[] TrashOf(Func<string, string?> environment)
    {
        string? above = OperatingSystem.IsWindows() || OperatingSystem.IsMacOS() ? null
            : environment("XDG_DATA_HOME") is { Length: > 0 } data && data[0] == '/' ? data
            : environment("HOME") is { Length: > 0 } home && home[0] == '/' ? home + "/.local/share"
            : null;
        return above is null ? [] : ByteText.ToBytes(above.TrimEnd('/') + "/Trash");
    }
}
