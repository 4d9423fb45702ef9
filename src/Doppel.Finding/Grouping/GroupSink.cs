using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Collects the groups that one thread has proved.</summary>
internal sealed class GroupSink : IDisposable
{
    internal NativeList<int> Members { get; } = new();

    internal NativeList<GroupRow> Groups { get; } = new();

    public void Dispose()
    {
        Members.Dispose();
        Groups.Dispose();
    }

    internal void Add(ReadOnlySpan<int> members, Proof proof)
    {
        Groups.Add(new GroupRow(Members.Count, members.Length, proof));
        Members.AddRange(members);
    }
}
