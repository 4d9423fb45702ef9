using System.Runtime.InteropServices;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// Compares copies of one size by reading them side by side, block by block. A group splits where blocks differ.
/// </summary>
/// <remarks>
/// Reads the first bytes, then the last bytes, then the rest: archives and media of equal size mostly differ at one
/// end, so the rest is never read. Payloads are read from front to back. A copy that has no equal left is closed at
/// once. Of several copies stored in the same blocks, only one, the leader, is read; the others are its riders and are
/// only checked at the end.
/// </remarks>
internal sealed class Lockstep(
    CopyTable copies,
    ContentReader reader,
    ExtentMapper? extents,
    GroupSink groups,
    SearchContext context,
    ComparisonFacts? facts = null)
{
    private readonly Ladder _ladder = context.Options.Ladder;
    private readonly List<OpenCopy> _open = [];
    private readonly List<DataCursor> _data = [];
    private readonly List<(int Leader, int Rider)> _riders = [];
    private readonly List<List<int>> _alone = [];
    private readonly List<List<int>> _classes = [];
    private readonly List<List<int>> _split = [];
    private readonly ListPool<int> _lists = context.Pools.Lists;
    private bool _leaderFailed;

    // Set while both ends are read.
    private ComparisonFacts? _endFacts;

    /// <summary>Compares copies of which only the size is known to be equal.</summary>
    /// <param name="candidates">Copies of the same size, at most <see cref="Ladder.OpenCopiesMax"/>.</param>
    /// <param name="hasHead">
    /// Whether a disk head has to move from one file to the next, in which case blocks should be as large as possible.
    /// </param>
    internal void Run(ReadOnlySpan<int> candidates, bool hasHead)
    {
        // If a leader fails or changes, what was read of it says nothing about its riders. Start over without it.
        while (candidates.Length > 1 && !TryRun(candidates, hasHead))
        {
            candidates = candidates.ToArray().Where(copy => copies.States[copy] != CopyState.Failed).ToArray();
        }
    }

    private bool TryRun(ReadOnlySpan<int> candidates, bool hasHead)
    {
        long size = copies.SizeOf(candidates[0]);
        facts?.Begin(candidates);
        context.OpenFiles.Enter(candidates.Length);
        OpenAll(candidates);
        int blockMax = Ladder.BufferBytesMax / Math.Max(1, _open.Count);
        bool finished = CompareAll(size, hasHead ? blockMax : Math.Min(_ladder.BlockBytes, blockMax));
        _classes.AddRange(_alone);
        _alone.Clear();
        CheckLeaders(finished);
        bool again = finished && _leaderFailed;
        foreach (List<int> equal in _classes)
        {
            if (finished && !again)
            {
                Report(equal);
            }

            CloseAll(equal);
        }

        facts?.End(isComplete: finished && !again && !AnyFailed(candidates));

        Recycle(_classes);
        _open.Clear();
        _data.Clear();
        _riders.Clear();
        _leaderFailed = false;
        context.OpenFiles.Leave(candidates.Length);
        return !again;
    }

    private bool AnyFailed(ReadOnlySpan<int> candidates)
    {
        bool any = false;
        foreach (int copy in candidates)
        {
            any |= copies.States[copy] == CopyState.Failed;
        }

        return any;
    }

    private void OpenAll(ReadOnlySpan<int> candidates)
    {
        List<int> all = _lists.Rent();
        for (int i = 0; i < candidates.Length; i++)
        {
            int next = i + 1 < candidates.Length ? candidates[i + 1] : -1;
            if (reader.TryOpen(candidates[i], next, out OpenCopy file))
            {
                _open.Add(file);
                _data.Add(reader.DataOf(file));
                if (!TryRide(_open.Count - 1))
                {
                    all.Add(_open.Count - 1);
                }
            }
        }

        reader.LeaveFolder();
        Keep(all, _classes);
    }

    // The first of the copies in the same blocks becomes the leader.
    private bool TryRide(int member)
    {
        if (extents is null || !extents.Map(_open[member]) || !extents.SparesReading)
        {
            return false;
        }

        int leader = 0;
        while (leader < member && !extents.AreOne(_open[leader].Copy, _open[member].Copy))
        {
            leader++;
        }

        if (leader == member)
        {
            return false;
        }

        _riders.Add((leader, member));
        return true;
    }

    private bool HasRiders(int member)
    {
        foreach ((int leader, _) in _riders)
        {
            if (leader == member)
            {
                return true;
            }
        }

        return false;
    }

    private void CheckLeaders(bool finished)
    {
        foreach (List<int> equal in _classes)
        {
            foreach (int member in equal)
            {
                _leaderFailed |= finished && HasRiders(member) && !reader.IsUnchanged(_open[member]);
            }
        }
    }

    private bool CompareAll(long size, int block)
    {
        if (size <= _ladder.SmallBytesMax)
        {
            CompareBlock(0, (int)size);
            return !context.Cancellation.IsCancellationRequested;
        }

        // Payloads with the same format, coding and exact length are mostly equal, so reading their ends first gains
        // nothing.
        long end = size;
        long start = copies.Payloads is null ? Math.Min(_ladder.EndBytes, size / 2) : 0;
        if (start > 0)
        {
            end -= start;
            CompareEnd(0, (int)start);
            CompareEnd(end, (int)start);
        }

        for (long offset = start; offset < end && _classes.Count > 0;)
        {
            if (context.Cancellation.IsCancellationRequested)
            {
                return false;
            }

            long data = Math.Min(NextData(offset), end);
            if (data == offset)
            {
                CompareBlock(offset, (int)Math.Min(block, end - offset));
                data += block;
            }

            offset = data;
        }

        return true;
    }

    // What is a hole in all copies is equal, and none of them is read there.
    private long NextData(long offset)
    {
        long next = long.MaxValue;
        Span<DataCursor> data = CollectionsMarshal.AsSpan(_data);
        foreach (List<int> equal in _classes)
        {
            foreach (int member in equal)
            {
                next = Math.Min(next, data[member].NextData(offset));
                if (next == offset)
                {
                    return next;
                }
            }
        }

        return next;
    }

    private void CompareEnd(long offset, int bytes)
    {
        _endFacts = facts;
        CompareBlock(offset, bytes);
        _endFacts = null;
    }

    private void CompareBlock(long offset, int bytes)
    {
        foreach (List<int> equal in _classes)
        {
            Split(equal, offset, bytes);
        }

        _classes.Clear();
        _classes.AddRange(_split);
        _split.Clear();
    }

    // Reads the block of every member one after another, then removes each class of equal blocks in turn.
    private void Split(List<int> members, long offset, int bytes)
    {
        Span<byte> buffer = reader.Buffer(members.Count * bytes);
        int read = 0;
        for (int i = 0; i < members.Count; i++)
        {
            int member = members[i];
            if (reader.TryRead(_open[member], offset, buffer.Slice(read * bytes, bytes)))
            {
                _endFacts?.AddEnd(_open[member].Copy, isFirst: offset == 0, buffer.Slice(read * bytes, bytes));
                members[read++] = member;
            }
            else
            {
                _leaderFailed |= HasRiders(member);
                Close(member);
            }
        }

        members.RemoveRange(read, members.Count - read);
        context.Progress.AddDone(0, (long)read * bytes);
        int left = read;
        Span<int> slots = stackalloc int[Ladder.OpenCopiesMax];
        for (int i = 0; i < left; i++)
        {
            slots[i] = i;
        }

        while (left > 0)
        {
            List<int> equal = _lists.Rent();
            ReadOnlySpan<byte> first = buffer.Slice(slots[0] * bytes, bytes);
            int others = 0;
            for (int i = 0; i < left; i++)
            {
                if (i == 0 || first.SequenceEqual(buffer.Slice(slots[i] * bytes, bytes)))
                {
                    equal.Add(members[slots[i]]);
                }
                else
                {
                    slots[others++] = slots[i];
                }
            }

            left = others;
            Keep(equal, _split, offset == 0 ? first : default);
        }

        Recycle(members);
    }

    private void Keep(List<int> equal, List<List<int>> classes, ReadOnlySpan<byte> beginning = default)
    {
        if (equal.Count > 1)
        {
            classes.Add(equal);
        }
        else if (equal.Count > 0 && HasRiders(equal[0]))
        {
            _alone.Add(equal);
        }
        else
        {
            CloseAll(equal, beginning);
            Recycle(equal);
        }
    }

    private void Report(List<int> equal)
    {
        Span<int> members = stackalloc int[Ladder.OpenCopiesMax];
        int count = 0;
        foreach (int member in equal)
        {
            if (HasRiders(member) || reader.IsUnchanged(_open[member]))
            {
                members[count++] = _open[member].Copy;
            }

            foreach ((int leader, int rider) in _riders)
            {
                if (leader == member && reader.IsUnchanged(_open[rider]))
                {
                    members[count++] = _open[rider].Copy;
                }
            }
        }

        if (count > 1)
        {
            groups.Add(members[..count], Proof.Bytes);
            facts?.AddEqual(members[..count]);
            foreach (int member in equal)
            {
                reader.ReadTags(_open[member]);
            }
        }
    }

    // Among equal members, the first shows whether all of them are media.
    private void CloseAll(List<int> members, ReadOnlySpan<byte> beginning = default)
    {
        if (members.Count > 0 && copies.States[_open[members[0]].Copy] == CopyState.Unread)
        {
            reader.Media?.GlanceAt(_open[members[0]], beginning);
        }

        foreach (int member in members)
        {
            Close(member);
        }
    }

    private void Close(int member)
    {
        _open[member].Close();
        foreach ((int leader, int rider) in _riders)
        {
            if (leader == member)
            {
                _open[rider].Close();
            }
        }
    }

    private void Recycle(List<int>? members) => _lists.Return(ref members);

    private void Recycle(List<List<int>> classes)
    {
        foreach (List<int> members in classes)
        {
            Recycle(members);
        }

        classes.Clear();
    }
}
