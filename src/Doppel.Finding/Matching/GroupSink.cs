using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Takes up the groups that one thread has proved.</summary>
internal sealed class GroupSink
{
    internal List<int> Members { get; } = [];

    internal List<GroupRow> Groups { get; } = [];

    internal void Add(ReadOnlySpan<int> members, Proof proof)
    {
        Groups.Add(new GroupRow(Members.Count, members.Length, proof));
        Members.AddRange(members);
    }
}
