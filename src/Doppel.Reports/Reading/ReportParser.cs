namespace Doppel.Reports;

/// <summary>The base class of all format parsers, used by <see cref="ReportReader"/>.</summary>
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

    /// <summary>Gets the hex digits of the digest of the current item, if the format has them.</summary>
    public virtual ReadOnlySpan<byte> Hash => [];

    /// <summary>Gets whether the format shows that something is missing at the end. Queried at the end only.</summary>
    public virtual bool EndedEarly => false;

    /// <summary>Reads the next item into its property. Not called again after an exception or the end.</summary>
    public abstract ReportItemKind Read();
}
