using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Benchmarks.Comparing;

/// <summary>The talk's second way: every file is read whole and hashed, and equal digests are equal files.</summary>
internal sealed class HashComparison(string name, IContentHash hash) : GroupComparison(name)
{
    private readonly byte[] _buffer = new byte[BlockBytes];
    private readonly Dictionary<Digest128, int> _firsts = [];

    protected override void Compare(int count, long size)
    {
        _firsts.Clear();
        for (int member = 0; member < count; member++)
        {
            FileHandle file = Open(member);
            for (long offset = 0; offset < size; offset += _buffer.Length)
            {
                Span<byte> block = _buffer.AsSpan(0, (int)Math.Min(_buffer.Length, size - offset));
                Read(file, offset, block);
                hash.Append(block);
            }

            Close(file);
            Digest128 digest = hash.Finish();
            if (!_firsts.TryAdd(digest, member))
            {
                Join(member, _firsts[digest]);
            }
        }
    }
}
