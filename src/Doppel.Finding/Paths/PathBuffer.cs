namespace Doppel.Finding;

/// <summary>
/// Holds one rendered path for a worker. It grows as needed, so that rendering eventually stops allocating.
/// </summary>
internal sealed class PathBuffer
{
    // Space after the path for one more name.
    private const int RoomBytes = 256;

    private byte[] _bytes = new byte[1024];
    private int _start;
    private int _end;

    /// <summary>Gets the path.</summary>
    internal ReadOnlySpan<byte> Bytes => _bytes.AsSpan(_start, _end - _start);

    /// <summary>Renders a path of a tree into the buffer.</summary>
    /// <returns>False if the path is longer than <see cref="PathTree.PathBytesMax"/>.</returns>
    internal bool TryRender(PathTree tree, PathId path)
    {
        Span<byte> rendered;
        while (!tree.TryRender(path, _bytes.AsSpan(0, _bytes.Length - RoomBytes), out rendered))
        {
            if (_bytes.Length - RoomBytes >= PathTree.PathBytesMax)
            {
                _start = _end = 0;
                return false;
            }

            _bytes = new byte[_bytes.Length * 2];
        }

        _end = _bytes.Length - RoomBytes;
        _start = _end - rendered.Length;
        if (rendered.Length > PathTree.PathBytesMax)
        {
            _start = _end;
        }

        return rendered.Length <= PathTree.PathBytesMax;
    }

    /// <summary>Returns the path with one more component. Valid until the next call.</summary>
    internal ReadOnlySpan<byte> With(ReadOnlySpan<byte> name)
    {
        int end = _end;
        if (end + 1 + name.Length > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(end + 1 + name.Length, _bytes.Length * 2));
        }

        if (end > _start && _bytes[end - 1] != '/')
        {
            _bytes[end++] = (byte)'/';
        }

        name.CopyTo(_bytes.AsSpan(end));
        return _bytes.AsSpan(_start, end + name.Length - _start);
    }
}
