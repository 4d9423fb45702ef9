using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// A keeper and a duplicate, both open, proved equal byte by byte or, where that is claimed, to hold one sound or
/// picture, and kept from writers where the file system can.
/// </summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class ProvedPair : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly FileHandle _keeper;
    private FileHandle _other;
    private bool _isLeased;

    // The duplicate's ctime when it was last found as compared.
    private FileTime _otherChanged;

    private ProvedPair(
        IChangeableVolume volume, FileHandle keeper, in FileFacts keeperFacts, FileHandle other, in FileFacts facts)
    {
        _volume = volume;
        _keeper = keeper;
        _other = other;
        KeeperFacts = keeperFacts;
        Facts = facts;
    }

    /// <summary>The open keeper.</summary>
    internal FileHandle Keeper => _keeper;

    /// <summary>What the keeper was when it was opened.</summary>
    internal FileFacts KeeperFacts { get; private set; }

    /// <summary>The open duplicate.</summary>
    internal FileHandle Other => _other;

    /// <summary>What the duplicate was when it was opened.</summary>
    internal FileFacts Facts { get; private set; }

    /// <summary>SHA-256 of the duplicate's content in hex; of media that is not removed for good empty.</summary>
    internal string Digest { get; private set; } = "";

    /// <summary>Whether nobody waits to write to either, as far as the file system can tell.</summary>
    internal bool IsUndisturbed => !_isLeased || (_volume.HoldsLease(_keeper) && IsOtherUndisturbed);

    /// <summary>Whether nobody waits to write to the duplicate, as far as the file system can tell.</summary>
    internal bool IsOtherUndisturbed => !_isLeased || _other == FileHandle.None || _volume.HoldsLease(_other);

    /// <summary>Whether the keeper stands under its name, and is not the duplicate under another identity.</summary>
    /// <remarks>
    /// To be asked after a step that changed the duplicate's ctime: where the keeper's has changed with it, the two are
    /// one file (seen through an overlay and in its upper folder). It is opened, since what a file system behind FUSE
    /// has told of a file stays cached when the file goes by another path.
    /// </remarks>
    /// <param name="keeper">Where the keeper was opened.</param>
    internal bool IsKeeperUnder(Place keeper)
    {
        VolumeError error = _volume.OpenFile(keeper.Folder, keeper.Bytes, out FileHandle file, out FileFacts facts);
        if (!error.Failed)
        {
            _volume.Close(file);
        }

        return !error.Failed && Identity.Unchanged(facts, KeeperFacts);
    }

    /// <summary>
    /// Whether the keeper holds the content, has a name, and nobody waits to write to it, as far as the file system can
    /// tell.
    /// </summary>
    internal bool IsContentKept => !_volume.Stat(_keeper, out FileFacts keeper).Failed && keeper.Links > 0
        && Identity.SameFile(keeper, KeeperFacts) && (!_isLeased || _volume.HoldsLease(_keeper));

    /// <summary>
    /// Returns whether the duplicate is as it was compared: content, mode, owner, times, attributes and flags.
    /// </summary>
    /// <remarks>
    /// Renaming and linking change the ctime, so it cannot tell by itself whether another program changed something:
    /// everything that a program can change is compared. Afterwards an unchanged ctime is enough.
    /// </remarks>
    /// <param name="facts">What was found of it now.</param>
    /// <param name="extras">Its attributes and flags when it was looked at.</param>
    internal bool IsAsCompared(in FileFacts facts, FileExtras extras)
    {
        // Programs behind FUSE know an open file by a name that it no longer has, and cannot tell what it carries.
        bool isAsCompared = Identity.SameFile(facts, Facts) && facts.Mode == Facts.Mode
            && facts.Owner == Facts.Owner && facts.Group == Facts.Group
            && (_other == FileHandle.None || _volume.ReadExtras(_other, out FileExtras now).Failed
                || now.IsLike(extras));
        _otherChanged = isAsCompared ? facts.Changed : default;
        return isAsCompared;
    }

    /// <summary>Returns whether nothing has changed the duplicate since <see cref="IsAsCompared"/> was asked.</summary>
    /// <param name="facts">What was found of it now.</param>
    /// <param name="extras">Its attributes and flags when it was looked at.</param>
    internal bool IsStillAsCompared(in FileFacts facts, FileExtras extras) =>
        (_otherChanged != default && facts.Changed == _otherChanged && Identity.SameFile(facts, Facts))
        || IsAsCompared(facts, extras);

    /// <summary>
    /// Returns whether another program has changed the duplicate after the last look at its name, which is gone now.
    /// </summary>
    /// <remarks>
    /// A system call that had found the file before its name went can change it until after that. The ctime tells
    /// nothing here, since the removal changes it.
    /// </remarks>
    /// <param name="extras">Its attributes and flags when it was looked at.</param>
    /// <param name="facts">What it is now.</param>
    /// <param name="now">Its attributes and flags now.</param>
    internal bool IsChangedSince(FileExtras extras, out FileFacts facts, out FileExtras now)
    {
        now = extras;
        facts = default;
        if (_other == FileHandle.None || _volume.Stat(_other, out facts).Failed)
        {
            return false;
        }

        now = _volume.ReadExtras(_other, out FileExtras read).Failed ? extras : read;
        return facts.Size != Facts.Size || facts.Modified != Facts.Modified || facts.Mode != Facts.Mode
            || facts.Owner != Facts.Owner || facts.Group != Facts.Group || !now.IsLike(extras);
    }

    /// <summary>Opens both, takes leases, compares, and looks again.</summary>
    /// <param name="volume">Where they lie.</param>
    /// <param name="keeper">The keeper's place, and what has to stand there.</param>
    /// <param name="other">The duplicate's, of which nothing at all may have changed.</param>
    /// <param name="proof">Compares.</param>
    /// <param name="cancellation">Ends the comparison.</param>
    /// <param name="pair">The pair; null where something speaks against it.</param>
    /// <param name="media">What is to be proved where they are no copies, and who does; null where they are.</param>
    /// <returns>Why not; null if all is well.</returns>
    internal static Step? Open(
        IChangeableVolume volume, (Place Place, FileFacts Facts) keeper, (Place Place, FileFacts Facts) other,
        ContentProof proof, CancellationToken cancellation, out ProvedPair? pair,
        (MediaProof Proof, MediaClaim Claim)? media = null)
    {
        pair = null;
        VolumeError error = volume.OpenFile(
            keeper.Place.Folder, keeper.Place.Bytes, out FileHandle keeperFile, out FileFacts keeperFacts);
        if (error.Failed)
        {
            return Step.Fail(volume, "the keeper cannot be opened", error);
        }

        error = volume.OpenFile(other.Place.Folder, other.Place.Bytes, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            volume.Close(keeperFile);
            return Step.Fail(volume, "it cannot be opened", error);
        }

        var opened = new ProvedPair(volume, keeperFile, keeperFacts, file, facts);
        Step? against = !Identity.SameFile(keeperFacts, keeper.Facts) ? Step.Skip("the keeper has changed")
            // Its mode and the like are in the journal as they were when it was looked at, for an undo. Of media the
            // proof asks this, since their tags are there too.
            : !Identity.SameFile(facts, other.Facts) || (media is null && facts.Changed != other.Facts.Changed)
                ? Step.Skip("it has changed")
            : Identity.SameInode(facts, keeperFacts) ? Step.Idle("already done: it is a name of the keeper")
            : opened.Lease() ?? opened.Prove(proof, media, cancellation);
        if (against is not null)
        {
            opened.Dispose();
            return against;
        }

        pair = opened;
        return null;
    }

    /// <summary>Closes both, which ends the leases.</summary>
    public void Dispose()
    {
        _volume.Close(_keeper);
        CloseOther();
    }

    /// <summary>Closes the duplicate, which may not be read any more.</summary>
    internal void CloseOther()
    {
        if (_other != FileHandle.None)
        {
            _volume.Close(_other);
            _other = FileHandle.None;
        }
    }

    private Step? Lease()
    {
        VolumeError keeper = _volume.TakeLease(_keeper);
        VolumeError other = keeper.Failed ? keeper : _volume.TakeLease(_other);
        if (keeper.Kind == VolumeErrorKind.Busy || other.Kind == VolumeErrorKind.Busy)
        {
            return Step.Skip(keeper.Failed
                ? "another program has the keeper open for writing" : "another program has it open for writing");
        }

        // Elsewhere, and of other users' files, there are none to be had: then the looks have to do.
        _isLeased = !other.Failed;
        return null;
    }

    private Step? Prove(
        ContentProof proof, (MediaProof Proof, MediaClaim Claim)? media, CancellationToken cancellation)
    {
        if (media is null && Facts.Size != KeeperFacts.Size)
        {
            return Step.Skip("its size differs from the keeper's");
        }

        // A second time, since file systems that cache what they tell may show only now that the keeper got a name.
        for (int i = 0; i < 2; i++)
        {
            string digest;
            string? against = media is null
                ? proof.Compare(_keeper, _other, Facts.Size, out digest, cancellation)
                : media.Value.Proof.Prove(
                    media.Value.Claim, new OpenMedia(_volume, _keeper, KeeperFacts.Size),
                    new OpenMedia(_volume, _other, Facts.Size), out digest, cancellation);
            if (against is { } fault)
            {
                return Step.Skip(fault);
            }

            Digest = digest;
            bool isLooked = !_volume.Stat(_keeper, out FileFacts keeper).Failed
                & !_volume.Stat(_other, out FileFacts other).Failed;
            bool isSame = isLooked && Identity.SameFile(keeper, KeeperFacts) && Identity.SameFile(other, Facts);
            if (!isSame)
            {
                break;
            }

            if (Identity.Unchanged(keeper, KeeperFacts) && Identity.Unchanged(other, Facts))
            {
                return null;
            }

            (KeeperFacts, Facts) = (keeper, other);
        }

        return Step.Skip("one of the two changed while they were compared");
    }
}
