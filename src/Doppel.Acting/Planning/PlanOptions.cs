using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>How a plan is made.</summary>
public sealed record PlanOptions
{
    /// <summary>Which copies stay. Default: one, chosen by the default order.</summary>
    public KeepRules Rules { get; init; } = new();

    /// <summary>The roots of the report, to which its copies refer. Default: none are known.</summary>
    public IReadOnlyList<ReportName> Roots { get; init; } = [];

    /// <summary>Where relative names of the report start: an absolute path.</summary>
    public required ReportName WorkingDirectory { get; init; }

    /// <summary>Folders of Doppel's own, absolute; what lies below is left alone. They need not exist.</summary>
    public IReadOnlyList<ReportName> OwnFolders { get; init; } = [];
}
