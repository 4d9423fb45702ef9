using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Says under which key the catalog holds a copy.</summary>
internal sealed class CatalogKeys(CopyTable copies)
{
    private readonly PathTree _tree = copies.Tree;
    private readonly ulong[] _identities = IdentitiesOf(copies.Tree.Devices);

    /// <summary>
    /// Gets the key of a copy. There is none if its file system has no lasting identity, if the copy changed so shortly
    /// before the search that a later change need not show, or if it changed between the listing of two of its names.
    /// </summary>
    internal bool TryGet(int copy, out CatalogKey key)
    {
        PathId name = copies.FirstNameOf(copy);
        int device = _tree.MarkOf(name).Device;
        key = new CatalogKey(device, _tree.InodeOf(name), _tree.StampOf(name));
        return FileStamp.IsComplete(key.Stamp) && _identities[device] != 0 && IsListedAlike(copy, key);
    }

    /// <summary>Returns the file system of a device.</summary>
    internal FileSystemIdentity FileSystemOf(int device) => _tree.Devices[device].Mount.Identity;

    /// <summary>Returns a number for a state of a file that can be added to those of others, in any order.</summary>
    internal ulong DigestOf(CatalogKey key)
    {
        ReadOnlySpan<ulong> all = [_identities[key.Device], key.Inode, key.Stamp];
        return Xxh3.Hash128(MemoryMarshal.AsBytes(all)).Low;
    }

    // Media with the same content have all their names in one copy, so there can be names of other inodes.
    private bool IsListedAlike(int copy, CatalogKey key)
    {
        ReadOnlySpan<int> names = copies.NamesOf(copy);
        bool alike = true;
        for (int i = 1; alike && i < names.Length; i++)
        {
            var name = new PathId(names[i]);
            alike = names[i] >= 0
                && (_tree.StampOf(name) == key.Stamp || _tree.InodeOf(name) != key.Inode
                    || _tree.MarkOf(name).Device != key.Device);
        }

        return alike;
    }

    /// <summary>Returns a lasting number for the file system of each device, or 0 if it has no identity.</summary>
    internal static ulong[] IdentitiesOf(SearchDevices devices)
    {
        ulong[] digests = new ulong[devices.Count];
        for (int i = 0; i < digests.Length; i++)
        {
            FileSystemIdentity identity = devices[i].Mount.Identity;
            ReadOnlySpan<ulong> all = [(ulong)(identity.Id >> 64), (ulong)identity.Id, identity.Subvolume];
            digests[i] = identity.IsKnown ? Xxh3.Hash128(MemoryMarshal.AsBytes(all)).Low | 1 : 0;
        }

        return digests;
    }
}

/// <summary>Identifies one state of one file.</summary>
/// <param name="Device">The number of its device in this search.</param>
/// <param name="Inode">The inode number.</param>
/// <param name="Stamp">The complete change stamp.</param>
internal readonly record struct CatalogKey(int Device, ulong Inode, ulong Stamp);
