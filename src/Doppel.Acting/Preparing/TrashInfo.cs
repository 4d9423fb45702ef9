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
    private const string PathKey = "\nPath=";
    private const string Beginning = "[Trash Info]" + PathKey;

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
            $"{Beginning}{Encode(path)}\nDeletionDate={when:yyyy-MM-dd'T'HH:mm:ss}\n"));
    }

    /// <summary>
    /// Returns whether an info file describes a file with the given original name, or is what a power failure has left
    /// of such an info file: its beginning, or as many zeros.
    /// </summary>
    /// <param name="info">The content of the info file.</param>
    /// <param name="name">The absolute name.</param>
    internal static bool IsOf(ReadOnlySpan<byte> info, ReportName name)
    {
        string whole = Encode(name.Bytes);
        string text = Encoding.Latin1.GetString(info.TrimEnd((byte)0));
        int start = text.IndexOf(PathKey, StringComparison.Ordinal);
        if (start < 0)
        {
            return Beginning.StartsWith(text, StringComparison.Ordinal);
        }

        string path = text[(start + PathKey.Length)..];
        int end = path.IndexOf('\n', StringComparison.Ordinal);
        return end < 0
            ? whole.StartsWith(path, StringComparison.Ordinal) || whole.Contains("/" + path, StringComparison.Ordinal)
            : whole == path[..end] || whole.EndsWith("/" + path[..end], StringComparison.Ordinal);
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
