using System.Buffers;
using System.Globalization;
using System.Text;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>
/// Formats and checks the information about a file in the trash: its original path and its deletion date.
/// </summary>
/// <remarks>Follows the FreeDesktop.org Trash Specification, version 1.0.</remarks>
internal static class TrashInfo
{
    /// <summary>Gets the suffix that is appended to the name of the file.</summary>
    internal static ReadOnlySpan<byte> Ending => ".trashinfo"u8;

    // The unreserved characters of RFC 2396, which the specification refers to, and the separator.
    private static readonly SearchValues<byte> s_plain = SearchValues.Create(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()/"u8);

    /// <summary>Returns the content of an info file.</summary>
    /// <param name="name">The absolute name of the file.</param>
    /// <param name="top">
    /// The folder to which the stored path is relative. If empty, the stored path is absolute.
    /// </param>
    /// <param name="when">The deletion date in the user's time zone.</param>
    internal static byte[] Make(ReportName name, ReportName top, DateTimeOffset when)
    {
        int above = top.Bytes.TrimEnd((byte)'/').Length;
        ReadOnlySpan<byte> path = top.IsEmpty ? name.Bytes : name.Bytes[(above + 1)..];
        return Encoding.ASCII.GetBytes(string.Create(
            CultureInfo.InvariantCulture,
            $"[Trash Info]\nPath={Encode(path)}\nDeletionDate={when:yyyy-MM-dd'T'HH:mm:ss}\n"));
    }

    /// <summary>Returns whether an info file describes a file with the given original name.</summary>
    /// <param name="info">The content of the info file.</param>
    /// <param name="name">The absolute name.</param>
    internal static bool IsOf(ReadOnlySpan<byte> info, ReportName name)
    {
        foreach (string line in Encoding.Latin1.GetString(info).Split('\n'))
        {
            if (line.StartsWith("Path=", StringComparison.Ordinal))
            {
                string path = line["Path=".Length..];
                string whole = Encode(name.Bytes);
                return whole == path || whole.EndsWith("/" + path, StringComparison.Ordinal);
            }
        }

        return false;
    }

    private static string Encode(ReadOnlySpan<byte> path)
    {
        var text = new StringBuilder(path.Length);
        foreach (byte one in path)
        {
            _ = s_plain.Contains(one)
                ? text.Append((char)one)
                : text.Append(CultureInfo.InvariantCulture, $"%{one:X2}");
        }

        return text.ToString();
    }
}
