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

    /// <summary>Adds a group of consecutive copies.</summary>
    internal void AddRange(int first, int count, Proof proof)
    {
        Groups.Add(new GroupRow(Members.Count, count, proof));
        for (int copy = first; copy < first + count; copy++)
        {
            Members.Add(copy);
        }
    }

    internal void Add(ReadOnlySpan<int> members, Proof proof)
    {
        Groups.Add(new GroupRow(Members.Count, members.Length, proof));
        Members.AddRange(members);
    }
}

/// <summary>A proved group: a range of its sink's members.</summary>
/// <param name="First">The index of the first member.</param>
/// <param name="Count">The number of members.</param>
/// <param name="Proof">How equality was proved.</param>
/// <param name="Digest">The index of its digest in the <see cref="GroupTable"/>, or -1 if it has none there.</param>
/// <param name="HasSize">Whether the size of its members is known.</param>
internal readonly record struct GroupRow(int First, int Count, Proof Proof, int Digest = -1, bool HasSize = true);
