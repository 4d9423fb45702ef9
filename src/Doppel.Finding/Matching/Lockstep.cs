using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// Compares copies of one size by reading them block by block side by side; a group splits where blocks differ.
/// </summary>
/// <remarks>
/// First bytes, then last bytes, then the rest: archives and media of equal size mostly differ at either end, and
/// then the rest is never read. A copy that has no equal left is closed at once.
/// </remarks>
internal sealed class Lockstep(
    CopyTable copies, ContentReader reader, GroupSink groups, SearchContext context)
{
    private readonly List<OpenCopy> _open = [];
    private readonly List<List<int>> _classes = [];
    private readonly List<List<int>> _split = [];
    private readonly ListPool<int> _lists = context.Pools.Lists;

    /// <summary>Compares copies that nothing but their size is known of.</summary>
    /// <param name="candidates">Copies of one size, at most <see cref="Ladder.OpenCopiesMax"/>.</param>
    internal void Run(ReadOnlySpan<int> candidates)
    {
        long size = copies.SizeOf(candidates[0]);
        context.OpenFiles.Enter(candidates.Length);
        OpenAll(candidates);
        bool finished = CompareAll(size, Math.Min(Ladder.BlockBytes, Ladder.BufferBytesMax / Math.Max(1, _open.Count)));
        foreach (List<int> equal in _classes)
        {
            if (finished)
            {
                Report(equal);
            }

            CloseAll(equal);
        }

        Recycle(_classes);
        _open.Clear();
        context.OpenFiles.Leave(candidates.Length);
    }

    private void OpenAll(ReadOnlySpan<int> candidates)
    {
        List<int> all = _lists.Rent();
        for (int i = 0; i < candidates.Length; i++)
        {
            int next = i + 1 < candidates.Length ? candidates[i + 1] : -1;
            if (reader.TryOpen(candidates[i], next, out OpenCopy file))
            {
                all.Add(_open.Count);
                _open.Add(file);
            }
        }

        reader.LeaveFolder();
        Keep(all, _classes);
    }

    private bool CompareAll(long size, int block)
    {
        if (size <= Ladder.SmallBytesMax)
        {
            CompareBlock(0, (int)size);
            return !context.Cancellation.IsCancellationRequested;
        }

        CompareBlock(0, Ladder.EndBytes);
        CompareBlock(size - Ladder.EndBytes, Ladder.EndBytes);
        long end = size - Ladder.EndBytes;
        for (long offset = Ladder.EndBytes; offset < end && _classes.Count > 0; offset += block)
        {
            if (context.Cancellation.IsCancellationRequested)
            {
                return false;
            }

            CompareBlock(offset, (int)Math.Min(block, end - offset));
        }

        return true;
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

    // Reads the block of every member behind one another, then takes out class after class of equal blocks.
    private void Split(List<int> members, long offset, int bytes)
    {
        Span<byte> buffer = reader.Buffer(members.Count * bytes);
        int read = 0;
        for (int i = 0; i < members.Count; i++)
        {
            int member = members[i];
            if (reader.TryRead(_open[member], offset, buffer.Slice(read * bytes, bytes)))
            {
                members[read++] = member;
            }
            else
            {
                _open[member].Close();
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
            Keep(equal, _split);
        }

        Recycle(members);
    }

    private void Keep(List<int> equal, List<List<int>> classes)
    {
        if (equal.Count > 1)
        {
            classes.Add(equal);
        }
        else
        {
            CloseAll(equal);
            Recycle(equal);
        }
    }

    private void Report(List<int> equal)
    {
        Span<int> members = stackalloc int[Ladder.OpenCopiesMax];
        int count = 0;
        foreach (int member in equal)
        {
            if (reader.IsUnchanged(_open[member]))
            {
                members[count++] = _open[member].Copy;
            }
        }

        if (count > 1)
        {
            groups.Add(members[..count], Proof.Bytes);
        }
    }

    private void CloseAll(List<int> members)
    {
        foreach (int member in members)
        {
            _open[member].Close();
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
