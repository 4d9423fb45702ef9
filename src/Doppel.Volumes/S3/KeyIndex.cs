using System.Runtime.InteropServices;
using System.Text;
using Doppel.Pooling;
using Doppel.S3;

namespace Doppel.Volumes;

/// <summary>The objects of a listing, ordered by the bytes of their keys, in unmanaged memory.</summary>
/// <remarks>
/// Keys are front-coded in blocks: the first key of a block is stored whole, and each other one as the number of bytes
/// that it shares with the one before, and the rest. Immutable but for the states of objects, thus thread-safe.
/// </remarks>
internal sealed class KeyIndex : IDisposable
{
    /// <summary>The keys in a block. With 16, a lookup reads 8 on average, and a block costs 4 bytes.</summary>
    internal const int BlockKeys = 16;

    private readonly NativeBuffer<byte> _keys;
    private readonly NativeBuffer<int> _blocks;
    private readonly NativeBuffer<ObjectRow> _rows;
    private readonly NativeBuffer<byte> _texts;

    /// <summary>Creates an index that takes over the buffers.</summary>
    internal KeyIndex(
        NativeBuffer<byte> keys,
        NativeBuffer<int> blocks,
        NativeBuffer<ObjectRow> rows,
        NativeBuffer<byte> texts,
        int keyBytesMax)
    {
        (_keys, _blocks, _rows, _texts) = (keys, blocks, rows, texts);
        KeyBytesMax = keyBytesMax;
    }

    /// <summary>The number of objects.</summary>
    internal int Count => _rows.Length;

    /// <summary>The length of the longest key in bytes.</summary>
    internal int KeyBytesMax { get; }

    /// <summary>The unmanaged memory in bytes.</summary>
    internal long NativeBytes => _keys.Length + ((long)_blocks.Length * sizeof(int))
        + ((long)_rows.Length * Marshal.SizeOf<ObjectRow>()) + _texts.Length;

    /// <summary>The front-coded keys.</summary>
    internal ReadOnlySpan<byte> Keys => _keys.Span;

    internal ref ObjectRow this[int number] => ref _rows[number];

    public void Dispose()
    {
        _keys.Dispose();
        _blocks.Dispose();
        _rows.Dispose();
        _texts.Dispose();
    }

    /// <summary>Returns where a block of keys starts.</summary>
    internal int StartOf(int block) => _blocks[block];

    /// <summary>Returns the number of the first object whose key is not below a key.</summary>
    /// <param name="key">The key to find.</param>
    /// <param name="isEqual">Whether the object has exactly this key.</param>
    internal int Find(ReadOnlySpan<byte> key, out bool isEqual)
    {
        int block = BlockOf(key);
        isEqual = false;
        if (block < 0)
        {
            return 0;
        }

        // While keys are below the wanted one, only what a key shares with its predecessor has to be known.
        ReadOnlySpan<byte> keys = _keys.Span;
        int at = _blocks[block];
        int matched = 0;
        int last = Math.Min(Count, (block + 1) * BlockKeys);
        for (int number = block * BlockKeys; number < last; number++)
        {
            int shared = Varint.Read(keys, ref at);
            int length = Varint.Read(keys, ref at);
            ReadOnlySpan<byte> rest = keys.Slice(at, length);
            at += length;
            if (shared > matched)
            {
                continue;
            }

            int more = shared < matched ? 0 : rest.CommonPrefixLength(key.Slice(matched));
            bool isWhole = shared == matched && matched + more == key.Length;
            bool isAbove = shared < matched || isWhole || (more < length && rest[more] > key[matched + more]);
            if (isAbove)
            {
                isEqual = isWhole && more == length;
                return number;
            }

            matched += more;
        }

        return last;
    }

    /// <summary>Returns the objects whose keys start with a folder's key and a slash.</summary>
    /// <param name="prefix">
    /// The key of the folder with a slash at its end. The slash is replaced during the call. Empty for all objects.
    /// </param>
    internal Range Below(Span<byte> prefix)
    {
        if (prefix.IsEmpty)
        {
            return new Range(0, Count);
        }

        int low = Find(prefix, out _);
        prefix[^1]++;
        int high = Find(prefix, out _);
        prefix[^1]--;
        return new Range(low, high);
    }

    /// <summary>Returns the ETag of an object with quotes, or null if there is none.</summary>
    internal string? TagOf(int number)
    {
        ref ObjectRow row = ref _rows[number];
        if (row.Shape != TagShape.Digest)
        {
            return row.Shape == TagShape.None
                ? null
                : Encoding.UTF8.GetString(_texts.Span.Slice((int)(row.Tag >> 32), (int)(row.Tag & int.MaxValue)));
        }

        Span<byte> digest = stackalloc byte[S3ETag.DigestBytes];
        System.Buffers.Binary.BinaryPrimitives.WriteInt128BigEndian(digest, row.Tag);
        string digits = Convert.ToHexStringLower(digest);
        return row.Parts == 0 ? $"\"{digits}\"" : FormattableString.Invariant($"\"{digits}-{row.Parts}\"");
    }

    /// <summary>Notes what a read has found. Concurrent notes about one object are equivalent.</summary>
    internal void Note(int number, ObjectStates state) => _rows[number].States |= state;

    // The last block that starts with a key not above the wanted one, or -1.
    private int BlockOf(ReadOnlySpan<byte> key)
    {
        ReadOnlySpan<byte> keys = _keys.Span;
        int low = 0;
        int high = _blocks.Length;
        while (low < high)
        {
            int middle = (int)(((uint)low + (uint)high) / 2);
            int at = _blocks[middle];
            Varint.Read(keys, ref at);
            int length = Varint.Read(keys, ref at);
            if (keys.Slice(at, length).SequenceCompareTo(key) <= 0)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        return low - 1;
    }
}
