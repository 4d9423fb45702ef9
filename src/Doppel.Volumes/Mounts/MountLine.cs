using System.Globalization;
using System.Text;

namespace Doppel.Volumes;

/// <summary>Represents one line of /proc/self/mountinfo (proc(5)).</summary>
internal sealed record MountLine
{
    /// <summary>Gets the mount id, which statx returns as well.</summary>
    public required ulong Id { get; init; }

    /// <summary>Gets the device number of the file system. Its files may have another one (btrfs, overlay).</summary>
    public required ulong Device { get; init; }

    /// <summary>Gets the folder of the file system that is visible at the mount point.</summary>
    public required string Root { get; init; }

    public required string MountPoint { get; init; }

    public required string FileSystem { get; init; }

    /// <summary>Gets the source: the path of a device, a server's share, or any word.</summary>
    public required string Source { get; init; }

    /// <summary>Gets the options of the mount.</summary>
    public required IReadOnlyList<string> Options { get; init; }

    /// <summary>Gets the options of the file system, which all its mounts share.</summary>
    public required IReadOnlyList<string> SuperOptions { get; init; }

    public bool IsReadOnly => Options.Contains("ro") || SuperOptions.Contains("ro");

    /// <summary>Parses a line.</summary>
    /// <param name="line">The line, with its bytes as Latin-1.</param>
    /// <returns>The parsed line, or null if it has another format.</returns>
    public static MountLine? Parse(string line)
    {
        string[] fields = line.Split(' ');

        // Between the sixth field and the dash there can be any number of optional fields.
        int dash = fields.Length < 9 ? -1 : Array.IndexOf(fields, "-", 6);
        if (dash < 0 || dash + 3 >= fields.Length
            || !ulong.TryParse(fields[0], NumberStyles.None, CultureInfo.InvariantCulture, out ulong id)
            || !TryDevice(fields[2], out ulong device))
        {
            return null;
        }

        return new MountLine
        {
            Id = id,
            Device = device,
            Root = Unescape(fields[3]),
            MountPoint = Unescape(fields[4]),
            Options = fields[5].Split(','),
            FileSystem = Unescape(fields[dash + 1]),
            Source = Unescape(fields[dash + 2]),
            SuperOptions = [.. fields[dash + 3].Split(',').Select(Unescape)],
        };
    }

    private static bool TryDevice(string text, out ulong device)
    {
        device = 0;
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0 || !uint.TryParse(text.AsSpan(0, colon), CultureInfo.InvariantCulture, out uint major)
            || !uint.TryParse(text.AsSpan(colon + 1), CultureInfo.InvariantCulture, out uint minor))
        {
            return false;
        }

        device = DeviceNumber.Make(major, minor);
        return true;
    }

    // Blanks, line breaks, backslashes, and commas inside an option are written as three octal digits. The decoded
    // bytes are UTF-8.
    private static string Unescape(string text)
    {
        var bytes = new byte[text.Length];
        int count = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\' && i + 3 < text.Length && IsOctal(text[i + 1]) && IsOctal(text[i + 2])
                && IsOctal(text[i + 3]))
            {
                bytes[count++] = (byte)(((text[i + 1] - '0') << 6) | ((text[i + 2] - '0') << 3) | (text[i + 3] - '0'));
                i += 3;
            }
            else
            {
                bytes[count++] = (byte)text[i];
            }
        }

        return Encoding.UTF8.GetString(bytes, 0, count);
    }

    private static bool IsOctal(char digit) => digit is >= '0' and <= '7';
}
