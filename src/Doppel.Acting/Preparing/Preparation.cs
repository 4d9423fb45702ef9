using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Checks the names of a plan before they are acted on: whether they are unchanged, and whether anything prevents the
/// action.
/// </summary>
/// <remarks>
/// Not thread-safe. Without a bin it chooses no location in a trash, because that may create folders; it then only
/// checks. Names that were examined ahead are not examined again.
/// </remarks>
internal sealed class Preparation(
    IChangeableVolume volume, FolderPool folders, TrashBin? bin, ActOptions options, JournalNumbers numbers,
    StatPrefetcher? ahead = null)
{
    private const string ChangedSince = "it has changed since it was listed";

    private readonly LinkPreparation _links = new(volume, folders, numbers);

    /// <summary>Prepares a copy of a group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="keeper">The keeper of the group.</param>
    /// <param name="copy">The copy.</param>
    /// <param name="tell">Receives each name that is skipped.</param>
    /// <returns>The prepared copy, or null if all its names are skipped.</returns>
    internal CopyTask? Prepare(
        PlanGroup group, FoundKeeper keeper, PlanCopy copy, Action<ReportName, Step> tell)
    {
        List<NameTask> names = [];
        FileExtras? extras = null;
        foreach (ReportName name in copy.Names)
        {
            Step? against = Look(copy, keeper, name, out Place place, out FileLook look);
            FileFacts facts = look.Facts;
            extras ??= look.Extras;
            ReportName target = default;
            TrashFolder? trash = null;
            NameTask[] links = [];
            against ??= FindTarget(place, name, keeper.Name, out target, out trash)
                ?? PrepareLinks(copy, name, facts, keeper, tell, out links);
            if (against is { } step)
            {
                tell(name, step);
                continue;
            }

            long number = numbers.Next();
            names.Add(new NameTask(place, keeper.Place, new JournalIntent
            {
                Number = number,
                Name = name,
                Temporary = numbers.TemporaryOf(number),
                Facts = facts,
                Extras = extras!,
                Keeper = keeper.Name,
                KeeperFacts = keeper.Facts,
                Target = target,
                Media = group.Media?.Policy,
            }, trash)
            {
                Links = links,
            });
        }

        return names.Count > 0 ? new CopyTask(group, copy, names) : null;
    }

    /// <summary>Finds the first name of a kept copy that still matches the plan.</summary>
    /// <param name="copies">The kept copies.</param>
    /// <param name="keeper">The keeper, or null if none can be used.</param>
    /// <returns>Why there is no keeper, or null on success.</returns>
    internal Step? FindKeeper(IReadOnlyList<PlanCopy> copies, out FoundKeeper? keeper)
    {
        keeper = null;
        foreach ((PlanCopy copy, ReportName name) in copies.SelectMany(
            static copy => copy.Names, static (copy, name) => (copy, name)))
        {
            if (folders.Find(name, out Place place).Failed)
            {
                continue;
            }

            VolumeError error = LookAt(name, place, out FileLook look);
            FileFacts facts = look.Facts;
            if ((error.Failed && StatOnly(place, out facts).Failed) || !IsPlanned(facts, copy.Facts))
            {
                continue;
            }

            keeper = new FoundKeeper(place, name, facts, look.Extras, look.Protection.Mount);
            if (error.Failed)
            {
                return Step.Fail(volume, "the keeper cannot be examined", error);
            }

            return options.Action == ActionKind.HardLink
                ? EntryProtection.WhyNot(place.In, look.Protection, "the keeper")
                : null;
        }

        // Without its copy, the file of a companion has not gone.
        return copies[0].Facts.Inode == 0
            ? UnitPreparation.MainStays : Step.Skip("the keeper no longer exists, or has changed");
    }

    /// <summary>Returns the keeper that a companion will have once it is copied.</summary>
    internal Step? FindDestination(PlanCopy copy, out FoundKeeper? keeper)
    {
        keeper = null;
        if (folders.Find(copy.Names[0], out Place place).Failed)
        {
            return Step.Skip("the folder of the file that stays cannot be opened");
        }

        keeper = new FoundKeeper(place, copy.Names[0], copy.Facts, FileExtras.None, place.In.Protection.Mount);
        return null;
    }

    // The inode of a companion that is copied by the run was not known when the plan was made.
    private static bool IsPlanned(in FileFacts facts, in FileFacts planned) =>
        planned.Inode == 0 ? facts.Size == planned.Size : Identity.SameFile(facts, planned);

    // The links are numbered before their name, because they change first.
    private Step? PrepareLinks(
        PlanCopy copy, ReportName name, in FileFacts facts, FoundKeeper keeper, Action<ReportName, Step> tell,
        out NameTask[] links)
    {
        links = [];
        if (!options.RetargetLinks || !options.Action.RemovesNames())
        {
            return null;
        }

        Step? against = _links.Prepare(copy.SymbolicLinks, name, facts, keeper, tell, out List<NameTask> tasks);
        links = [.. tasks];
        return against;
    }

    private Step? Look(PlanCopy copy, FoundKeeper keeper, ReportName name, out Place place, out FileLook look)
    {
        look = default;
        VolumeError error = folders.Find(name, out place);
        if (error.Failed)
        {
            return Step.Fail(volume, "its folder cannot be opened", error);
        }

        error = LookAt(name, place, out look);
        FileFacts facts = look.Facts;
        if (error.Failed)
        {
            // The name may by now refer to something that is not a file or must not be opened.
            VolumeError unseen = StatOnly(place, out facts);
            if (unseen.Failed)
            {
                return Step.Fail(volume, "it cannot be examined", unseen);
            }
        }

        bool isAlone = ReferenceEquals(keeper, FoundKeeper.None);
        if (!isAlone && Identity.SameInode(facts, keeper.Facts))
        {
            return Step.Idle("already done: it is a hard link to the keeper");
        }

        if (options.Action == ActionKind.SymbolicLink && facts.Kind == EntryKind.Link && LeadsTo(place, keeper.Facts))
        {
            return Step.Idle("already done: it is a symbolic link to the keeper");
        }

        if (!Identity.SameFile(facts, copy.Facts))
        {
            return Step.Skip(isAlone ? ChangedSince : "it has changed since the plan was made");
        }

        // No proof of its content follows, so nothing at all may have changed.
        if (isAlone && facts.Changed != copy.Facts.Changed)
        {
            return Step.Skip(ChangedSince);
        }

        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be opened", error);
        }

        Step? against = options.Action == ActionKind.Reflink
            ? WhyUnchangeable(look.Protection)
            : EntryProtection.WhyNot(place.In, look.Protection, "it") ?? WhyOtherMount(keeper, place.In)
                ?? EntryProtection.WhySticky(volume, place.In.Facts, facts);
        return against is not null || isAlone ? against : WhyNotAlike(keeper.Facts, facts, keeper.Extras, look.Extras);
    }

    private VolumeError LookAt(ReportName name, Place place, out FileLook look)
    {
        if (ahead?.Take(name) is { } seen)
        {
            look = seen.Look;
            return VolumeError.None;
        }

        return volume.Look(place.Folder, place.Bytes, out look);
    }

    private bool LeadsTo(Place place, in FileFacts keeper) =>
        !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Follow, FactFields.All, out FileFacts facts).Failed
        && Identity.SameInode(facts, keeper);

    private VolumeError StatOnly(Place place, out FileFacts facts) =>
        volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out facts);

    // A reflink leaves all names unchanged, so only the file itself can prevent it.
    private static Step? WhyUnchangeable(FileProtection file) =>
        file.IsImmutable ? Step.Skip("it is immutable") : null;

    // Detected before anything is created: hard links cannot cross mounts, even mounts of one file system.
    private Step? WhyOtherMount(FoundKeeper keeper, OpenFolder folder) =>
        options.Action == ActionKind.HardLink && keeper.Mount != folder.Protection.Mount
            ? Step.Skip("it is on a different file system or mount than the keeper")
            : null;

    // As root, linking a system file to a user's identical file would hand it over to the user.
    private Step? WhyNotAlike(in FileFacts keeper, in FileFacts other, FileExtras ofKeeper, FileExtras ofOther)
    {
        if (options.Action is not (ActionKind.Move or ActionKind.Reflink) && !options.AcrossOwners
            && (keeper.Owner != other.Owner || keeper.Group != other.Group))
        {
            return Step.Skip("it and the keeper have different owners (--across-owners)");
        }

        return options.Action == ActionKind.HardLink && !options.IgnoreMode
            && (keeper.Mode != other.Mode || !ofKeeper.IsLike(ofOther))
            ? Step.Skip("its permissions, access control list, extended attributes, project or flags differ from the "
                + "keeper's (--ignore-mode)")
            : null;
    }

    private Step? FindTarget(
        Place place, ReportName name, ReportName keeper, out ReportName target, out TrashFolder? trash)
    {
        trash = null;
        if (options.Action == ActionKind.Trash && bin is not null && !volume.HasRecycleBin)
        {
            return bin.Choose(place, name, out trash, out target);
        }

        target = options.Action switch
        {
            ActionKind.SymbolicLink when options.AbsoluteLinks => keeper,
            ActionKind.SymbolicLink => new ReportName(RelativePath.Between(name.Bytes, keeper.Bytes)),
            ActionKind.Move => new ReportName(PlanPaths.Below(options.MoveTo.Span, name.Bytes)),
            _ => default,
        };
        return options.Action == ActionKind.Move ? WhyNotTo(target, name) : null;
    }

    // What is at the destination of an interrupted run is then its own copy.
    private Step? WhyNotTo(ReportName target, ReportName name)
    {
        if (IsBelow(name.Bytes, options.MoveTo.Span))
        {
            return Step.Skip("it is in the folder that files are moved to");
        }

        return volume.Stat(FolderHandle.None, target.Bytes, LinkPolicy.Stay, FactFields.None, out _).Failed
            ? null
            : new Step(ActStatus.Failed, $"there is already a file {target}", VolumeErrorKind.Exists);
    }

    private static bool IsBelow(ReadOnlySpan<byte> name, ReadOnlySpan<byte> folder) =>
        name.StartsWith(folder.TrimEnd((byte)'/')) && name[folder.TrimEnd((byte)'/').Length] == (byte)'/';
}

/// <summary>The kept copy of a group, as found before the group is acted on.</summary>
/// <param name="Place">The location of the keeper.</param>
/// <param name="Name">The full name of the keeper.</param>
/// <param name="Facts">The facts of the keeper.</param>
/// <param name="Extras">The flags and attributes of the keeper.</param>
/// <param name="Mount">The id of the mount through which it was reached.</param>
internal sealed record FoundKeeper(Place Place, ReportName Name, FileFacts Facts, FileExtras Extras, ulong Mount)
{
    /// <summary>Gets what stands for the keeper of a file that goes although no copy of it stays.</summary>
    internal static FoundKeeper None { get; } = new(default, default, default, FileExtras.None, Mount: 0);
}
