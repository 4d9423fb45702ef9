using System.Buffers;
using System.Text;

namespace Doppel.S3.Transfer;

/// <summary>Converts a key to a path below a folder, or explains why that is not allowed.</summary>
/// <remarks>
/// A key can be any text that someone with write access to a bucket chooses. Each component must be the bare name of a
/// single entry, so that no key can lead out of the folder. Invalid keys are never corrected, only rejected.
/// </remarks>
public static class S3KeyPath
{
    private const int ComponentBytesMax = 255;
    private const int KeyBytesMax = 4096;

    private static readonly SearchValues<char> s_windowsNever = SearchValues.Create("<>:\"|?*\\");

    private static readonly string[] s_windowsDevices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];

    /// <summary>Splits a key into components.</summary>
    /// <param name="key">The key without the prefix of the folder itself.</param>
    /// <param name="isWindows">Whether the rules for Windows names also apply.</param>
    /// <param name="components">The folders, followed by the file; empty if the key is rejected.</param>
    /// <param name="reason">Why the key is rejected; empty if it is accepted.</param>
    /// <returns>False if the key is rejected.</returns>
    public static bool TrySplit(string key, bool isWindows, out string[] components, out string reason)
    {
        components = [];
        reason = key switch
        {
            "" => "it has no name",
            ['/', ..] => "it would be an absolute path",
            _ => Encoding.UTF8.GetByteCount(key) > KeyBytesMax ? "it is too long" : "",
        };
        if (reason.Length > 0)
        {
            return false;
        }

        string[] parts = key.Split('/');
        for (int i = 0; i < parts.Length && reason.Length == 0; i++)
        {
            reason = Judge(parts[i], isWindows);
        }

        components = reason.Length == 0 ? parts : [];
        return reason.Length == 0;
    }

    private static string Judge(string name, bool isWindows) => name switch
    {
        "" => "it has an empty component",
        "." or ".." => $"it contains the component {name}",
        _ when name.Contains('\0', StringComparison.Ordinal) => "it contains a NUL",
        _ when Encoding.UTF8.GetByteCount(name) > ComponentBytesMax => "one of its components is too long",
        _ when S3Client.IsPartialFile(name) => "the name is that of an unfinished download",
        _ => isWindows ? JudgeForWindows(name) : "",
    };

    private static string JudgeForWindows(string name)
    {
        if (name.AsSpan().ContainsAny(s_windowsNever) || name.Any(static c => c < ' '))
        {
            return "it contains a character that Windows does not allow";
        }

        if (name[^1] is '.' or ' ')
        {
            return "one of its components ends with a dot or a space";
        }

        // Device names remain devices with any extension, and spaces before the dot are ignored.
        string stem = name.Split('.')[0].TrimEnd(' ');
        bool isDevice = s_windowsDevices.Contains(stem, StringComparer.OrdinalIgnoreCase)
            || (stem.Length == 4 && (stem[3] is (>= '0' and <= '9') or '¹' or '²' or '³')
                && (stem.StartsWith("COM", StringComparison.OrdinalIgnoreCase)
                    || stem.StartsWith("LPT", StringComparison.OrdinalIgnoreCase)));
        return isDevice ? "one of its components is a device name on Windows" : "";
    }
}
