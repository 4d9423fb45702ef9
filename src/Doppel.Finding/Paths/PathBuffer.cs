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
    private PathTree? _tree;
    private PathId _path;

    /// <summary>Gets the path.</summary>
    internal ReadOnlySpan<byte> Bytes
    {
        get
        {
            RenderIfNeeded();
            return _bytes.AsSpan(_start, _end - _start);
        }
    }

    /// <summary>Selects a path of a tree, which is rendered when it is first needed.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="path">A path of at most <see cref="PathTree.PathBytesMax"/> bytes.</param>
    internal void MoveTo(PathTree tree, PathId path) => (_tree, _path) = (tree, path);

    /// <summary>Renders the components of a path below another one, without a separator at the start.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="path">The path.</param>
    /// <param name="above">A path above it, or none to render the absolute path.</param>
    internal void RenderBelow(PathTree tree, PathId path, PathId above)
    {
        if (above == PathId.None)
        {
            TryRender(tree, path);
            return;
        }

        _tree = null;
        _start = _end = _bytes.Length - RoomBytes;
        for (; path != above; path = tree.Parent(path))
        {
            ReadOnlySpan<byte> name = tree.Name(path);
            int start = _start - name.Length - (_start < _end ? 1 : 0);
            if (start < 0)
            {
                GrowAtStart();
                start = _start - name.Length - (_start < _end ? 1 : 0);
            }

            if (_start < _end)
            {
                _bytes[_start - 1] = (byte)'/';
            }

            name.CopyTo(_bytes.AsSpan(start));
            _start = start;
        }
    }

    /// <summary>Renders a path of a tree into the buffer.</summary>
    /// <returns>False if the path is longer than <see cref="PathTree.PathBytesMax"/>.</returns>
    internal bool TryRender(PathTree tree, PathId path)
    {
        _tree = null;
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
        RenderIfNeeded();
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

    private void RenderIfNeeded()
    {
        if (_tree is { } tree)
        {
            TryRender(tree, _path);
        }
    }

    private void GrowAtStart()
    {
        byte[] larger = new byte[_bytes.Length * 2];
        int added = larger.Length - _bytes.Length;
        _bytes.CopyTo(larger, added);
        (_bytes, _start, _end) = (larger, _start + added, _end + added);
    }
}
