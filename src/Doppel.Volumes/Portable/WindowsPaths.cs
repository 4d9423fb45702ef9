using System.Text;
using System.Text.Unicode;

namespace Doppel.Volumes;

/// <summary>
/// Converts the paths of a volume (<c>C:/x</c>, <c>//server/share/x</c>) to extended Windows paths, and back.
/// </summary>
/// <remarks>
/// Extended paths (<c>\\?\</c>) have no limit of 260 characters and are not normalized: names that end in a dot or a
/// space, and names such as CON, are ordinary files. Therefore "." and ".." are removed here.
/// </remarks>
internal static class WindowsPaths
{
    private const string Extended = @"\\?\";
    private const string ExtendedShare = @"\\?\UNC\";

    /// <summary>Converts a path to an extended path.</summary>
    public static VolumeError ToNative(string? folder, ReadOnlySpan<byte> path, out string native)
    {
        native = "";
        if (path.Contains((byte)0) || !Utf8.IsValid(path))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        string text = Encoding.UTF8.GetString(path).Replace('/', '\\');
        string root;
        string rest;
        if (folder is not null)
        {
            root = folder[..RootLength(folder)];
            rest = folder[root.Length..] + "\\" + text;
        }
        else if (!TryRoot(text, out root, out rest))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        return Assemble(root, rest, out native);
    }

    /// <summary>Returns the root of an absolute volume path, without a trailing backslash.</summary>
    /// <param name="path">The path.</param>
    /// <param name="root">The extended path of its root.</param>
    /// <param name="length">The length of the root in the path, in bytes.</param>
    public static bool TryRoot(ReadOnlySpan<byte> path, out string root, out int length)
    {
        (root, length) = ("", 0);
        if (path.Contains((byte)0) || !Utf8.IsValid(path)
            || !TryRoot(Encoding.UTF8.GetString(path).Replace('/', '\\'), out root, out string rest))
        {
            return false;
        }

        length = path.Length - Encoding.UTF8.GetByteCount(rest);
        return true;
    }

    /// <summary>Returns the path of an entry.</summary>
    public static string Join(string folder, ReadOnlySpan<char> name) =>
        folder.EndsWith('\\') ? string.Concat(folder, name) : string.Concat(folder, "\\", name);

    /// <summary>Converts an extended path to a volume path.</summary>
    public static string FromNative(string native)
    {
        string text = native;
        if (native.StartsWith(ExtendedShare, StringComparison.Ordinal))
        {
            text = @"\\" + native[ExtendedShare.Length..];
        }
        else if (native.StartsWith(Extended, StringComparison.Ordinal) && IsDrive(native.AsSpan(Extended.Length)))
        {
            text = native[Extended.Length..];
        }

        return text.Replace('\\', '/');
    }

    private static bool IsDrive(ReadOnlySpan<char> text) => text.Length >= 2 && char.IsAsciiLetter(text[0])
        && text[1] == ':' && (text.Length == 2 || text[2] == '\\');

    private static bool TryRoot(string text, out string root, out string rest)
    {
        if (IsDrive(text))
        {
            root = Extended + text[..2];
            rest = text[2..];
            return true;
        }

        string native = "";
        if (text.StartsWith(Extended, StringComparison.Ordinal))
        {
            native = text;
        }
        else if (text.StartsWith(@"\\", StringComparison.Ordinal))
        {
            native = ExtendedShare + text[2..];
        }

        int length = native.Length == 0 ? 0 : RootLength(native);
        root = native[..length];
        rest = native[length..];
        return length > Extended.Length && !root.EndsWith('\\');
    }

    // \\?\C: or \\?\UNC\server\share or \\?\Volume{...}; the number of names after the prefix.
    private static int RootLength(string native)
    {
        bool share = native.StartsWith(ExtendedShare, StringComparison.OrdinalIgnoreCase);
        int end = share ? ExtendedShare.Length : Extended.Length;
        end = native.IndexOf('\\', end) is >= 0 and int first ? first : native.Length;
        if (share && end < native.Length)
        {
            end = native.IndexOf('\\', end + 1) is >= 0 and int second ? second : native.Length;
        }

        return end;
    }

    private static VolumeError Assemble(string root, string rest, out string native)
    {
        var names = new List<string>();
        foreach (string name in rest.Split('\\', StringSplitOptions.RemoveEmptyEntries))
        {
            if (name == "..")
            {
                names.RemoveRange(Math.Max(0, names.Count - 1), Math.Min(1, names.Count));
            }
            else if (name.Contains(':'))
            {
                // A colon would open another stream of the file.
                native = "";
                return new VolumeError(VolumeErrorKind.BadName);
            }
            else if (name != ".")
            {
                names.Add(name);
            }
        }

        native = root + "\\" + string.Join('\\', names);
        return VolumeError.None;
    }
}
