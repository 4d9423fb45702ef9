namespace Doppel.App;

/// <summary>Locates the user's folders: Doppel's state and cache folders, and the trash.</summary>
internal static class UserFolders
{
    private static string StateBelowHome =>
        OperatingSystem.IsMacOS() ? "/Library/Application Support" : "/.local/state";

    private static string CacheBelowHome => OperatingSystem.IsMacOS() ? "/Library/Caches" : "/.cache";

    /// <summary>
    /// Returns the state folder, which may not exist. On Windows, it is %LOCALAPPDATA%\doppel. Elsewhere, it is
    /// $XDG_STATE_HOME/doppel or, if the variable is not set, ~/.local/state/doppel, or ~/Library/Application
    /// Support/doppel on macOS. The path is returned as bytes with '/' between components; null if none of the
    /// variables is set.
    /// </summary>
    internal static byte[]? StateOf(Func<string, string?> environment)
    {
        string? above = OperatingSystem.IsWindows()
            ? Value(environment, "LOCALAPPDATA")?.Replace('\\', '/')
            : Absolute(environment, "XDG_STATE_HOME") ?? Below(Value(environment, "HOME"), StateBelowHome);
        return above is null ? null : ByteText.ToBytes(above.TrimEnd('/') + "/doppel");
    }

    /// <summary>
    /// Returns the folder of what can be lost without harm, which may not exist. On Windows, it is
    /// %LOCALAPPDATA%\doppel\cache. Elsewhere, it is $XDG_CACHE_HOME/doppel or, if the variable is not set,
    /// ~/.cache/doppel, or ~/Library/Caches/doppel on macOS. Null if none of the variables is set.
    /// </summary>
    internal static byte[]? CacheOf(Func<string, string?> environment)
    {
        string? folder = OperatingSystem.IsWindows()
            ? Below(Value(environment, "LOCALAPPDATA")?.Replace('\\', '/'), "/doppel/cache")
            : Below(Absolute(environment, "XDG_CACHE_HOME"), "/doppel")
                ?? Below(Value(environment, "HOME"), CacheBelowHome + "/doppel");
        return folder is null ? null : ByteText.ToBytes(folder);
    }

    /// <summary>Returns the folder of the journals; null if there is no state folder.</summary>
    internal static byte[]? JournalOf(Func<string, string?> environment) =>
        StateOf(environment) is { } state ? [.. state, .. "/journal"u8] : null;

    /// <summary>
    /// Returns the folder of what machines of a fleet ask and promise; null if there is no state folder.
    /// </summary>
    internal static byte[]? ProofsOf(Func<string, string?> environment) =>
        StateOf(environment) is { } state ? [.. state, .. "/fleet"u8] : null;

    /// <summary>Returns the default folder of the catalog; null if there is no cache folder.</summary>
    internal static byte[]? CatalogOf(Func<string, string?> environment) =>
        CacheOf(environment) is { } cache ? [.. cache, .. "/catalog"u8] : null;

    /// <summary>
    /// Returns the trash of the user's home folder (FreeDesktop.org): $XDG_DATA_HOME/Trash or, if the variable is not
    /// set, ~/.local/share/Trash. Returns an empty array if neither variable is set, and on systems with their own
    /// trash.
    /// </summary>
    internal static byte[] TrashOf(Func<string, string?> environment)
    {
        string? above = OperatingSystem.IsWindows() || OperatingSystem.IsMacOS()
            ? null
            : Absolute(environment, "XDG_DATA_HOME") ?? Below(Absolute(environment, "HOME"), "/.local/share");
        return above is null ? [] : ByteText.ToBytes(above.TrimEnd('/') + "/Trash");
    }

    private static string? Value(Func<string, string?> environment, string variable) =>
        environment(variable) is { Length: > 0 } value ? value : null;

    private static string? Absolute(Func<string, string?> environment, string variable) =>
        Value(environment, variable) is { } path && path[0] == '/' ? path : null;

    private static string? Below(string? folder, string name) => folder is null ? null : folder + name;
}
