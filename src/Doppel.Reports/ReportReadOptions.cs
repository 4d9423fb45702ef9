namespace Doppel.Reports;

/// <summary>How a report is read.</summary>
public sealed record ReportReadOptions
{
    /// <summary>The form; null finds it out from the first bytes. Default: null.</summary>
    public ReportFormat? Format { get; init; }

    /// <summary>Whether in fdupes NUL ends each name; null finds it out from the first 64 KiB. Default: null.</summary>
    public bool? NulAfterNames { get; init; }

    /// <summary>
    /// The longest line (JSON: one group; CSV: one row) in bytes, 1,024 to 2,000,000,000. Default: 1 GiB. Memory
    /// grows with the line at hand only.
    /// </summary>
    public int LineBytesMax { get; init; } = 1 << 30;

    /// <summary>Bytes asked from the stream at first, 64 to 16,777,216. Default: 65,536.</summary>
    public int BlockBytes { get; init; } = 64 * 1024;

    /// <summary>Throws where a value is out of its range.</summary>
    /// <exception cref="ArgumentException">The message tells which value and what is allowed.</exception>
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
