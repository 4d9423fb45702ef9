using System.Text;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Adds the tags of the copies of a media group to their keeper, before any of them is acted on.</summary>
/// <remarks>
/// The keeper is replaced as a whole: the new file is complete on disk before it gets the name, the edits that lead to
/// it are in the journal before, and the old file is removed only if it is the file that was read.
/// Times, mode, owner, attributes and flags stay. A copy whose tags could not be added stays. Not thread-safe. Dispose
/// releases the buffers.
/// </remarks>
internal sealed class TagMerging(IChangeableVolume volume, FileCopier copier, ActLog log, ActOptions options)
    : IDisposable
{
    private const string Failure = "its tags cannot be added to the keeper";

    private readonly MediaMapper _mapper = new();
    private readonly MediaProof _proof = new(volume);
    private readonly EditedContent _contents = new(volume);
    private readonly NameRestorer _restorer = new(volume);
    private readonly FolderPool _folders = new(volume);
    private readonly Dictionary<PlanCopy, Step> _against = new(ReferenceEqualityComparer.Instance);
    private PlanGroup? _group;

    public void Dispose()
    {
        _proof.Dispose();
        _folders.Dispose();
    }

    /// <summary>Returns why a copy of the group must stay, or null if the keeper has its tags.</summary>
    internal Step? WhyNot(PlanCopy copy) => _against.TryGetValue(copy, out Step step) ? step : null;

    /// <summary>Adds the tags of all copies of a group, unless that was done already.</summary>
    /// <param name="group">The group.</param>
    /// <param name="keeper">Its keeper.</param>
    /// <param name="cancellation">Cancels the proof. The copies then stay.</param>
    /// <returns>The keeper as it is afterwards.</returns>
    internal FoundKeeper Merge(PlanGroup group, FoundKeeper keeper, CancellationToken cancellation)
    {
        if (ReferenceEquals(group, _group))
        {
            return keeper;
        }

        _group = group;
        _against.Clear();
        PlanCopy[] adding = [.. group.Drop.Where(static copy => copy.AddedTags.Count > 0)];
        if (!group.IsMerging || adding.Length == 0 || options.Action == ActionKind.Reflink)
        {
            return keeper;
        }

        FoundKeeper merged = keeper;
        Step? against = keeper.Name == group.TagsTo
            ? Open(group, keeper, adding, cancellation, out merged)
            : Step.Skip("the keeper has changed");
        if (against is { } why)
        {
            foreach (PlanCopy copy in adding)
            {
                _against[copy] = why with { Reason = $"{Failure}: {why.Reason}" };
            }
        }

        return merged;
    }

    private Step? Open(
        PlanGroup group, FoundKeeper keeper, PlanCopy[] adding, CancellationToken cancellation, out FoundKeeper merged)
    {
        merged = keeper;
        VolumeError error = volume.OpenFile(
            keeper.Place.Folder, keeper.Place.Bytes, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be opened", error);
        }

        Step? against = Identity.SameFile(facts, keeper.Facts)
            ? Merge(group, keeper, (file, facts), adding, cancellation, out merged)
            : Step.Skip("it has changed");
        volume.Close(file);
        return against;
    }

    private Step? Merge(
        PlanGroup group, FoundKeeper keeper, (FileHandle File, FileFacts Facts) old, PlanCopy[] adding,
        CancellationToken cancellation, out FoundKeeper merged)
    {
        merged = keeper;
        VolumeError leased = volume.TakeLease(old.File);
        if (leased.Kind == VolumeErrorKind.Busy)
        {
            return Step.Skip("another program has it open for writing");
        }

        var source = new OpenMedia(volume, old.File, old.Facts.Size);
        if (_mapper.Map(source, MediaPolicy.Strict, MapDepth.Glance).Format is not { } format)
        {
            return Step.Skip("it has changed");
        }

        var union = new TagUnion(_mapper.ReadTags(source, format).All, name => TagMerge.Holds(format, name));
        List<MediaPicture> pictures = [];
        foreach (PlanCopy copy in adding)
        {
            MediaTag[] tags = [.. copy.AddedTags.SelectMany(
                static tag => tag.Values, static (tag, value) => new MediaTag(tag.Name, value))];
            if (WhyOther(group, source, copy, pictures, cancellation) is { } other)
            {
                _against[copy] = other;
            }
            else
            {
                union.Add(union.Find(tags));
            }
        }

        // What an interrupted run has added already is not added again.
        IReadOnlyList<MediaTag> added = union.AddedWith(new TagGain([], [], []));
        if (added.Count == 0)
        {
            return null;
        }

        VolumeError error = volume.Protection(keeper.Place.Folder, keeper.Place.Bytes, out FileProtection protection);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be examined", error);
        }

        if ((EntryProtection.WhyNot(keeper.Place.In, protection, "the keeper")
            ?? EntryProtection.WhySticky(volume, keeper.Place.In.Facts, old.Facts)) is { } barred)
        {
            return barred;
        }

        IReadOnlyList<MediaEdit> edits = [];
        return (EntryProtection.WhyNotReplaced(volume, old.Facts, "the keeper")
            ?? TagMerge.Plan(source, format, added, pictures, out edits)) is { } why
            ? Step.Skip(why)
            : Replace(keeper, old, edits, leased, out merged);
    }

    // Reads the pictures that the copy adds. The proof for the removal of the copy comes later, under leases. This one
    // is for the sake of the keeper.
    private Step? WhyOther(
        PlanGroup group, OpenMedia keeper, PlanCopy copy, List<MediaPicture> pictures, CancellationToken cancellation)
    {
        foreach (ReportName name in copy.Names)
        {
            if (_folders.Find(name, out Place place).Failed
                || volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out FileFacts facts).Failed)
            {
                continue;
            }

            var other = new OpenMedia(volume, file, facts.Size);
            string? why = Identity.SameFile(facts, copy.Facts)
                ? _proof.Prove(
                    new MediaClaim(group.Media?.Policy ?? MediaPolicy.Strict, null, FileHandle.None), keeper, other,
                    out _, cancellation)
                : "it has changed since the plan was made";
            if (why is null && copy.AddedTags.Any(static tag => tag.Name == TagNames.Cover))
            {
                pictures.AddRange(_mapper.ReadPictures(other));
            }

            volume.Close(file);
            _folders.Clear();
            return why is null ? null : Step.Skip(why);
        }

        return Step.Skip("it cannot be opened");
    }

    private Step? Replace(
        FoundKeeper keeper, (FileHandle File, FileFacts Facts) old, IReadOnlyList<MediaEdit> edits, VolumeError leased,
        out FoundKeeper merged)
    {
        merged = keeper;
        var source = new OpenMedia(volume, old.File, old.Facts.Size);
        var content = new EditedSource(source, edits);
        VolumeError error = volume.ReadExtras(old.File, out FileExtras extras);
        if (error.Failed || EditedContent.VersionOf(source) is not { } before
            || EditedContent.VersionOf(content) is not { } after)
        {
            return Step.Skip("it cannot be read");
        }

        long number = log.Numbers.Next();
        var change = new TagChange
        {
            Number = number,
            Name = keeper.Name,
            Temporary = log.Numbers.TemporaryOf(number),
            Keeper = keeper.Name,
            Was = old.Facts,
            Extras = extras,
            Edits = edits,
            Old = before,
            New = after,
        };
        log.Add(change);
        log.Commit();
        byte[] temporary = Encoding.ASCII.GetBytes(change.Temporary);
        Step made = copier.Make(
            keeper.Place.Folder, temporary, extras, file => _contents.Write(content, after, file),
            file => volume.Restore(file, old.Facts, extras) || volume.Sync(file), "it cannot be written",
            out FileHandle file, out FileFacts facts);
        if (!made.IsDone)
        {
            return made;
        }

        volume.Close(file);
        made = _restorer.Replace(keeper.Place, temporary, TemporaryName.SecondOf(temporary), IsOld);
        if (!made.IsDone)
        {
            return made;
        }

        error = volume.Stat(
            keeper.Place.Folder, keeper.Place.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts now);
        if (error.Failed || !Identity.SameFile(now, facts))
        {
            return Step.Skip("another program has replaced it");
        }

        merged = keeper with { Facts = now };
        return null;

        bool IsOld(byte[] found) =>
            !volume.Stat(keeper.Place.Folder, found, LinkPolicy.Stay, FactFields.All, out FileFacts there).Failed
            && Identity.SameFile(there, old.Facts) && there.Links == 1 && there.Mode == old.Facts.Mode
            && there.Owner == old.Facts.Owner && (leased.Failed || volume.HoldsLease(old.File));
    }
}
