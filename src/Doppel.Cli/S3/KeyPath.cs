using System.Buffers;
using System.Text;

namespace Doppel.Cli.S3;

/// <summary>Makes a path below a folder out of a key, or tells why it must not become one.</summary>
/// <remarks>
/// A key is any text that whoever may write to a bucket likes. Each of its components has to be the bare name of one
/// entry, so that nothing that it says leads out of the folder. Nothing is put right: what would have to be is refused.
/// </remarks>
internal static class KeyPath
{
    /// <summary>What unfinished downloads have behind their names; the client's.</summary>
    internal const string PartSuffix = ".s3part";

    private const int ComponentBytesMax = 255;
    private const int KeyBytesMax = 4096;

    private static readonly SearchValues<char> s_windowsNever = SearchValues.Create("<>:\"|?*\\");

    private static readonly string[] s_windowsDevices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];

    /// <summary>Takes a key apart.</summary>
    /// <param name="key">Without the prefix that stands for the folder itself.</param>
    /// <param name="isWindows">Whether the rules for names on Windows hold besides.</param>
    /// <param name="components">Folders, and the file last; empty where it is refused.</param>
    /// <param name="reason">Why it is refused; empty where it is not.</param>
    /// <returns>False where it is refused.</returns>
    internal static bool TrySplit(string key, bool isWindows, out string[] components, out string reason)
    {
        components = [];
        reason = key.Length == 0 ? "it has no name"
            : key[0] == '/' ? "it would be an absolute path"
            : Encoding.UTF8.GetByteCount(key) > KeyBytesMax ? "it is too long"
            : "";
        if (reason.Length > 0)
        {
            return false;
        }

        string[] parts = key.Split('/');
        for (int i = 0; i < parts.Length && reason.Length == 0; i++)
        {
            reason = Judge(parts[i], isWindows, isFile: i == parts.Length - 1);
        }

        components = reason.Length == 0 ? parts : [];
        return reason.Length == 0;
    }

    private static string Judge(string name, bool isWindows, bool isFile)
    {
        int bytesMax = isFile ? ComponentBytesMax - PartSuffix.Length : ComponentBytesMax;
        return name switch
        {
            "" => "it has an empty component",
            "." or ".." => $"it contains the component {name}",
            _ when name.Contains('\0', StringComparison.Ordinal) => "it contains a NUL",
            _ when Encoding.UTF8.GetByteCount(name) > bytesMax => "one of its components is too long",
            _ when name.EndsWith(PartSuffix, StringComparison.OrdinalIgnoreCase) =>
                $"names with {PartSuffix} are reserved for unfinished downloads",
            _ => isWindows ? JudgeForWindows(name) : "",
        };
    }

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

        // With any ending they are the device still, and blanks before the dot do not count.
        string stem = name.Split('.')[0].TrimEnd(' ');
        bool isDevice = s_windowsDevices.Contains(stem, StringComparer.OrdinalIgnoreCase)
            || (stem.Length == 4 && (stem[3] is (>= '0' and <= '9') or '¹' or '²' or '³')
                && (stem.StartsWith("COM", StringComparison.OrdinalIgnoreCase)
                    || stem.StartsWith("LPT", StringComparison.OrdinalIgnoreCase)));
        return isDevice ? "one of its components is a device name on Windows" : "";
    }
}
