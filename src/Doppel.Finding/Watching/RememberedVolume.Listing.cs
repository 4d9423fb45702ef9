using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <content>Listings, what makes them outdated, and facts about contents.</content>
internal sealed partial class RememberedVolume
{
    /// <summary>Notes what was reported.</summary>
    /// <returns>Whether any of it concerns a remembered folder or file.</returns>
    internal bool Note(IReadOnlyList<Change> changes)
    {
        var written = new List<FileFacts>();
        bool any = _folders.MarkStale(changes, written) | _roots.Note(changes, written);
        written.ForEach(facts => Doubt(facts));
        return any;
    }

    /// <summary>Gets whether a folder above a root was moved or deleted.</summary>
    internal bool HasRootMoved => _roots.HasMoved;

    /// <summary>
    /// Returns whether a search has used a listing that was outdated although no change of it was reported, or not yet.
    /// What is known to be outdated is listed again by the next search.
    /// </summary>
    /// <param name="changed">The paths of entries that were not as they were listed.</param>
    internal bool WasOutdated(IEnumerable<ReadOnlyMemory<byte>> changed)
    {
        bool any = !_linked.IsEmpty && _folders.MarkStale(_linked);
        _linked.Clear();
        foreach (ReadOnlyMemory<byte> path in changed)
        {
            any |= _folders.MarkStale(FolderKey.OfParent(path.Span)) | _folders.MarkStale(FolderKey.Of(path.Span));
        }

        return any;
    }

    /// <summary>Forgets a root that does not exist, and everything below it.</summary>
    internal void Forget(ReadOnlySpan<byte> root) => _folders.Forget(FolderKey.Of(root));

    /// <summary>Forgets everything, so that the next search lists all folders again.</summary>
    internal VolumeError Restart()
    {
        VolumeError error = _source.Restart();
        _folders.Clear();
        _linked.Clear();
        _mounts.Clear();
        foreach (FileSystemIdentity identity in _identities.Values)
        {
            // The times of these files do not show every change, and some changes were not reported either.
            _catalog.Forget(identity);
        }

        _identities.Clear();
        _roots.Restart();
        return error;
    }

    private bool TryReplay(FolderSlot slot, IEntryVisitor visitor)
    {
        if (!_folders.TryGet(slot.Key, out FolderRow known)
            || known.Device != slot.Facts.Device || known.Inode != slot.Facts.Inode)
        {
            return false;
        }

        var entry = new RememberedEntry(known.Listing, known.Device);
        while (entry.Next())
        {
            if (visitor.Wants(entry.Name, entry.Kind))
            {
                visitor.Visit(entry.Name, entry.Facts);
            }
        }

        return true;
    }

    private VolumeError ListAnew(FolderHandle folder, FolderSlot slot, IEntryVisitor visitor, bool byInode)
    {
        VolumeError error = Reach(folder, out FolderHandle real);
        if (error.Failed)
        {
            return error;
        }

        bool isWatched = _folders.TryWatch(slot.Key, real, slot.Facts);
        ListingRecorder recorder = _recorders.TryTake(out ListingRecorder? idle) ? idle : new ListingRecorder();
        recorder.Begin(visitor, slot.Facts.Device);
        error = byInode
            ? InodeOrder.List(_inner, real, Wanted, recorder)
            : _inner.List(real, Wanted, recorder);
        if (isWatched)
        {
            Keep(slot, real, recorder, isBelieved: _remembers && !error.Failed && recorder.IsComplete);
        }

        _recorders.Add(recorder);
        return error;
    }

    private void Keep(FolderSlot slot, FolderHandle real, ListingRecorder recorder, bool isBelieved)
    {
        _folders.Keep(slot.Key, real, recorder.Listing, isBelieved, _inner);
        foreach (FileFacts facts in recorder.Linked)
        {
            _linked.AddOrUpdate(
                (facts.Device, facts.Inode), facts, (_, other) => other.Changed > facts.Changed ? other : facts);
        }
    }

    // Where times do not show every change, nothing that is known holds longer than changes are reported.
    private void Leave(FileFacts facts)
    {
        if (_identities.ContainsKey(facts.Device))
        {
            Doubt(facts);
        }
    }

    // The content may be another one although the times are the same, so nothing that is known about it holds.
    private void Doubt(in FileFacts facts)
    {
        if (_mounts.TryGetValue(facts.Device, out MountFacts? mount) && mount.Identity.IsKnown)
        {
            uint now = (uint)TimeProvider.System.GetUtcNow().ToUnixTimeSeconds();
            ulong stamp = ChangeStamp.Of(facts);
            _catalog.Add(mount.Identity,
            [
                new ContentFact(facts.Inode, stamp, FactKind.Whole, default, now),
                new ContentFact(facts.Inode, stamp, FactKind.Ends, default, now),
                new ContentFact(facts.Inode, stamp, FactKind.Comparison, default, now),
            ]);
        }
    }

    // A file system without a lasting identity gets one for as long as its changes are reported, if its inode numbers
    // can be trusted.
    private MountFacts Believed(MountFacts mount, ulong device)
    {
        if (!mount.Identity.IsKnown && (mount.Traits & FileSystemTraits.TrustedIds) != 0)
        {
            FileSystemIdentity own = _identities.GetOrAdd(device, static _ => NewIdentity());
            _catalog.KeepInMemory(own);
            return mount with { Identity = own };
        }

        if (mount.Identity.IsKnown && !_keepsFacts)
        {
            _catalog.KeepInMemory(mount.Identity);
        }

        return mount;
    }

    private static FileSystemIdentity NewIdentity()
    {
        Span<byte> random = stackalloc byte[Digest128.ByteCount];
        System.Security.Cryptography.RandomNumberGenerator.Fill(random);
        return new FileSystemIdentity(BitConverter.ToUInt128(random), 0);
    }
}
