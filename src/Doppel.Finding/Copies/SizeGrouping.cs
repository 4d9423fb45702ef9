using System.Runtime.InteropServices;
using System.Text;
using Doppel.Catalog;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// The first steps of matching: groups files by size, then combines the names of each inode into one copy.
/// </summary>
internal sealed class SizeGrouping
{
    private readonly PathTree _tree;
    private readonly ProblemLog _problems;
    private readonly bool _uniques;
    private readonly bool _keepsLinked;
    private readonly bool _onlyDisks;
    private readonly Predicate<long>? _isWanted;
    private readonly Comparison<int> _byIdentity;
    private int _collected;

    /// <summary>Initializes the grouping.</summary>
    /// <param name="tree">The files.</param>
    /// <param name="problems">The log that collects problems.</param>
    /// <param name="uniques">Whether to keep copies that have no duplicate.</param>
    /// <param name="keepsLinked">Whether to keep at least those of them that have several names.</param>
    /// <param name="onlyDisks">Whether to leave out files on saved volumes.</param>
    /// <param name="isWanted">Returns whether to keep files of a size, or null to keep all sizes.</param>
    internal SizeGrouping(
        PathTree tree, ProblemLog problems, bool uniques, bool keepsLinked = false, bool onlyDisks = false,
        Predicate<long>? isWanted = null)
    {
        (_keepsLinked, _onlyDisks, _isWanted) = (keepsLinked, onlyDisks, isWanted);
        _tree = tree;
        _problems = problems;
        _uniques = uniques;
        _byIdentity = CompareIdentity;
    }

    /// <summary>Gets the number of file names that take part.</summary>
    internal long Files { get; private set; }

    /// <summary>Gets the names that were listed twice, each with the name that represents it.</summary>
    internal Dictionary<int, int> Repeated { get; } = [];

    /// <summary>
    /// Returns the copies that may have a duplicate. Those that cannot are included only if unique files are requested.
    /// </summary>
    internal CopyTable Run()
    {
        using NativeBuffer<SizeKey> keys = Collect();
        KeySorter.Sort(MemoryMarshal.Cast<SizeKey, ulong>(keys.Span[.._collected]));
        var copies = new CopyTable(_tree, _collected);
        AddAll(copies, keys.Span[.._collected]);
        copies.Complete();
        return copies;
    }

    private NativeBuffer<SizeKey> Collect()
    {
        int count = 0;
        foreach (NodeChunk chunk in _tree.Chunks)
        {
            count = checked(count + (chunk is FileChunk ? chunk.Count : 0));
        }

        // Files that certainly have no duplicate are dropped before anything is stored for them. Unused capacity takes
        // no memory.
        using RepeatFilter? filter = _uniques ? null : new RepeatFilter(count);
        var keys = new NativeBuffer<SizeKey>(count);
        using var scratch = new NativeBuffer<long>(NodeChunk.Length);
        foreach (NodeChunk chunk in _tree.Chunks)
        {
            if (chunk is FileChunk files)
            {
                AddToFilter(files, filter, scratch.Span);
            }
        }

        foreach (NodeChunk chunk in _tree.Chunks)
        {
            if (chunk is FileChunk files)
            {
                Collect(files, filter, keys.Span, scratch.Span);
            }
        }

        return keys;
    }

    private void AddToFilter(FileChunk files, RepeatFilter? filter, Span<long> sizes)
    {
        files.CopySizes(sizes);
        foreach (long size in sizes[..files.Count])
        {
            if (size != FileChunk.ForgottenSize)
            {
                Files++;
                filter?.Add(size);
            }
        }
    }

    private void Collect(FileChunk files, RepeatFilter? filter, Span<SizeKey> keys, Span<long> sizes)
    {
        files.CopySizes(sizes);
        for (int slot = 0; slot < files.Count; slot++)
        {
            long size = sizes[slot];
            if (size != FileChunk.ForgottenSize && filter?.MayRepeat(size) != false
                && _isWanted?.Invoke(size) != false
                && !(_onlyDisks && _tree.Devices[files.MarkAt(slot).Device].Volume is SavedVolume))
            {
                keys[_collected++] = new SizeKey(size, files.FirstId + slot, files.MarkAt(slot).MayHaveMoreNames);
            }
        }
    }

    private void AddAll(CopyTable copies, Span<SizeKey> keys)
    {
        for (int first = 0; first < keys.Length;)
        {
            int end = first + 1;
            while (end < keys.Length && keys[end].Size == keys[first].Size)
            {
                end++;
            }

            if (keys[first].Size == SizeKey.ManyBytes)
            {
                AddLarge(copies, keys[first..end]);
            }
            else
            {
                AddSize(copies, keys[first..end]);
            }

            first = end;
        }
    }

    // Handles sizes that do not fit in a key.
    private void AddLarge(CopyTable copies, Span<SizeKey> keys)
    {
        keys.Sort(CompareSizes);
        for (int first = 0; first < keys.Length;)
        {
            int end = first + 1;
            while (end < keys.Length && SizeOf(keys[end]) == SizeOf(keys[first]))
            {
                end++;
            }

            AddSize(copies, keys[first..end]);
            first = end;
        }
    }

    private void AddSize(CopyTable copies, ReadOnlySpan<SizeKey> keys)
    {
        if (keys.Length == 1 && !_uniques)
        {
            return;
        }

        int first = copies.Count;
        Span<int> names = copies.Room(keys.Length);
        bool anyLinked = false;
        for (int i = 0; i < keys.Length; i++)
        {
            names[i] = keys[i].Name;
            anyLinked |= keys[i].MayHaveMoreNames;
        }

        if (anyLinked)
        {
            AddInodes(copies, names);
        }
        else
        {
            foreach (int name in names)
            {
                copies.Add(name);
            }
        }

        if (copies.Count - first > 1 || _uniques || (_keepsLinked && copies.NamesOf(first).Length > 1))
        {
            copies.AddRun(first);
        }
        else
        {
            copies.RemoveLast();
        }
    }

    private void AddInodes(CopyTable copies, Span<int> names)
    {
        names.Sort(_byIdentity);
        for (int first = 0; first < names.Length;)
        {
            int end = first + 1;
            while (end < names.Length && CompareIdentity(names[first], names[end]) == 0)
            {
                end++;
            }

            AddInode(copies, names[first..end]);
            first = end;
        }
    }

    private void AddInode(CopyTable copies, Span<int> names)
    {
        Span<int> real = WithoutRepeated(WithoutFollowedLinks(names));
        if (real.Length == 1)
        {
            copies.Add(real[0]);
            return;
        }

        var device = _tree.Devices[_tree.MarkOf(new PathId(names[0])).Device];
        bool trusted = (device.Mount.Traits & FileSystemTraits.TrustedIds) != 0;
        if (trusted || AreOneInode(device.Volume, real))
        {
            copies.Add(real);
            return;
        }

        foreach (int name in real)
        {
            copies.Add(name);
        }
    }

    // A link to a file that is also present under a name of its own adds nothing, since a symbolic link is never a
    // copy.
    private Span<int> WithoutFollowedLinks(Span<int> names)
    {
        int real = 0;
        for (int i = 0; i < names.Length; i++)
        {
            if (!_tree.MarkOf(new PathId(names[i])).IsFollowedLink)
            {
                (names[real], names[i]) = (names[i], names[real]);
                real++;
            }
        }

        return real > 0 ? names[..real] : names;
    }

    // A file that is itself a root and lies below another root was listed twice. The first root wins.
    private Span<int> WithoutRepeated(Span<int> names)
    {
        bool anyRoot = false;
        foreach (int name in names)
        {
            anyRoot |= _tree.Parent(new PathId(name)) == PathId.None;
        }

        if (!anyRoot || names.Length < 2)
        {
            return names;
        }

        names.Sort((left, right) => _tree.Compare(new PathId(left), new PathId(right)));
        var seen = new Dictionary<string, int>(names.Length);
        int kept = 0;
        foreach (int name in names)
        {
            string path = Encoding.Latin1.GetString(_tree.Render(new PathId(name)));
            if (seen.TryAdd(path, name))
            {
                names[kept++] = name;
            }
            else
            {
                Repeated[name] = seen[path];
            }
        }

        Files -= names.Length - kept;
        return names[..kept];
    }

    // Where inode numbers cannot be trusted (FUSE, network file systems), equal numbers count only if everything else
    // matches too.
    private bool AreOneInode(IVolume volume, ReadOnlySpan<int> names)
    {
        FileFacts first = default;
        for (int i = 0; i < names.Length; i++)
        {
            byte[] path = _tree.FinalPath(new PathId(names[i]));
            VolumeError error = volume.Stat(
                FolderHandle.None, path, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
            if (error.Failed)
            {
                _problems.Add(volume, path, FindStep.Stat, error);
                return false;
            }

            if (i == 0)
            {
                first = facts;
            }

            if (!facts.SameContentAs(first) || facts.Links < names.Length)
            {
                return false;
            }
        }

        return true;
    }

    private long SizeOf(SizeKey key) => _tree.SizeOf(new PathId(key.Name));

    private int CompareSizes(SizeKey left, SizeKey right)
    {
        int bySize = SizeOf(left).CompareTo(SizeOf(right));
        return bySize != 0 ? bySize : left.Name.CompareTo(right.Name);
    }

    private int CompareIdentity(int left, int right)
    {
        var a = new PathId(left);
        var b = new PathId(right);
        int byDevice = _tree.MarkOf(a).Device.CompareTo(_tree.MarkOf(b).Device);
        return byDevice != 0 ? byDevice : _tree.InodeOf(a).CompareTo(_tree.InodeOf(b));
    }
}

/// <summary>A sort key for ordering files by size: eight bytes that compare as one number.</summary>
internal readonly record struct SizeKey
{
    /// <summary>Represents all sizes from this one on, which must then be told apart separately.</summary>
    internal const uint ManyBytes = uint.MaxValue;

    private const uint LinkedBit = 1U << 31;

    private readonly ulong _value;

    internal SizeKey(long size, int name, bool mayHaveMoreNames) =>
        _value = ((ulong)Math.Min(size, ManyBytes) << 32) | (mayHaveMoreNames ? LinkedBit : 0) | (uint)name;

    internal uint Size => (uint)(_value >> 32);

    internal int Name => (int)(_value & ~LinkedBit);

    internal bool MayHaveMoreNames => (_value & LinkedBit) != 0;
}
