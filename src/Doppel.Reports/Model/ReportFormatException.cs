namespace Doppel.Reports;

/// <summary>The exception that is thrown if the input is not a complete and valid report of its format.</summary>
public sealed class ReportFormatException : Exception
{
    /// <summary>Initializes the exception with the line and the error.</summary>
    /// <param name="line">
    /// The line number, starting at 1, or the entry number in a list with NUL; 0 if the error is not tied to a line.
    /// </param>
    /// <param name="what">The error, as a clause.</param>
    /// <param name="inner">The exception that detected the error, if any.</param>
    public ReportFormatException(long line, string what, Exception? inner = null)
        : base(line > 0 ? $"line {line}: {what}" : what, inner)
    {
        Line = line;
        What = what;
    }

    /// <summary>
    /// Gets the line number, starting at 1, or the entry number in a list with NUL; 0 if the error is not tied to a
    /// line.
    /// </summary>
    public long Line { get; }

    /// <summary>Gets the error, as a clause.</summary>
    public string What { get; }
}
