using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>The facts of a copy that a report may show.</summary>
/// <param name="Links">The number of hard links to the inode.</param>
/// <param name="Allocated">The number of bytes allocated on the device.</param>
/// <param name="Owner">The user id of the owner.</param>
/// <param name="Group">The group id.</param>
/// <param name="Mode">The permission bits.</param>
/// <param name="Modified">When the content last changed.</param>
internal readonly record struct CopyFacts(
    uint Links, long Allocated, uint Owner, uint Group, uint Mode, ReportTime Modified)
{
    internal static CopyFacts From(in FileFacts facts) => new(
        facts.Links, facts.Allocated, facts.Owner, facts.Group, facts.Mode,
        new ReportTime(facts.Modified.Seconds, facts.Modified.Nanoseconds));
}
