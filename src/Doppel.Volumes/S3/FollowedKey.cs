namespace Doppel.Volumes;

/// <summary>A path while it is followed: the top, which contains the bucket, or a key in the bucket.</summary>
/// <param name="buffer">Room for a key: <see cref="RoomBytes"/>.</param>
internal ref struct FollowedKey(Span<byte> buffer)
{
    /// <summary>The longest key that S3 allows, in bytes.</summary>
    internal const int KeyBytesMax = 1024;

    /// <summary>The length of the buffer: a key and a slash.</summary>
    internal const int RoomBytes = KeyBytesMax + 1;

    private readonly Span<byte> _buffer = buffer;
    private int _length;

    /// <summary>Whether the path is the folder that contains the bucket.</summary>
    internal bool IsTop { get; private set; } = true;

    /// <summary>The key, without a slash at its end. Empty for the bucket.</summary>
    internal readonly ReadOnlySpan<byte> Key => _buffer.Slice(0, _length);

    /// <summary>Returns the key with a slash at its end; empty for the bucket.</summary>
    internal readonly Span<byte> ToPrefix()
    {
        if (_length == 0)
        {
            return default;
        }

        _buffer[_length] = (byte)'/';
        return _buffer.Slice(0, _length + 1);
    }

    /// <summary>Starts at a folder.</summary>
    internal void StartAt(S3Folder folder)
    {
        IsTop = folder.IsTop;
        ReadOnlySpan<byte> prefix = folder.Prefix;
        _length = Math.Max(0, prefix.Length - 1);
        prefix.Slice(0, _length).CopyTo(_buffer);
    }

    /// <summary>Enters the bucket from the top.</summary>
    internal void EnterBucket() => IsTop = false;

    /// <summary>Adds a name.</summary>
    /// <returns>False if the key becomes longer than any key can be.</returns>
    internal bool TryAdd(ReadOnlySpan<byte> name)
    {
        int slash = _length == 0 ? 0 : 1;
        if (_length + slash + name.Length > KeyBytesMax)
        {
            return false;
        }

        ToPrefix();
        name.CopyTo(_buffer.Slice(_length + slash));
        _length += slash + name.Length;
        return true;
    }

    /// <summary>Goes to the folder above. Above the top is the top.</summary>
    internal void GoUp()
    {
        if (_length == 0)
        {
            IsTop = true;
        }

        _length = Math.Max(0, Key.LastIndexOf((byte)'/'));
    }
}
