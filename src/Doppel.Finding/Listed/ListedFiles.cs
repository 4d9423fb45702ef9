using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>
/// The files of all lists that a search found and that can have a copy among the others, with a digest or without one.
/// </summary>
internal sealed class ListedFiles : IDisposable
{
    private readonly PathTree _tree;
    private readonly NativeList<long> _onDisks = new();
    private readonly NativeList<long> _sizes = new();
    private bool _anyWithoutSize;

    /// <summary>Collects the files after all were listed.</summary>
    /// <param name="tree">The paths.</param>
    /// <param name="onDisks">All files on disks, by size.</param>
    /// <param name="isAlone">
    /// Whether only saved volumes are searched, so that they are compared with each other, and one can have sizes for
    /// another.
    /// </param>
    internal ListedFiles(PathTree tree, CopyTable onDisks, bool isAlone)
    {
        (_tree, IsAlone) = (tree, isAlone);
        foreach (CopyRun run in onDisks.Runs)
        {
            _onDisks.Add(onDisks.SizeOf(run.First));
        }

        _onDisks.Span.Sort();
        Rows = new ListedRows(tree);
        foreach (PathId name in tree.Files)
        {
            if (tree.Devices[tree.MarkOf(name).Device].Volume is SavedVolume saved
                && (isAlone || ListedRows.IsList(saved)))
            {
                Add(name, saved);
            }
        }

        _sizes.Span.Sort();
    }

    /// <summary>Gets whether only saved volumes are searched, so that they are compared with each other.</summary>
    internal bool IsAlone { get; }

    /// <summary>Gets the files with a digest. Others can be added.</summary>
    internal ListedRows Rows { get; }

    /// <summary>Gets the names of the files without a digest whose list has a source that can be asked.</summary>
    internal NativeList<int> Unknown { get; } = new();

    public void Dispose()
    {
        Rows.Dispose();
        Unknown.Dispose();
        _onDisks.Dispose();
        _sizes.Dispose();
    }

    /// <summary>Returns whether a file on a disk can be equal to a listed one.</summary>
    internal bool MayHave(long size) => _anyWithoutSize || _sizes.Span.BinarySearch(size) >= 0;

    /// <summary>Returns whether a file on a disk has a size.</summary>
    internal bool IsOnDisk(long size) => _onDisks.Span.BinarySearch(size) >= 0;

    /// <summary>Returns whether a listed file of a size can be equal to another file.</summary>
    internal bool HasOther(long size)
    {
        if (!IsAlone)
        {
            return IsOnDisk(size);
        }

        int at = _sizes.Span.BinarySearch(size);
        return at >= 0 && ((at > 0 && _sizes[at - 1] == size) || (at + 1 < _sizes.Count && _sizes[at + 1] == size));
    }

    private void Add(PathId name, SavedVolume list)
    {
        long size = _tree.SizeOf(name);
        bool isWanted = IsAlone || size == SavedFile.UnknownSize || IsOnDisk(size);
        if (!isWanted || !list.TryGetFile(_tree.InodeOf(name), out SavedFile file))
        {
            return;
        }

        // If the size is known too, a file with a digest of our own kind is compared like any other saved one.
        bool isOwn = file.Digest is not null && (size == SavedFile.UnknownSize || IsAlone);
        ListedDigest? digest = isOwn ? new ListedDigest(DigestAlgorithm.Xxh3, file.Digest!.Value) : file.Listed;
        if (digest is { } listed && (isOwn || file.Digest is null))
        {
            Rows.Add(name, listed);
        }
        else if (file.Digest is null && list.Source is not null)
        {
            Unknown.Add(name.Value);
        }
        else
        {
            return;
        }

        _anyWithoutSize |= size == SavedFile.UnknownSize;
        if (size != SavedFile.UnknownSize)
        {
            _sizes.Add(size);
        }
    }
}
