namespace Doppel.Volumes;

/// <summary>Reads the keys of an index one after the other.</summary>
/// <param name="index">The index.</param>
/// <param name="buffer">Receives each key. At least as long as the longest one.</param>
internal ref struct KeyCursor(KeyIndex index, Span<byte> buffer)
{
    private readonly ReadOnlySpan<byte> _keys = index.Keys;
    private readonly Span<byte> _buffer = buffer;
    private int _at;
    private int _length;

    /// <summary>The number of the current object.</summary>
    internal int Number { get; private set; } = -1;

    /// <summary>The current key. Valid until the next move.</summary>
    internal readonly ReadOnlySpan<byte> Key => _buffer.Slice(0, _length);

    /// <summary>Moves to an object.</summary>
    internal void MoveTo(int number)
    {
        int block = number / KeyIndex.BlockKeys;
        _at = index.StartOf(block);
        Number = (block * KeyIndex.BlockKeys) - 1;
        while (Number < number)
        {
            MoveNext();
        }
    }

    /// <summary>Moves to the next object, which must exist.</summary>
    internal void MoveNext()
    {
        int shared = Varint.Read(_keys, ref _at);
        int length = Varint.Read(_keys, ref _at);
        _keys.Slice(_at, length).CopyTo(_buffer.Slice(shared));
        _at += length;
        _length = shared + length;
        Number++;
    }

    /// <summary>Returns whether the next key starts with the current one.</summary>
    internal readonly bool NextExtends()
    {
        if (Number + 1 >= index.Count)
        {
            return false;
        }

        int at = _at;
        int shared = Varint.Read(_keys, ref at);
        int length = Varint.Read(_keys, ref at);
        return shared >= _length || (shared == 0 && _keys.Slice(at, length).StartsWith(Key));
    }
}
