namespace Doppel.Finding;

/// <summary>
/// Holds one rendered path for a worker and grows as needed, so that rendering allocates nothing in the long run.
/// </summary>
internal sealed class PathBuffer
{
    private byte[] _bytes = new byte[512];
    private int _length;

    /// <summary>The path.</summary>
    internal ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <summary>Renders a path of a tree.</summary>
    /// <returns>False if it is longer than <see cref="PathTree.PathBytesMax"/>.</returns>
    internal bool TryRender(PathTree tree, PathId path)
    {
        int length = tree.Length(path);
        if (length > PathTree.PathBytesMax)
        {
            _length = 0;
            return false;
        }

        Reserve(length);
        tree.Render(path, _bytes);
        _length = length;
        return true;
    }

    /// <summary>The path with one more component; valid until the next call.</summary>
    internal ReadOnlySpan<byte> With(ReadOnlySpan<byte> name)
    {
        Reserve(_length + 1 + name.Length);
        int end = _length;
        if (end > 0 && _bytes[end - 1] != '/')
        {
            _bytes[end++] = (byte)'/';
        }

        name.CopyTo(_bytes.AsSpan(end));
        return _bytes.AsSpan(0, end + name.Length);
    }

    private void Reserve(int length)
    {
        if (length > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(length, _bytes.Length * 2));
        }
    }
}
