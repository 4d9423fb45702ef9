using Doppel.Volumes;

namespace Doppel.Benchmarks.Comparing;

/// <summary>
/// The talk's first way: every file with every other that has no equal yet, two at a time, until blocks differ.
/// </summary>
internal sealed class PairComparison() : GroupComparison("pairwise")
{
    private readonly byte[] _left = new byte[BlockBytes];
    private readonly byte[] _right = new byte[BlockBytes];

    protected override double SecondsOf(ContentCell cell)
    {
        double pairs = cell.GroupSize * (cell.Contents + 1.0) / 2;
        return pairs * (SecondsOfOpen + (2 * SecondsOfByte * BytesUntilDifferent(cell)));
    }

    // The one file stays open while the others come and go.
    protected override void Compare(int count, long size)
    {
        for (int i = 0; i < count - 1; i++)
        {
            if (IsJoined(i))
            {
                continue;
            }

            FileHandle left = FileHandle.None;
            for (int j = i + 1; j < count; j++)
            {
                if (IsJoined(j))
                {
                    continue;
                }

                left = left == FileHandle.None ? Open(i) : left;
                FileHandle right = Open(j);
                if (AreEqual(left, right, size))
                {
                    Join(j, i);
                }

                Close(right);
            }

            if (left != FileHandle.None)
            {
                Close(left);
            }
        }
    }

    private bool AreEqual(FileHandle left, FileHandle right, long size)
    {
        int bytes;
        for (long offset = 0; offset < size; offset += bytes)
        {
            bytes = BytesAt(offset, size, BlockBytes);
            Read(left, offset, _left.AsSpan(0, bytes));
            Read(right, offset, _right.AsSpan(0, bytes));
            if (!_left.AsSpan(0, bytes).SequenceEqual(_right.AsSpan(0, bytes)))
            {
                return false;
            }
        }

        return true;
    }
}
