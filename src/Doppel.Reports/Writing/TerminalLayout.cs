namespace Doppel.Reports;

/// <summary>Describes the terminal on which a person reads text.</summary>
public sealed record TerminalLayout
{
    /// <summary>The smallest number of columns.</summary>
    public const int ColumnsMin = 20;

    /// <summary>Gets the number of columns, 20 or more. Longer names are shortened. Default: 80.</summary>
    public int Columns { get; init; } = 80;

    /// <summary>
    /// Gets the absolute path of the working directory. Names below it are shown relative to it. Default: none.
    /// </summary>
    public ReportName WorkingDirectory { get; init; }

    /// <summary>
    /// Gets the absolute path of the home folder. Other names below it start with <c>~</c>. Default: none.
    /// </summary>
    public ReportName Home { get; init; }
}
