using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>A symbolic link that leads to a name of a copy: without that name it would lead to nothing.</summary>
/// <remarks>Immutable, so thread-safe.</remarks>
public sealed record PlanLink
{
    /// <summary>The absolute name of the link itself.</summary>
    public required ReportName Name { get; init; }

    /// <summary>What is written in it.</summary>
    public required ReportName Target { get; init; }

    /// <summary>The absolute name that it leads to in the end, without any link.</summary>
    public required ReportName Final { get; init; }

    /// <summary>Whether it lies below a reference folder, so that it stays as it is whatever is asked.</summary>
    public bool IsReference { get; init; }
}
