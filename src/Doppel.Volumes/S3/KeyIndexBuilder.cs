using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using Doppel.Pooling;
using Doppel.S3;

namespace Doppel.Volumes;

/// <summary>Collects listed objects and makes an index of them.</summary>
/// <remarks>Servers list keys in the order of their bytes. If one does not, the keys are sorted at the end.</remarks>
internal sealed class KeyIndexBuilder : IDisposable
{
    private readonly NativeBuffer<byte> _keys = new(1 << 16);
    private readonly NativeBuffer<int> _blocks = new(1 << 8);
    private readonly NativeBuffer<ObjectRow> _rows = new(1 << 10);
    private readonly NativeBuffer<byte> _texts = new(0);
    private byte[] _last = new byte[1024];
    private int _lastLength;
    private int _keyBytes;
    private int _keyBytesMax;
    private int _textBytes;
    private long _plainBytes;
    private int _count;
    private bool _isUnordered;
    private bool _isTaken;

    public void Dispose()
    {
        if (!_isTaken)
        {
            _keys.Dispose();
            _blocks.Dispose();
            _rows.Dispose();
            _texts.Dispose();
        }
    }

    /// <summary>Adds an object.</summary>
    /// <returns>False if there are more objects than an index holds: about 2 GiB of keys.</returns>
    internal bool Add(ReadOnlySpan<byte> key, in S3ListedObject found)
    {
        var row = new ObjectRow
        {
            Size = found.Size,
            ModifiedTicks = found.Modified?.UtcTicks ?? 0,
            States = IsArchive(found.StorageClass) ? ObjectStates.Archived : ObjectStates.None,
        };
        return SetTag(ref row, found.ETag) && Add(key, row);
    }

    /// <summary>Makes the index. The builder cannot be used after that.</summary>
    internal KeyIndex ToIndex()
    {
        if (_isUnordered)
        {
            return ToSortedIndex();
        }

        _isTaken = true;
        _keys.Resize(_keyBytes);
        _blocks.Resize((_count + KeyIndex.BlockKeys - 1) / KeyIndex.BlockKeys);
        _rows.Resize(_count);
        _texts.Resize(_textBytes);
        return new KeyIndex(_keys, _blocks, _rows, _texts, _keyBytesMax);
    }

    // Objects in these classes have to be restored first. GLACIER_IR, despite its name, is read like any other.
    private static bool IsArchive(string? storageClass) => storageClass is "GLACIER" or "DEEP_ARCHIVE";

    private bool SetTag(ref ObjectRow row, in S3ETag tag)
    {
        Span<byte> digest = stackalloc byte[S3ETag.DigestBytes];
        if (tag.TryCopyDigest(digest))
        {
            row.Tag = BinaryPrimitives.ReadInt128BigEndian(digest);
            row.Parts = (ushort)tag.PartCount;
            row.Shape = TagShape.Digest;
            return true;
        }

        if (tag.IsNone)
        {
            return true;
        }

        string text = tag.ToString();
        int length = Encoding.UTF8.GetByteCount(text);
        if (!Reserve(_texts, _textBytes, length))
        {
            return false;
        }

        Encoding.UTF8.GetBytes(text, _texts.Span.Slice(_textBytes));
        row.Tag = ((Int128)_textBytes << 32) | length;
        row.Shape = TagShape.Text;
        _textBytes += length;
        return true;
    }

    private bool Add(ReadOnlySpan<byte> key, in ObjectRow row)
    {
        ReadOnlySpan<byte> last = _last.AsSpan(0, _lastLength);
        int shared = key.CommonPrefixLength(last);
        if (_count > 0 && shared == key.Length && shared == last.Length)
        {
            // Stored again while the listing went on: the later entry is the true one.
            _rows[_count - 1] = row;
            return true;
        }

        _isUnordered |= _count > 0 && key.SequenceCompareTo(last) < 0;
        bool startsBlock = _count % KeyIndex.BlockKeys == 0;
        if (startsBlock)
        {
            shared = 0;
            if (!Reserve(_blocks, _count / KeyIndex.BlockKeys, 1))
            {
                return false;
            }

            _blocks[_count / KeyIndex.BlockKeys] = _keyBytes;
        }

        ReadOnlySpan<byte> rest = key.Slice(shared);
        if (!Reserve(_keys, _keyBytes, rest.Length + (2 * Varint.BytesMax)) || !Reserve(_rows, _count, 1))
        {
            return false;
        }

        Span<byte> room = _keys.Span.Slice(_keyBytes);
        int used = Varint.Write(room, shared);
        used += Varint.Write(room.Slice(used), rest.Length);
        rest.CopyTo(room.Slice(used));
        _keyBytes += used + rest.Length;
        _rows[_count++] = row;
        _plainBytes += key.Length;
        _keyBytesMax = Math.Max(_keyBytesMax, key.Length);
        Keep(key, shared);
        return true;
    }

    private void Keep(ReadOnlySpan<byte> key, int shared)
    {
        if (key.Length > _last.Length)
        {
            Array.Resize(ref _last, 2 * key.Length);
        }

        key.Slice(shared).CopyTo(_last.AsSpan(shared));
        _lastLength = key.Length;
    }

    private static bool Reserve<T>(NativeBuffer<T> buffer, int used, int more)
        where T : unmanaged
    {
        long wanted = (long)used + more;
        if (wanted > buffer.Length)
        {
            long larger = Math.Min(Array.MaxLength, Math.Max(wanted, 2L * buffer.Length));
            if (wanted > larger)
            {
                return false;
            }

            buffer.Resize((int)larger);
        }

        return true;
    }

    // Rare, so it may take the memory of all keys once more.
    private KeyIndex ToSortedIndex()
    {
        using var plain = new NativeBuffer<byte>(checked((int)_plainBytes));
        using var ends = new NativeBuffer<int>(_count + 1);
        using var order = new NativeBuffer<int>(_count);
        using KeyIndex unordered = TakeUnordered();
        var cursor = new KeyCursor(unordered, new byte[_keyBytesMax]);
        ends[0] = 0;
        for (int i = 0; i < unordered.Count; i++)
        {
            if (i == 0)
            {
                cursor.MoveTo(0);
            }
            else
            {
                cursor.MoveNext();
            }

            cursor.Key.CopyTo(plain.Span.Slice(ends[i]));
            ends[i + 1] = ends[i] + cursor.Key.Length;
            order[i] = i;
        }

        order.Span.Sort((left, right) =>
        {
            int byKey = KeyOf(left).SequenceCompareTo(KeyOf(right));
            return byKey != 0 ? byKey : left.CompareTo(right);
        });
        using var sorted = new KeyIndexBuilder();
        foreach (int number in order.Span)
        {
            S3ETag tag = unordered.TagOf(number) is { } text ? S3ETag.Parse(text) : default;
            ObjectRow row = unordered[number];
            sorted.SetTag(ref row, tag);
            sorted.Add(KeyOf(number), row);
        }

        return sorted.ToIndex();

        ReadOnlySpan<byte> KeyOf(int number) => plain.Span[ends[number]..ends[number + 1]];
    }

    private KeyIndex TakeUnordered()
    {
        _isUnordered = false;
        return ToIndex();
    }
}
