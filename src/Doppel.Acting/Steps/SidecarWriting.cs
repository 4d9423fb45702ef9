using System.Text;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Adds the tags of a media file that goes to the sidecar of its keeper, before the first step of the file.
/// </summary>
/// <remarks>
/// The old content is in the journal before. The new file is complete on disk before it gets the name, and an old one
/// is removed only if it is the file that was read. Not thread-safe.
/// </remarks>
internal sealed class SidecarWriting(IChangeableVolume volume, FileCopier copier, ActLog log, TimeProvider time)
{
    private const uint ReadAndWrite = 0x1B6; // rw-rw-rw-
    private const string Failure = "its tags cannot be added to the sidecar";

    private readonly NameRestorer _restorer = new(volume);
    private readonly MediaMapper _mapper = new();

    /// <summary>Adds the tags of a copy.</summary>
    /// <param name="task">The copy. Its plan says which tags are added.</param>
    /// <param name="pair">The copy and its keeper, proved to have the same payload.</param>
    /// <returns>Why the copy has to stay, or null if the sidecar has its tags.</returns>
    internal Step? Write(CopyTask task, ProvedPair pair)
    {
        if (task.Copy.AddedTags.Count == 0 || task.Group.IsMerging)
        {
            return null;
        }

        NameTask name = task.Names[0];
        ReportName sidecar = task.Group.TagsTo;
        if (!TagChange.IsSidecar(sidecar, name.Intent.Keeper))
        {
            return Step.Skip($"{Failure}: it is not beside the keeper");
        }

        byte[] bare = sidecar.Bytes[(sidecar.Bytes.LastIndexOf((byte)'/') + 1)..].ToArray();
        Place place = name.Keeper with { Name = bare };
        VolumeError error = volume.OpenFile(place.Folder, bare, out FileHandle file, out FileFacts facts);
        if (error.Failed && error.Kind != VolumeErrorKind.Vanished)
        {
            return Step.Fail(volume, Failure, error);
        }

        MediaTag[] added = [.. task.Copy.AddedTags.SelectMany(
            static tag => tag.Values, static (tag, value) => new MediaTag(tag.Name, value))];
        IReadOnlyList<MediaTag> kept =
            _mapper.ReadTags(new OpenMedia(volume, pair.Keeper, pair.KeeperFacts.Size)).All;
        Step? against = error.Failed
            ? Create(name, place, sidecar, kept, added, pair.KeeperFacts)
            : Replace(name, place, sidecar, kept, added, (file, facts));
        if (!error.Failed)
        {
            volume.Close(file);
        }

        return against is { } step ? step with { Reason = $"{Failure}: {step.Reason}" } : null;
    }

    private Step? Create(
        NameTask name, Place place, ReportName sidecar, IReadOnlyList<MediaTag> kept, MediaTag[] added,
        FileFacts keeper)
    {
        if (XmpSidecar.Add(default, kept, added, out byte[] content) is { } why)
        {
            return Step.Skip(why);
        }

        TagChange change = Announce(name, sidecar, content);
        Step made = Make(place, change, FileExtras.None, file =>
        {
            FileExtras extras = FileExtras.None;
            VolumeError error = volume.Stat(file, out FileFacts facts) || volume.ReadExtras(file, out extras);
            facts.Mode = keeper.Mode & ReadAndWrite;
            facts.Modified = FileTime.From(time.GetUtcNow());
            (facts.Owner, facts.Group) = volume.User == 0 ? (keeper.Owner, keeper.Group) : (facts.Owner, facts.Group);
            return error || volume.Restore(file, facts, extras);
        });
        made = made.IsDone ? _restorer.Give(place, Temporary(change)) : made;
        return made.IsDone ? null : made;
    }

    private Step? Replace(
        NameTask name, Place place, ReportName sidecar, IReadOnlyList<MediaTag> kept, MediaTag[] added,
        (FileHandle File, FileFacts Facts) old)
    {
        FileExtras extras = FileExtras.None;
        VolumeError error = volume.Protection(place.Folder, place.Bytes, out FileProtection protection)
            || volume.ReadExtras(old.File, out extras);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be examined", error);
        }

        VolumeError leased = volume.TakeLease(old.File);
        if (leased.Kind == VolumeErrorKind.Busy)
        {
            return Step.Skip("another program has it open for writing");
        }

        byte[] before = [];
        if ((EntryProtection.WhyNot(place.In, protection, "it")
            ?? EntryProtection.WhySticky(volume, place.In.Facts, old.Facts)) is { } against)
        {
            return against;
        }

        if ((EntryProtection.WhyNotReplaced(volume, old.Facts, "its sidecar")
            ?? SidecarFile.Read(volume, old.File, old.Facts, out before)) is { } unfit)
        {
            return Step.Skip(unfit);
        }

        if (XmpSidecar.Add(before, kept, added, out byte[] content) is { } why)
        {
            return Step.Skip(why);
        }

        if (content.AsSpan().SequenceEqual(before))
        {
            return null;
        }

        TagChange change = Announce(name, sidecar, content, old.Facts, extras, before);
        Step made = Make(place, change, extras, file => volume.Restore(
            file, old.Facts with { Modified = FileTime.From(time.GetUtcNow()) }, extras));
        made = made.IsDone
            ? _restorer.Replace(
                place, Temporary(change), TemporaryName.SecondOf(Temporary(change)), found => IsOld(place, found))
            : made;
        return made.IsDone ? null : made;

        bool IsOld(Place at, byte[] found) =>
            !volume.Stat(at.Folder, found, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
            && Identity.SameFile(facts, old.Facts) && facts.Mode == old.Facts.Mode && facts.Owner == old.Facts.Owner
            && (leased.Failed || volume.HoldsLease(old.File));
    }

    private TagChange Announce(
        NameTask name, ReportName sidecar, byte[] content, FileFacts? was = null, FileExtras? extras = null,
        byte[]? before = null)
    {
        TagChange change = TagChange.OfSidecar(
            log.Numbers.Next(), sidecar, name.Intent.Keeper, log.Numbers, before ?? [], content) with
        {
            Was = was,
            Extras = extras ?? FileExtras.None,
        };
        log.Add(change);
        log.Commit();
        return change;
    }

    private Step Make(Place place, TagChange change, FileExtras extras, Func<FileHandle, VolumeError> restore)
    {
        Step made = copier.Make(
            place.Folder, Temporary(change), extras, file => volume.Write(file, 0, change.Edits[0].New.Span),
            file => restore(file) || volume.Sync(file), "it cannot be written", out FileHandle file, out _);
        if (made.IsDone)
        {
            volume.Close(file);
        }

        return made;
    }

    private static byte[] Temporary(TagChange change) => Encoding.ASCII.GetBytes(change.Temporary);
}
