using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Asks where open files lie, for one thread.</summary>
internal sealed class ExtentMapper(CopyTable copies, SharedExtents shared, ContentReader reader)
{
    private readonly List<FileExtent> _extents = [];
    private readonly Xxh3State _hash = new();

    /// <summary>Of files up to this size nobody asks.</summary>
    internal int UnmappedBytesMax { get; init; } = Ladder.UnmappedBytesMax;

    /// <summary>Whether copies of the same blocks need not be read.</summary>
    internal bool SparesReading => shared.SparesReading;

    /// <summary>
    /// Notes the map of a file that was just opened. It counts only if the file proves unchanged later.
    /// </summary>
    /// <returns>Whether the map can show that another file has the same blocks.</returns>
    internal bool Map(in OpenCopy file)
    {
        Digest128 map = Identify(file);
        shared.Note(file.Copy, map);
        return map != default;
    }

    /// <summary>Whether two copies that were mapped have the same blocks.</summary>
    internal bool AreOne(int left, int right) => shared.AreOne(left, right);

    /// <summary>
    /// Gives a file that was just opened the digest of a copy with the same blocks, if there is one already.
    /// </summary>
    /// <returns>False if the file has to be read.</returns>
    internal bool TryAdopt(in OpenCopy file, CopyState state)
    {
        if (!Map(file) || !SparesReading || shared.TwinOf(file.Copy) is not (>= 0 and int twin)
            || copies.States[twin] != state)
        {
            return false;
        }

        if (reader.IsUnchanged(file))
        {
            copies.Digests[file.Copy] = copies.Digests[twin];
            copies.States[file.Copy] = state;
        }

        return true;
    }

    /// <summary>Lets others adopt the digest of a file that was mapped, then read, and is still open.</summary>
    internal void Offer(in OpenCopy file)
    {
        if (shared.IsMapped(file.Copy) && reader.IsUnchanged(file))
        {
            shared.Offer(file.Copy);
        }
    }

    // The first extent costs little and tells of nearly all files that they share nothing. Only what may be shared is
    // brought to the device and mapped to its end.
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
