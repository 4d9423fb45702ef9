using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Represents a symbolic link to a name of a copy. Removing that name would leave it dangling.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed record PlanLink
{
    /// <summary>Gets the absolute name of the link itself.</summary>
    public required ReportName Name { get; init; }

    /// <summary>Gets the target as stored in the link.</summary>
    public required ReportName Target { get; init; }

    /// <summary>Gets the absolute name that the link finally resolves to, free of symbolic links.</summary>
    public required ReportName Final { get; init; }

    /// <summary>Gets whether the link is below a reference folder and must therefore never be changed.</summary>
    public bool IsReference { get; init; }
}
