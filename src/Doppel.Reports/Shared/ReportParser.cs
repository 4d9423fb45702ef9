namespace Doppel.Reports.Shared;

/// <summary>What every reader of a format gives to <see cref="ReportReader"/>.</summary>
internal abstract class ReportParser
{
    public ReportBegin? Begin { get; protected set; }

    public ReportGroup? Group { get; protected set; }

    public ReportFolderGroup? FolderGroup { get; protected set; }

    public ReportContainedFolder? ContainedFolder { get; protected set; }

    public ReportFolder EmptyFolder { get; protected set; }

    public ReportMediaGroup? MediaGroup { get; protected set; }

    public ReportNotComparable? NotComparable { get; protected set; }

    public ReportUnique? Unique { get; protected set; }

    public ReportProblem? Problem { get; protected set; }

    public ReportSummary? Summary { get; protected set; }

    /// <summary>Asked at the end: whether the form shows that something is missing there.</summary>
    public virtual bool EndedEarly => false;

    /// <summary>Reads the next item into its property. Not called again after an exception or the end.</summary>
    public abstract ReportItemKind Read();
}
