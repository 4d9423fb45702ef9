namespace Doppel.Reports;

/// <summary>The input is not a whole and sound report of its format.</summary>
public sealed class ReportFormatException : Exception
{
    /// <summary>Names the line and what is wrong with it.</summary>
    /// <param name="line">The line, from 1; in a list with NUL the entry, from 1; 0 where no line is to blame.</param>
    /// <param name="what">What is wrong, as a clause.</param>
    /// <param name="inner">What noticed it, where that was another exception.</param>
    public ReportFormatException(long line, string what, Exception? inner = null)
        : base(line > 0 ? $"line {line}: {what}" : what, inner)
    {
        Line = line;
        What = what;
    }

    /// <summary>The line, from 1; in a list with NUL the entry, from 1; 0 where no line is to blame.</summary>
    public long Line { get; }

    /// <summary>What is wrong, as a clause.</summary>
    public string What { get; }
}
