using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>The facts of a copy that a report may show, and no more of them.</summary>
/// <param name="Links">Names of the inode in all.</param>
/// <param name="Allocated">Bytes on the device.</param>
/// <param name="Owner">User id.</param>
/// <param name="Group">Group id.</param>
/// <param name="Mode">Permission bits.</param>
/// <param name="Modified">When the content changed.</param>
internal readonly record struct CopyFacts(
    uint Links, long Allocated, uint Owner, uint Group, uint Mode, ReportTime Modified)
{
    internal static CopyFacts From(in FileFacts facts) => new(
        facts.Links, facts.Allocated, facts.Owner, facts.Group, facts.Mode,
        new ReportTime(facts.Modified.Seconds, facts.Modified.Nanoseconds));
}
