using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Queries the extents of open files on one thread.</summary>
internal sealed class ExtentMapper(CopyTable copies, SharedExtents shared, ContentReader reader)
{
    private readonly List<FileExtent> _extents = [];
    private readonly Xxh3State _hash = new();

    /// <summary>Gets the size up to which files are never checked for shared extents, in bytes.</summary>
    internal int UnmappedBytesMax { get; init; } = Ladder.UnmappedBytesMax;

    /// <summary>Gets whether copies that share all extents need not be read.</summary>
    internal bool SparesReading => shared.SparesReading;

    /// <summary>
    /// Records the map of a file that was just opened. The map is valid only if the file later proves unchanged.
    /// </summary>
    /// <returns>Whether the map can show that another file is stored in the same blocks.</returns>
    internal bool Map(in OpenCopy file)
    {
        Digest128 map = Identify(file);
        shared.Note(file.Copy, map);
        return map != default;
    }

    /// <summary>Returns whether two mapped copies are stored in the same blocks.</summary>
    internal bool AreOne(int left, int right) => shared.AreOne(left, right);

    /// <summary>
    /// Assigns to a file that was just opened the digest of a copy stored in the same blocks, if one is available.
    /// </summary>
    /// <returns>False if the file must be read.</returns>
    internal bool TryAdopt(in OpenCopy file, CopyState state)
    {
        if (!Map(file) || !SparesReading || shared.SharerOf(file.Copy) is not (>= 0 and int sharer)
            || copies.States[sharer] != state)
        {
            return false;
        }

        if (reader.IsUnchanged(file))
        {
            copies.Digests[file.Copy] = copies.Digests[sharer];
            copies.States[file.Copy] = state;
        }

        return true;
    }

    /// <summary>
    /// Makes the digest of a file available for others to adopt. The file was mapped and then read, and is still open.
    /// </summary>
    internal void Offer(in OpenCopy file)
    {
        if (shared.IsMapped(file.Copy) && reader.IsUnchanged(file))
        {
            shared.Offer(file.Copy);
        }
    }

    // The first extent is cheap to query and shows that nearly all files share nothing. Only files that may share
    // extents are flushed to the device and mapped completely.
    private Digest128 Identify(in OpenCopy file)
    {
        int space = shared.SpaceOf(file.Name);
        if (space < 0 || file.Facts.Size <= UnmappedBytesMax)
        {
            return default;
        }

        VolumeError error = file.Volume.Extents(file.Handle, ExtentQuery.First, _extents);
        if (error.Kind == VolumeErrorKind.Unsupported)
        {
            shared.StopAsking(space);
        }

        if (error.Failed || _extents is not [var first, ..] || !ExtentMap.IsTrusted(first.Flags)
            || file.Volume.Extents(file.Handle, ExtentQuery.CompleteAndSynced, _extents).Failed)
        {
            return default;
        }

        return ExtentMap.Identify(CollectionsMarshal.AsSpan(_extents), file.Facts.Size, space, _hash);
    }
}
