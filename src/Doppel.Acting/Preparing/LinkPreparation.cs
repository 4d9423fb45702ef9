using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Examines the symbolic links to a name that is about to be removed.</summary>
internal sealed class LinkPreparation(IChangeableVolume volume, FolderPool folders, JournalNumbers numbers)
{
    /// <summary>Finds the links that must be retargeted.</summary>
    /// <param name="links">All symbolic links to the names of a copy.</param>
    /// <param name="name">The name to remove.</param>
    /// <param name="facts">The facts of the file under the name.</param>
    /// <param name="keeper">The new target of the links.</param>
    /// <param name="tell">Receives each link that does not match the plan.</param>
    /// <param name="tasks">The prepared tasks for the links.</param>
    /// <returns>Why the name cannot be removed, or null if it can.</returns>
    internal Step? Prepare(
        IReadOnlyList<PlanLink> links, ReportName name, in FileFacts facts, FoundKeeper keeper,
        Action<ReportName, Step> tell, out List<NameTask> tasks)
    {
        tasks = [];
        foreach (PlanLink link in links)
        {
            // A link to another of these links follows that link. A link below a protected folder is left unchanged.
            if (link.Final != name || link.IsProtected || LeadsToLink(link, links))
            {
                continue;
            }

            if (Look(link, facts, out Place place, out FileFacts seen) is { } changed)
            {
                tell(link.Name, changed);
                continue;
            }

            if (WhyNot(place, seen) is { } against)
            {
                return Step.Skip($"the symbolic link {link.Name} to it cannot be changed: {against.Reason}");
            }

            tasks.Add(new NameTask(place, keeper.Place, IntentOf(link, seen, keeper), Trash: null));
        }

        return null;
    }

    private static bool LeadsToLink(PlanLink link, IReadOnlyList<PlanLink> links)
    {
        ReadOnlySpan<byte> path = link.Name.Bytes;
        var folder = new ReportName(path[..Math.Max(1, path.LastIndexOf((byte)'/'))].ToArray());
        ReportName next = PlanPaths.ToPlain(link.Target, folder, out _);
        return links.Any(other => other.Name == next && !other.IsProtected);
    }

    private Step? Look(PlanLink link, in FileFacts facts, out Place place, out FileFacts seen)
    {
        seen = default;
        VolumeError error = folders.Find(link.Name, out place);
        if (error.Failed)
        {
            return Step.Fail(volume, "its folder cannot be opened", error);
        }

        bool isAsPlanned = !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out seen).Failed
            && seen.Kind == EntryKind.Link
            && !volume.ReadLink(place.Folder, place.Bytes, out byte[] target).Failed
            && target.AsSpan().SequenceEqual(link.Target.Bytes)
            && !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Follow, FactFields.All, out FileFacts found).Failed
            && Identity.SameInode(found, facts);
        return isAsPlanned ? null : Step.Skip("the symbolic link has changed since the plan was made");
    }

    private Step? WhyNot(Place place, in FileFacts seen)
    {
        VolumeError error = volume.Protection(place.Folder, place.Bytes, out FileProtection protection);
        return error.Failed ? Step.Fail(volume, "it cannot be examined", error)
            : EntryProtection.WhyNot(place.In, protection, "it")
                ?? EntryProtection.WhySticky(volume, place.In.Facts, seen);
    }

    private JournalIntent IntentOf(PlanLink link, in FileFacts seen, FoundKeeper keeper)
    {
        long number = numbers.Next();
        return new JournalIntent
        {
            Number = number,
            Name = link.Name,
            Temporary = numbers.TemporaryOf(number),
            Facts = seen,
            Extras = FileExtras.None,
            Keeper = keeper.Name,
            KeeperFacts = keeper.Facts,
            Target = PlanPaths.RootLength(link.Target.Bytes) > 0
                ? keeper.Name
                : new ReportName(RelativePath.Between(link.Name.Bytes, keeper.Name.Bytes)),
            OldTarget = link.Target,
        };
    }
}
