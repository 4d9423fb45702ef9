using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// An open keeper and an open duplicate that were proved equal byte by byte or, for media, proved to have the same
/// audio or image payload. Writers are kept out if the file system supports it. Without a keeper, it is a single open
/// file.
/// </summary>
internal sealed class ProvedPair : IRemoved, IDisposable
{
    private const int BlockBytes = 256 * 1024;

    private readonly IChangeableVolume _volume;
    private readonly FileHandle _keeper;
    private FileHandle _other;
    private bool _isLeased;

    // The ctime of the duplicate when it was last found unchanged.
    private FileTime _otherChanged;

    private ProvedPair(
        IChangeableVolume volume, FileHandle keeper, in FileFacts keeperFacts, FileHandle other, in FileFacts facts,
        FileExtras extras)
    {
        _volume = volume;
        _keeper = keeper;
        _other = other;
        KeeperFacts = keeperFacts;
        Facts = facts;
        Extras = extras;
    }

    /// <summary>Gets whether there is no keeper, since the user wants the file to go although no copy stays.</summary>
    internal bool IsAlone => _keeper == FileHandle.None;

    /// <summary>Gets the open keeper.</summary>
    internal FileHandle Keeper => _keeper;

    /// <summary>Gets the facts of the keeper when it was opened.</summary>
    internal FileFacts KeeperFacts { get; private set; }

    /// <summary>Gets the open duplicate.</summary>
    internal FileHandle Other => _other;

    /// <summary>Gets the facts of the duplicate when it was opened.</summary>
    internal FileFacts Facts { get; }

    /// <summary>Gets the attributes and flags of the duplicate when it was prepared.</summary>
    internal FileExtras Extras { get; }

    /// <summary>Gets the duplicate as it was proved.</summary>
    internal ProvedFile Duplicate => new(_other, Facts, Extras);

    /// <summary>
    /// Gets the SHA-256 of the duplicate's content in hex. Empty for a media file that is not removed permanently.
    /// </summary>
    internal string Digest => Digests.Sha256;

    /// <summary>Gets the digests of the content of both files. For media, those of the duplicate.</summary>
    internal ContentDigests Digests { get; private set; } = ContentDigests.None;

    /// <summary>
    /// Gets or sets whether the keeper must be read again once the duplicate is aside: its mount may show it although
    /// it is gone.
    /// </summary>
    internal bool ReadsKeeperAgain { get; set; }

    /// <summary>Gets whether nobody is waiting to write to either file, as far as the file system can tell.</summary>
    public bool IsUndisturbed => !_isLeased || ((IsAlone || _volume.HoldsLease(_keeper)) && IsOtherUndisturbed);

    /// <summary>Gets whether nobody is waiting to write to the duplicate, as far as the file system can tell.</summary>
    internal bool IsOtherUndisturbed => !_isLeased || _other == FileHandle.None || _volume.HoldsLease(_other);

    /// <summary>Gets whether it is certain that nobody has written to either file since they were compared.</summary>
    internal bool IsGuarded => _isLeased && IsUndisturbed;

    /// <summary>
    /// Returns whether the keeper is still under its name and is not the duplicate under another identity.
    /// </summary>
    /// <remarks>
    /// Call this after a step that changed the duplicate's ctime: if the keeper's ctime has changed too, both are the
    /// same file (seen through an overlay and in its upper folder). The keeper is opened rather than looked up, because
    /// the cached metadata of a FUSE file system does not change when the file is removed through another path.
    /// </remarks>
    /// <param name="keeper">The location where the keeper was opened.</param>
    internal bool IsKeeperUnder(Place keeper)
    {
        VolumeError error = _volume.OpenFile(keeper.Folder, keeper.Bytes, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            return false;
        }

        bool isKept = Identity.Unchanged(facts, KeeperFacts) && (!ReadsKeeperAgain || IsWhole(file, facts.Size));
        _volume.Close(file);
        return isKept;
    }

    /// <summary>Returns why the duplicate has to stay for lack of a keeper, or null.</summary>
    /// <param name="keeper">The location where the keeper was opened.</param>
    internal Step? WhyUnkept(Place keeper) => IsAlone || IsKeeperUnder(keeper)
        ? null
        : Step.Skip("the keeper no longer exists, or has changed");

    /// <summary>
    /// Gets whether the keeper holds the content, has a name, and nobody is waiting to write to it, as far as the file
    /// system can tell.
    /// </summary>
    public bool IsContentKept => !IsAlone && !_volume.Stat(_keeper, out FileFacts keeper).Failed && keeper.Links > 0
        && Identity.SameFile(keeper, KeeperFacts) && (!_isLeased || _volume.HoldsLease(_keeper));

    /// <summary>
    /// Returns whether the duplicate is as it was when it was compared: content, mode, owner, times, attributes and
    /// flags.
    /// </summary>
    /// <remarks>
    /// Our own renames and links change the ctime, so a changed ctime does not show whether another program changed
    /// something. Everything that a program can change is compared instead. From then on, an unchanged ctime is
    /// sufficient.
    /// </remarks>
    /// <param name="facts">The current facts of the duplicate.</param>
    public bool IsAsCompared(in FileFacts facts)
    {
        // FUSE programs identify an open file by the name under which it was opened. That name is gone, so they cannot
        // report its attributes.
        bool isAsCompared = Identity.SameFile(facts, Facts) && facts.Mode == Facts.Mode
            && facts.Owner == Facts.Owner && facts.Group == Facts.Group
            && (_other == FileHandle.None || _volume.ReadExtras(_other, out FileExtras now).Failed
                || now.IsLike(Extras));
        _otherChanged = isAsCompared ? facts.Changed : default;
        return isAsCompared;
    }

    /// <summary>Returns whether the duplicate is unchanged since <see cref="IsAsCompared"/> was called.</summary>
    /// <param name="facts">The current facts of the duplicate.</param>
    public bool IsStillAsCompared(in FileFacts facts) =>
        (_otherChanged != default && facts.Changed == _otherChanged && Identity.SameFile(facts, Facts))
        || IsAsCompared(facts)
        // Some FUSE programs report a new inode number for a file each time.
        || IsAsCompared(facts with { Inode = Facts.Inode });

    /// <summary>Returns whether an entry is the duplicate, changed or not.</summary>
    public bool IsOld(in FileFacts facts) => facts.Kind == EntryKind.File && Identity.SameInode(facts, Facts);

    /// <summary>Opens both files, takes leases, compares the content and checks the facts again.</summary>
    /// <param name="volume">The volume that holds both files.</param>
    /// <param name="name">
    /// A name of the duplicate, with the expected facts of both files. Of the duplicate, nothing at all may have
    /// changed.
    /// </param>
    /// <param name="proof">Compares the content.</param>
    /// <param name="cancellation">Cancels the comparison.</param>
    /// <param name="pair">The pair, or null if it was rejected.</param>
    /// <param name="media">
    /// The claim to prove and its prover if the files are media that only share their payload, or null if they are
    /// identical copies.
    /// </param>
    /// <returns>Why the pair was rejected, or null on success.</returns>
    internal static Step? Open(
        IChangeableVolume volume, NameTask name, FileProof proof, CancellationToken cancellation,
        out ProvedPair? pair, (MediaProof Proof, MediaClaim Claim)? media = null)
    {
        pair = null;
        VolumeError error = volume.OpenFile(
            name.Keeper.Folder, name.Keeper.Bytes, out FileHandle keeper, out FileFacts keeperFacts);
        if (error.Failed)
        {
            return Step.Fail(volume, "the keeper cannot be opened", error);
        }

        error = volume.OpenFile(name.Place.Folder, name.Place.Bytes, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            volume.Close(keeper);
            return Step.Fail(volume, "it cannot be opened", error);
        }

        var opened = new ProvedPair(volume, keeper, keeperFacts, file, facts, name.Intent.Extras);
        Step? against = opened.WhyNot(name.Intent.KeeperFacts, name.Intent.Facts, media is not null)
            ?? opened.Lease()
            ?? opened.Prove(proof, media, cancellation);
        if (against is not null)
        {
            opened.Dispose();
            return against;
        }

        pair = opened;
        return null;
    }

    /// <summary>
    /// Opens a file that goes although no copy of it stays, takes a lease and checks the facts again.
    /// </summary>
    /// <param name="volume">The volume that holds the file.</param>
    /// <param name="name">The name, with the expected facts, of which nothing at all may have changed.</param>
    /// <param name="pair">The file, or null if it was rejected.</param>
    /// <returns>Why it was rejected, or null on success.</returns>
    internal static Step? OpenAlone(IChangeableVolume volume, NameTask name, out ProvedPair? pair)
    {
        pair = null;
        VolumeError error = volume.OpenFile(
            name.Place.Folder, name.Place.Bytes, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be opened", error);
        }

        var opened = new ProvedPair(volume, FileHandle.None, default, file, facts, name.Intent.Extras);
        Step? against = Identity.Unchanged(facts, name.Intent.Facts) ? opened.Lease() : Step.Skip("it has changed");
        if (against is not null)
        {
            opened.Dispose();
            return against;
        }

        pair = opened;
        return null;
    }

    /// <summary>Closes both files, which ends their leases.</summary>
    public void Dispose()
    {
        if (!IsAlone)
        {
            _volume.Close(_keeper);
        }

        CloseOther();
    }

    /// <summary>Closes the duplicate, which can no longer be read afterwards.</summary>
    internal void CloseOther()
    {
        if (_other != FileHandle.None)
        {
            _volume.Close(_other);
            _other = FileHandle.None;
        }
    }

    private bool IsWhole(FileHandle file, long size)
    {
        byte[] block = new byte[BlockBytes];
        for (long at = 0; at < size;)
        {
            if (_volume.Read(file, at, block, out int read).Failed || read == 0)
            {
                return false;
            }

            at += read;
        }

        return true;
    }

    private Step? WhyNot(in FileFacts keeper, in FileFacts other, bool areMedia)
    {
        if (!Identity.SameFile(KeeperFacts, keeper))
        {
            return Step.Skip("the keeper has changed");
        }

        // For an undo, the journal holds the mode and other metadata as found during preparation, so these must not
        // have changed. For media the proof checks this, because their tags are recorded as well.
        if (!Identity.SameFile(Facts, other) || (!areMedia && Facts.Changed != other.Changed))
        {
            return Step.Skip("it has changed");
        }

        return Identity.SameInode(Facts, KeeperFacts)
            ? Step.Idle("already done: it is a hard link to the keeper")
            : null;
    }

    private Step? Lease()
    {
        VolumeError keeper = IsAlone ? VolumeError.None : _volume.TakeLease(_keeper);
        VolumeError other = keeper || _volume.TakeLease(_other);
        if (keeper.Kind == VolumeErrorKind.Busy || other.Kind == VolumeErrorKind.Busy)
        {
            return Step.Skip(keeper.Failed
                ? "another program has the keeper open for writing" : "another program has it open for writing");
        }

        // Leases are not available on other file systems or for other users' files. The checks must then suffice.
        _isLeased = !other.Failed;
        return null;
    }

    private Step? Prove(
        FileProof proof, (MediaProof Proof, MediaClaim Claim)? media, CancellationToken cancellation)
    {
        if (media is null && Facts.Size != KeeperFacts.Size)
        {
            return Step.Skip("its size differs from the keeper's");
        }

        // Up to two attempts: a file system that caches metadata may show only now that the keeper has gained a name.
        // The duplicate must not have changed at all: its owner and mode must still be those of the first check.
        for (int i = 0; i < 2; i++)
        {
            string? against = Compare(proof, media, cancellation);
            if (against is { } fault)
            {
                return Step.Skip(fault);
            }

            bool isLooked = !_volume.Stat(_keeper, out FileFacts keeper).Failed
                & !_volume.Stat(_other, out FileFacts other).Failed;
            if (!isLooked || !Identity.SameFile(keeper, KeeperFacts) || !Identity.Unchanged(other, Facts))
            {
                break;
            }

            if (Identity.Unchanged(keeper, KeeperFacts))
            {
                return null;
            }

            KeeperFacts = keeper;
        }

        return Step.Skip("one of the two files changed while they were compared");
    }

    private string? Compare(
        FileProof proof, (MediaProof Proof, MediaClaim Claim)? media, CancellationToken cancellation)
    {
        if (media is not { } twins)
        {
            string? against = proof.Compare(
                _keeper, _other, Facts.Size, out ContentDigests digests, cancellation);
            Digests = digests;
            return against;
        }

        string? difference = twins.Proof.Prove(
            twins.Claim, new OpenMedia(_volume, _keeper, KeeperFacts.Size),
            new OpenMedia(_volume, _other, Facts.Size), out string sha256, cancellation);
        Digests = new ContentDigests(sha256, default);
        return difference;
    }
}
