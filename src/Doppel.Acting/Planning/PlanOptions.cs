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

    /// <summary>
    /// Symbolic links whose <see cref="PlanLink.Final"/> may be a name of a copy. Default: none are known.
    /// </summary>
    public IReadOnlyList<PlanLink> SymbolicLinks { get; init; } = [];

    /// <summary>
    /// Whether attributes and flags of copies are compared too for <see cref="PlanCopy.Changes"/>, which opens each; it
    /// needs an <see cref="Doppel.Volumes.IChangeableVolume"/>. Default: false.
    /// </summary>
    public bool ComparesExtras { get; init; }

    /// <summary>
    /// Whether a group counts only if names in at least two of the roots are left after refusals. Default: false.
    /// </summary>
    public bool Isolate { get; init; }

    /// <summary>The absolute form of a name of the report.</summary>
    public ReportName ToAbsolute(ReportName name) => PlanPaths.ToPlain(name, WorkingDirectory, out _);

    /// <summary>Folders of Doppel's own, absolute; what lies below is left alone. They need not exist.</summary>
    public IReadOnlyList<ReportName> OwnFolders { get; init; } = [];
}
