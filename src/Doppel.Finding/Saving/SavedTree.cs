using Doppel.Catalog;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Writes a listed tree to a saved volume, folder by folder in the order of paths.</summary>
internal sealed class SavedTree : IDisposable
{
    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly NativeBuffer<CopyFacts> _facts;
    private readonly SavedWriter _writer;

    // For each name, its copy, and for each copy with several names, the number of the first that was written.
    private readonly NativeBuffer<int> _copyOf;
    private readonly NativeBuffer<ulong> _firstOf;
    private readonly NativeList<ulong> _names = new();

    /// <summary>Prepares the writing.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="copies">All its files.</param>
    /// <param name="members">The copies to write, and <see cref="FinalCheck.Dropped"/> in place of others.</param>
    /// <param name="facts">The facts of each copy.</param>
    /// <param name="writer">What to write to.</param>
    internal SavedTree(
        PathTree tree, CopyTable copies, NativeList<int> members, NativeBuffer<CopyFacts> facts, SavedWriter writer)
    {
        (_tree, _copies, _facts, _writer) = (tree, copies, facts, writer);
        _copyOf = new NativeBuffer<int>(tree.Chunks.Length * NodeChunk.Length);
        _firstOf = new NativeBuffer<ulong>(copies.Count);
        foreach (int copy in members)
        {
            AddNames(copy);
        }
    }

    /// <summary>Describes the roots of a run after they were listed.</summary>
    internal static IReadOnlyList<SavedRoot> RootsOf(FindOptions options, PathTree tree)
    {
        var roots = new SavedRoot[options.Roots.Count];
        for (int i = 0; i < roots.Length; i++)
        {
            FindRoot root = options.Roots[i];
            VolumeError error = DeviceLook.MountAt(root.Volume, root.Path.Span, out MountFacts mount);
            bool isKnown = !error.Failed && tree.Devices.TryGetNumber(root.Volume, mount.Device, out _);
            mount = isKnown ? mount : MountFacts.Unknown;
            roots[i] = new SavedRoot(root.Path, mount.Identity, mount.Label);
        }

        return roots;
    }

    public void Dispose()
    {
        _copyOf.Dispose();
        _firstOf.Dispose();
        _names.Dispose();
    }

    internal void Write()
    {
        using NativeBuffer<int> folders = AddFolders();
        foreach (ref ulong name in _names)
        {
            PathId parent = _tree.Parent(NameOf(name));
            int folder = parent == PathId.None ? FolderOfRoot(NameOf(name)) : folders[parent.Value];
            name |= (ulong)folder << 32;
        }

        KeySorter.Sort(_names.Span);
        for (int first = 0; first < _names.Count;)
        {
            var folder = (int)(_names[first] >> 32);
            int end = first + 1;
            while (end < _names.Count && (int)(_names[end] >> 32) == folder)
            {
                end++;
            }

            WriteFolder(folder, _names.Span[first..end]);
            first = end;
        }
    }

    private static PathId NameOf(ulong name) => new((int)name);

    private static ReadOnlySpan<byte> LastOf(ReadOnlySpan<byte> path) => path[(path.LastIndexOf((byte)'/') + 1)..];

    private void AddNames(int copy)
    {
        if (copy == FinalCheck.Dropped)
        {
            return;
        }

        _firstOf[copy] = 0;
        foreach (int name in _copies.NamesOf(copy))
        {
            if (name >= 0)
            {
                _copyOf[name] = copy;
                _names.Add((uint)name);
            }
        }
    }

    // A folder comes before those in it.
    private NativeBuffer<int> AddFolders()
    {
        var numbers = new NativeBuffer<int>(_tree.Chunks.Length * NodeChunk.Length);
        using var folders = new NativeList<PathId>();
        foreach (NodeChunk chunk in _tree.Chunks)
        {
            for (int slot = 0; chunk is FolderChunk && slot < chunk.Count; slot++)
            {
                folders.Add(new PathId(chunk.FirstId + slot));
            }
        }

        using var ignored = new NativeBuffer<byte>(folders.Count);
        new PathSorter(_tree).Sort(folders.Span, ignored.Span);
        foreach (PathId folder in folders)
        {
            PathId parent = _tree.Parent(folder);
            numbers[folder.Value] = parent == PathId.None
                ? _writer.AddFolder(_tree.Name(folder))
                : _writer.AddFolder(numbers[parent.Value], _tree.Name(folder));
        }

        return numbers;
    }

    private int FolderOfRoot(PathId file)
    {
        ReadOnlySpan<byte> path = _tree.Name(file);
        return _writer.AddFolder(path[..path.LastIndexOf((byte)'/')]);
    }

    private void WriteFolder(int folder, Span<ulong> names)
    {
        _writer.BeginFiles(folder);
        names.Sort((left, right) =>
            LastOf(_tree.Name(NameOf(left))).SequenceCompareTo(LastOf(_tree.Name(NameOf(right)))));
        foreach (ulong name in names)
        {
            WriteFile(NameOf(name));
        }
    }

    private void WriteFile(PathId name)
    {
        int copy = _copyOf[name.Value];
        CopyFacts facts = _facts[copy];
        bool isFirst = _firstOf[copy] == 0;
        bool hasDigest = isFirst && _copies.States[copy] == CopyState.Hashed;
        ulong place = _writer.AddFile(LastOf(_tree.Name(name)), new SavedFile
        {
            Size = _copies.SizeOf(copy),
            Modified = new FileTime(facts.Modified.Seconds, facts.Modified.Nanoseconds),
            Links = Math.Max(facts.Links, (uint)_copies.NamesOf(copy).Length),
            FirstName = _firstOf[copy],
            Digest = hasDigest ? _copies.Digests[copy] : null,
        });
        _firstOf[copy] = isFirst ? place : _firstOf[copy];
    }
}
