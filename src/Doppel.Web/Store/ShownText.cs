using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// Names as the page shows them: bytes that are no text, and characters that could mislead, are escaped.
/// </summary>
internal static class ShownText
{
    /// <summary>Returns a name for people.</summary>
    internal static string Of(ReportName name) => Of(name.Bytes);

    /// <summary>Returns the last component of a path for people.</summary>
    internal static string LastOf(ReportName path) => Of(path.Bytes[(path.Bytes.LastIndexOf((byte)'/') + 1)..]);

    /// <summary>Returns a name for people.</summary>
    internal static string Of(ReadOnlySpan<byte> name) => Quote.Name(name)[1..^1];
}
