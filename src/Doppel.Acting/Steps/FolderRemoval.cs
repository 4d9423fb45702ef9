using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Removes folders that have become empty, deepest first, after removing the symbolic links in them.</summary>
/// <remarks>
/// Never removes more than an empty folder: files that were added in the meantime are kept, and so are their parent
/// folders.
/// </remarks>
internal sealed class FolderRemoval(IChangeableVolume volume, TrashBin bin, ActOptions options, ActLog log)
    : IDisposable
{
    private readonly FolderPool _folders = new(volume);

    public void Dispose() => _folders.Dispose();

    /// <summary>Closes the folders that were opened to remove something in them.</summary>
    internal void CloseFolders() => _folders.Clear();

    /// <summary>Returns whether a name is a symbolic link with the target text that the run recorded.</summary>
    internal static bool IsLink(IVolume volume, FolderHandle folder, ReadOnlySpan<byte> name, JournalIntent intent) =>
        !volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
        && facts.Kind == EntryKind.Link && !volume.ReadLink(folder, name, out byte[] text).Failed
        && text.AsSpan().SequenceEqual(intent.LinkText.Bytes);

    /// <summary>Prepares the removal of a folder and checks whether anything prevents it.</summary>
    /// <param name="folder">The planned folder.</param>
    /// <param name="actions">The actions that it expands to.</param>
    /// <param name="task">The prepared task, or null if the folder cannot be removed.</param>
    /// <returns>Why the folder cannot be removed, or null if it can.</returns>
    internal Step? Prepare(PlanFolder folder, FolderActions actions, out FolderTask? task)
    {
        task = null;
        if (!actions.Linked.IsEmpty)
        {
            return Step.Skip($"{actions.Linked} in it is a hard link to a file in the folder that stays");
        }

        if (actions.Links.Count > 0 && options.Action == ActionKind.Trash && volume.HasRecycleBin)
        {
            return Step.Skip("it contains symbolic links, which the system's bin does not accept");
        }

        FolderListing listing = actions.Listing;
        if (LookAbove(listing) is { } above)
        {
            return above;
        }

        List<JournalIntent> intents = [];
        List<(ReportName Name, FileFacts Facts)> folders = [];
        foreach (FolderEntry entry in listing.FoldersFromBelow)
        {
            folders.Add((listing.NameOf(entry), entry.Facts));
        }

        folders.Add((listing.Path, listing.Facts));
        foreach ((ReportName name, FileFacts facts) in folders)
        {
            if (Look(name, out _, out FileExtras extras) is { } against)
            {
                return against;
            }

            intents.Add(new JournalIntent
            {
                Number = log.Numbers.Next(),
                Name = name,
                Temporary = "",
                Facts = facts,
                Extras = extras,
                Keeper = folder.Keeper,
                KeeperFacts = default,
            });
        }

        task = new FolderTask(folder, listing, intents);
        return null;
    }

    /// <summary>Returns the tasks for the symbolic links in a folder.</summary>
    /// <remarks>
    /// Their folders are reopened when each link's turn comes, because there are too many to keep open.
    /// </remarks>
    internal IEnumerable<NameTask> LinksOf(FolderTask task)
    {
        if (task.Listing is not { } listing)
        {
            yield break;
        }

        foreach (FolderEntry link in listing.Links)
        {
            ReportName name = listing.NameOf(link);
            ReportName target = options.Action == ActionKind.Move
                ? new ReportName(PlanPaths.Below(options.MoveTo.Span, name.Bytes))
                : default;
            TrashFolder? trash = options.Action == ActionKind.Trash ? FindTrash(name, out target) : null;
            long number = log.Numbers.Next();
            yield return new NameTask(default, default, new JournalIntent
            {
                Number = number,
                Name = name,
                Temporary = log.Numbers.TemporaryOf(number),
                Facts = link.Facts,
                Extras = FileExtras.None,
                Keeper = task.Folder.Keeper,
                KeeperFacts = default,
                LinkText = link.Text,
                Target = target,
            }, trash);
        }
    }

    /// <summary>Removes a symbolic link, moves it, or moves it to the trash.</summary>
    internal Step RemoveLink(NameTask link)
    {
        JournalIntent intent = link.Intent;
        if (options.Action == ActionKind.Trash && link.Trash is null)
        {
            return Step.Skip("there is no trash for it");
        }

        VolumeError error = _folders.Find(intent.Name, out Place place);
        byte[] temporary = Encoding.ASCII.GetBytes(intent.Temporary);
        error = error || volume.Move(place.Folder, place.Bytes, place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved aside", error);
        }

        if (!IsLink(volume, place.Folder, temporary, intent))
        {
            return PutBack(place, temporary, intent, Step.Skip("another program replaced it"));
        }

        error = options.Action == ActionKind.Move ? MakeThere(intent) : VolumeError.None;
        error = error || (link.Trash is { } trash
            ? volume.Move(place.Folder, temporary, trash.Files, PlanPaths.BareOf(intent.Target))
            : volume.Remove(place.Folder, temporary));
        return error.Failed
            ? PutBack(place, temporary, intent, Step.Fail(volume, "it cannot be removed", error))
            : Step.Done;
    }

    /// <summary>Returns the intent to remove a folder once the action has left it empty.</summary>
    /// <returns>The intent, or null if the folder cannot be examined.</returns>
    internal JournalIntent? Prepare(ReportName name)
    {
        FileFacts facts = default;
        FileExtras extras = FileExtras.None;
        VolumeError error = volume.OpenFolderStrictly(name.Bytes, out FolderHandle folder, out _);
        if (!error.Failed)
        {
            error = volume.Stat(folder, default, LinkPolicy.Stay, FactFields.All, out facts)
                || volume.ReadExtras(folder, out extras);
            volume.Close(folder);
        }

        return error.Failed ? null : new JournalIntent
        {
            Number = log.Numbers.Next(),
            Name = name,
            Temporary = "",
            Facts = facts,
            Extras = extras,
            Keeper = default,
            KeeperFacts = default,
        };
    }

    /// <summary>Returns whether a folder is still there that a run has noted as removed.</summary>
    internal bool IsThere(JournalIntent folder) => !Find(folder.Name, out Place place).Failed
        && !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
        && facts.Kind == EntryKind.Folder && Identity.SameInode(facts, folder.Facts);

    /// <summary>Removes a folder if it is empty and is the folder that was examined before.</summary>
    /// <param name="name">The absolute path of the folder.</param>
    /// <param name="before">The facts of the folder, at least device and inode.</param>
    internal Step RemoveFolder(ReportName name, in FileFacts before)
    {
        VolumeError error = Find(name, out Place place);
        FileFacts facts = default;
        error = error || volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out facts);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            // An interrupted run may have removed it without recording it. Undo recreates it either way.
            return Step.Done;
        }

        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be examined", error);
        }

        if (facts.Kind != EntryKind.Folder || !Identity.SameInode(facts, before))
        {
            return Step.Skip("it was replaced");
        }

        error = volume.RemoveFolder(place.Folder, place.Bytes);
        return error.Kind switch
        {
            VolumeErrorKind.None => Step.Done,
            VolumeErrorKind.Exists => Step.Skip("it is not empty: something in it was skipped"),
            _ => Step.Fail(volume, "it cannot be removed", error),
        };
    }

    private VolumeError Find(ReportName name, out Place place)
    {
        if (!_folders.HasRoomFor(1))
        {
            _folders.Clear();
        }

        return _folders.Find(name, out place);
    }

    // In a sticky folder such as /tmp, the user may remove the files in a folder but not the folder itself.
    private Step? LookAbove(FolderListing listing)
    {
        byte[] path = listing.Path.Bytes.ToArray();
        var above = new ReportName(path.AsMemory(0, Math.Max(1, path.AsSpan().LastIndexOf((byte)'/'))));
        return Look(above, out FileFacts facts, out _) ?? EntryProtection.WhySticky(volume, facts, listing.Facts);
    }

    private Step? Look(ReportName name, out FileFacts facts, out FileExtras extras)
    {
        extras = FileExtras.None;
        VolumeError error = volume.OpenFolderStrictly(name.Bytes, out FolderHandle folder, out facts);
        if (error.Failed)
        {
            return Step.Fail(volume, $"{name} cannot be opened", error);
        }

        error = volume.Protection(folder, default, out FileProtection protection)
            || volume.ReadExtras(folder, out extras);
        volume.Close(folder);
        if (error.Failed)
        {
            return Step.Fail(volume, $"{name} cannot be examined", error);
        }

        return protection.IsImmutable || protection.IsAppendOnly
            ? Step.Skip($"the folder {name} is immutable or append-only")
            : null;
    }

    private TrashFolder? FindTrash(ReportName name, out ReportName target)
    {
        (TrashFolder? trash, target) = (null, default);
        if (!_folders.Find(name, out Place place).Failed)
        {
            bin.Choose(place, name, out trash, out target);
        }

        _folders.Clear();
        return trash;
    }

    private VolumeError MakeThere(JournalIntent intent)
    {
        VolumeError error = FolderMaker.Make(
            volume, intent.Target, FolderMaker.UsualMode, out FolderHandle folder, log.AddMade);
        if (error.Failed)
        {
            return error;
        }

        ReadOnlySpan<byte> bare = intent.Target.Bytes[(intent.Target.Bytes.LastIndexOf((byte)'/') + 1)..];
        error = volume.MakeSymbolicLink(intent.LinkText.Bytes, folder, bare)
            || volume.RestoreLink(folder, bare, intent.Facts)
            || volume.Sync(folder);
        volume.Close(folder);
        return error;
    }

    // If another program has taken the name, its file is kept: the journal records everything about the link.
    private Step PutBack(Place place, byte[] temporary, JournalIntent intent, Step why)
    {
        VolumeError error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        if (error.Kind == VolumeErrorKind.Exists && IsLink(volume, place.Folder, temporary, intent))
        {
            error = volume.Remove(place.Folder, temporary);
        }

        return error.Failed
            ? why.Left("the link", temporary, volume, error)
            : why;
    }
}

/// <summary>Represents a folder whose files are acted on, and which is removed once it is empty.</summary>
/// <param name="Folder">The planned folder.</param>
/// <param name="Listing">The folder as it was before the run, or null if an interrupted run is continued.</param>
/// <param name="Intents">The journal intents for the folder and its subfolders, deepest first.</param>
internal sealed record FolderTask(PlanFolder Folder, FolderListing? Listing, IReadOnlyList<JournalIntent> Intents)
{
    /// <summary>Gets the files that an interrupted run has not finished. Default: none.</summary>
    internal IReadOnlyList<PlanGroup> Files { get; init; } = [];

    /// <summary>Gets the tasks for the symbolic links in it. Default: none.</summary>
    internal IReadOnlyList<NameTask> Links { get; init; } = [];
}
