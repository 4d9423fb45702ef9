using System.Runtime.InteropServices;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Lists a folder and examines its entries in inode order, for disks whose head has to move.</summary>
/// <remarks>
/// Folders return names in an order of their own (by hash on ext4), while inodes are stored on the disk by number. In
/// inode order, the head passes over a folder's inodes once instead of moving back and forth.
/// </remarks>
internal sealed class InodeOrder : IEntryVisitor
{
    private readonly IEntryVisitor _visitor;
    private readonly List<byte> _names = [];
    private readonly List<Entry> _entries = [];

    private InodeOrder(IEntryVisitor visitor) => _visitor = visitor;

    /// <summary>Does what <see cref="IVolume.List"/> does, but in inode order.</summary>
    internal static VolumeError List(IVolume volume, FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        if (volume is IListsByInode own)
        {
            return own.ListByInode(folder, wanted, visitor);
        }

        var order = new InodeOrder(visitor);
        VolumeError error = volume.List(folder, FactFields.None, order);
        order._entries.Sort(static (left, right) => left.Inode.CompareTo(right.Inode));
        ReadOnlySpan<byte> names = CollectionsMarshal.AsSpan(order._names);
        foreach (Entry entry in order._entries)
        {
            ReadOnlySpan<byte> name = names.Slice(entry.Name, entry.Length);
            if (visitor.Wants(name, entry.Kind))
            {
                order.Visit(volume, folder, name, entry, wanted);
            }
        }

        return error;
    }

    bool IEntryVisitor.Wants(ReadOnlySpan<byte> name, EntryKind kind) => true;

    void IEntryVisitor.Visit(ReadOnlySpan<byte> name, in FileFacts facts)
    {
        _entries.Add(new Entry(facts.Inode, _names.Count, name.Length, facts.Kind));
        CollectionsMarshal.SetCount(_names, _names.Count + name.Length);
        name.CopyTo(CollectionsMarshal.AsSpan(_names)[^name.Length..]);
    }

    void IEntryVisitor.Fail(ReadOnlySpan<byte> name, VolumeError failure) => _visitor.Fail(name, failure);

    private void Visit(
        IVolume volume, FolderHandle folder, ReadOnlySpan<byte> name, in Entry entry, FactFields wanted)
    {
        if (entry.Kind != EntryKind.File)
        {
            _visitor.Visit(name, new FileFacts { Kind = entry.Kind, Inode = entry.Inode });
            return;
        }

        VolumeError error = volume.Stat(folder, name, LinkPolicy.Stay, wanted, out FileFacts facts);
        if (error.Failed)
        {
            _visitor.Fail(name, error);
        }
        else
        {
            _visitor.Visit(name, facts);
        }
    }

    /// <summary>An entry as the folder reports it.</summary>
    private readonly record struct Entry(ulong Inode, int Name, int Length, EntryKind Kind);
}

/// <summary>A volume that can list in inode order itself, since it need not ask the disk for everything.</summary>
internal interface IListsByInode
{
    /// <summary>Does what <see cref="IVolume.List"/> does, but in inode order.</summary>
    VolumeError ListByInode(FolderHandle folder, FactFields wanted, IEntryVisitor visitor);
}
