using Doppel.Volumes;

namespace Doppel.Benchmarks.Comparing;

/// <summary>
/// All files of a group side by side, block by block; a group splits where blocks differ, and what has no equal left is
/// closed.
/// </summary>
/// <remarks>
/// As many as the engine opens together, 128. Of more, the first half as many are compared with all others in turns,
/// then what is left of those in the same way.
/// </remarks>
/// <param name="name">As it stands in tables.</param>
/// <param name="windowBytes">
/// The blocks of all files that are compared at a time, together; a block is 4 to 128 KiB.
/// </param>
internal sealed class StepComparison(string name, int windowBytes) : GroupComparison(name)
{
    private const int OpenMax = 128;
    private const int BlockBytesMin = 4096;

    // A small file is read at once whatever the window.
    private readonly byte[] _buffer = new byte[Math.Max(windowBytes, OpenMax * SmallBytes)];
    private readonly Dictionary<int, FileHandle> _open = [];

    protected override double SecondsOf(ContentCell cell)
    {
        double files = cell.GroupSize <= OpenMax
            ? cell.GroupSize
            : (double)cell.GroupSize * cell.GroupSize / (OpenMax / 2);
        // Among blocks that all differ each is compared with each.
        double pairs = files * OpenMax / 2;
        return (files * (SecondsOfOpen + (SecondsOfByte * BytesUntilDifferent(cell))))
            + (pairs * SecondsOfCompared * (cell.Place == DifferencePlace.Start ? 0 : windowBytes / OpenMax));
    }

    protected override void Compare(int count, long size)
    {
        List<int> left = [.. Enumerable.Range(0, count)];
        while (left.Count > 1)
        {
            left = TakeTurns(left, size);
        }
    }

    // Returns what equals none of the first, of which so all is known.
    private List<int> TakeTurns(List<int> left, long size)
    {
        int first = left.Count <= OpenMax ? left.Count : OpenMax / 2;
        List<int> known = [];
        foreach (List<int> equal in Step(left.GetRange(0, first), size))
        {
            known.Add(equal[0]);
            JoinAll(equal);
        }

        known.Sort();
        List<int> others = [];
        for (int i = first; i < left.Count;)
        {
            int count = Math.Min(OpenMax - known.Count, left.Count - i);
            foreach (List<int> equal in Step([.. known, .. left.GetRange(i, count)], size))
            {
                if (known.Contains(equal[0]))
                {
                    JoinAll(equal);
                }
                else
                {
                    others.AddRange(equal);
                }
            }

            i += count;
        }

        others.Sort();
        return others;
    }

    private void JoinAll(List<int> equal)
    {
        foreach (int member in equal)
        {
            Join(member, equal[0]);
        }
    }

    private List<List<int>> Step(List<int> members, long size)
    {
        foreach (int member in members)
        {
            _open.Add(member, Open(member));
        }

        int block = Math.Clamp(windowBytes / members.Count, BlockBytesMin, BlockBytes);
        List<List<int>> alone = [];
        List<List<int>> classes = [members];
        int bytes;
        for (long offset = 0; offset < size && classes.Count > 0; offset += bytes)
        {
            bytes = BytesAt(offset, size, block);
            List<List<int>> next = [];
            foreach (List<int> equal in classes)
            {
                Split(equal, offset, bytes, next, alone);
            }

            classes = next;
        }

        foreach (List<int> equal in classes)
        {
            equal.ForEach(CloseMember);
        }

        return [.. classes, .. alone];
    }

    private void Split(List<int> members, long offset, int bytes, List<List<int>> classes, List<List<int>> alone)
    {
        for (int i = 0; i < members.Count; i++)
        {
            Read(_open[members[i]], offset, _buffer.AsSpan(i * bytes, bytes));
        }

        Span<int> left = stackalloc int[OpenMax];
        for (int i = 0; i < members.Count; i++)
        {
            left[i] = i;
        }

        for (int count = members.Count; count > 0;)
        {
            List<int> equal = [];
            int others = 0;
            ReadOnlySpan<byte> first = _buffer.AsSpan(left[0] * bytes, bytes);
            for (int i = 0; i < count; i++)
            {
                if (i == 0 || first.SequenceEqual(_buffer.AsSpan(left[i] * bytes, bytes)))
                {
                    equal.Add(members[left[i]]);
                }
                else
                {
                    left[others++] = left[i];
                }
            }

            count = others;
            if (equal.Count == 1)
            {
                CloseMember(equal[0]);
            }

            (equal.Count == 1 ? alone : classes).Add(equal);
        }
    }

    private void CloseMember(int member)
    {
        _open.Remove(member, out FileHandle file);
        Close(file);
    }
}
