namespace Doppel.Reports;

/// <summary>Options that say how to read a report.</summary>
public sealed record ReportReadOptions
{
    /// <summary>Gets the format, or null to detect it from the first bytes. Default: null.</summary>
    public ReportFormat? Format { get; init; }

    /// <summary>
    /// Gets whether NUL ends each name in an fdupes list, or null to detect this from the first 64 KiB. Default: null.
    /// </summary>
    public bool? NulAfterNames { get; init; }

    /// <summary>
    /// Gets the maximum length of a line in bytes (one group in JSON, one row in CSV), 1,024 to 2,000,000,000. Memory
    /// use grows only with the current line. Default: 1 GiB.
    /// </summary>
    public int LineBytesMax { get; init; } = 1 << 30;

    /// <summary>
    /// Gets the initial number of bytes to request from the stream, 64 to 16,777,216. Default: 65,536.
    /// </summary>
    public int BlockBytes { get; init; } = 64 * 1024;

    /// <summary>Checks that every value is in range.</summary>
    /// <exception cref="ArgumentException">
    /// A value is out of range; the message names it and its allowed values.
    /// </exception>
    public void Validate()
    {
        if (Format is { } format && !Enum.IsDefined(format))
        {
            throw new ArgumentOutOfRangeException(
                nameof(Format), Format, "Format must be null or one of ReportFormat.");
        }

        if (LineBytesMax is < 1024 or > 2_000_000_000)
        {
            throw new ArgumentOutOfRangeException(
                nameof(LineBytesMax), LineBytesMax, "LineBytesMax must be 1024 to 2000000000.");
        }

        if (BlockBytes is < 64 or > 16 * 1024 * 1024)
        {
            throw new ArgumentOutOfRangeException(nameof(BlockBytes), BlockBytes, "BlockBytes must be 64 to 16777216.");
        }
    }
}
