using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Determines the current numbers of the devices in a journal, and shows its batches with them.</summary>
/// <remarks>
/// <para>
/// A file system may get another device number when it is mounted again; on btrfs it usually does. Two file systems may
/// even exchange their numbers. A file system that has an identity is recognized by it. Another one is recognized by a
/// file or folder that matches the journal in everything but its device number.
/// </para>
/// <para>Two devices of a journal never get the same number. Not thread-safe.</para>
/// </remarks>
internal sealed class DeviceNumbers(JournalReader journal, IChangeableVolume volume)
{
    // Per device: if none of this many files exists any more, the remaining ones hardly will.
    private const int LooksMax = 1000;

    private readonly Dictionary<int, Dictionary<ulong, ulong>> _parts = [];
    private readonly HashSet<(int Part, ulong Device)> _sought = [];
    private ReportName[]? _missing;

    /// <summary>Reads all batches from the first to the last, with the current device numbers.</summary>
    internal IEnumerable<JournalBatch> Batches() => journal.Batches().Select(Renew);

    /// <summary>Reads all batches from the last to the first, with the current device numbers.</summary>
    internal IEnumerable<JournalBatch> BatchesFromLast() => journal.BatchesFromLast().Select(Renew);

    /// <summary>Reads the batch at an index, with the current device numbers. Null if there is none.</summary>
    internal JournalBatch? BatchAt(int index) => journal.BatchAt(index) is { } batch ? Renew(batch) : null;

    /// <summary>
    /// Reads the folders that a run has created, from the last to the first, with the current device numbers.
    /// </summary>
    internal IEnumerable<MadeFolder> FoldersCreatedFromLast() => journal.FoldersCreatedFromLast().Select(
        made => made.Folder with { Device = Now(made.Part, made.Folder.Device, []) });

    /// <summary>Returns a group of the plan of a run with the current device numbers.</summary>
    /// <param name="part">The part of the run that has written the group.</param>
    /// <param name="group">The group.</param>
    internal PlanGroup Renew(int part, PlanGroup group)
    {
        PlanCopy[] all = [.. group.Keep, .. group.Drop];
        IEnumerable<Sighting> files =
            [.. all.SelectMany(static copy => copy.Names.Select(name => new Sighting(name, copy.Facts)))];
        return all.All(copy => Now(part, copy.Facts.Device, files) == copy.Facts.Device) ? group : group with
        {
            Keep = [.. group.Keep.Select(Renewed)],
            Drop = [.. group.Drop.Select(Renewed)],
        };

        PlanCopy Renewed(PlanCopy copy) =>
            copy with { Facts = copy.Facts with { Device = Now(part, copy.Facts.Device, files) } };
    }

    /// <summary>Returns where a file system of the run is mounted now, if it is not where it was.</summary>
    /// <returns>A sentence that says what to do, or null if each one is where it was, or is nowhere.</returns>
    internal string? WhereElse()
    {
        foreach (JournalDevice device in Enumerable.Range(0, journal.Parts).SelectMany(journal.DevicesOfPart)
            .Where(static device => device.FileSystem.IsKnown && !device.IsMoved))
        {
            if (OfFileSystem(device) is null && volume.MountPointsOf(device.FileSystem) is [var point, ..])
            {
                (string from, string to) = ($"{device.Top}", $"{new ReportName(point)}");
                return $"{from} is mounted at {to} now: add --map {from}={to}";
            }
        }

        return null;
    }

    /// <summary>Returns why a name cannot be reached: its file system is not mounted. Null if it is.</summary>
    internal Step? WhyMissing(ReportName name)
    {
        _missing ??= Missing();
        ReportName top = _missing.FirstOrDefault(top => PlanPaths.IsAtOrBelow(name.Bytes, top.Bytes));
        return top.IsEmpty ? null : new Step(
            ActStatus.Failed,
            $"the file system of {top} is not mounted there; mount it, or add --map {top}={top} if another one has its "
            + "files now");
    }

    private ReportName[] Missing() =>
    [
        .. Enumerable.Range(0, journal.Parts).SelectMany(part => journal.DevicesOfPart(part)
            .Where(device => device.FileSystem.IsKnown && !device.IsMoved && OfFileSystem(device) is null
                && !IsRecognized(part, device.Device))
            .Select(static device => device.Top)).Distinct(),
    ];

    private bool IsRecognized(int part, ulong device)
    {
        Now(part, device, []);
        return _parts.TryGetValue(part, out Dictionary<ulong, ulong>? numbers) && numbers.ContainsKey(device);
    }

    private JournalBatch Renew(JournalBatch batch)
    {
        int part = journal.PartOf(batch);
        IEnumerable<Sighting> files = batch.Intents.SelectMany(SightingsOf);
        JournalIntent[] intents =
        [
            .. batch.Intents.Select(intent => intent with
            {
                Facts = intent.Facts with { Device = Now(part, intent.Facts.Device, files) },
                KeeperFacts = intent.KeeperFacts == default
                    ? default
                    : intent.KeeperFacts with { Device = Now(part, intent.KeeperFacts.Device, files) },
            }),
        ];
        return batch with { Intents = intents };
    }

    // Searches the given files first. Usually the first one is sufficient.
    private ulong Now(int part, ulong device, IEnumerable<Sighting> files)
    {
        if (device == 0)
        {
            return 0;
        }

        if (!_parts.TryGetValue(part, out Dictionary<ulong, ulong>? numbers))
        {
            _parts.Add(part, numbers = []);
            foreach (ulong known in journal.DevicesOfPart(part).Select(static one => one.Device).Distinct())
            {
                Recognize(part, numbers, known, files);
            }
        }

        // A device that is not recognized yet may be by the files of a later group. Until then it keeps its number if
        // no other one has it now. A number that no device has stands for a file system that is not there.
        if (!numbers.ContainsKey(device))
        {
            Recognize(part, numbers, device, files);
        }

        if (numbers.TryGetValue(device, out ulong now))
        {
            return now;
        }

        return numbers.ContainsValue(device) ? ~device : device;
    }

    private void Recognize(int part, Dictionary<ulong, ulong> numbers, ulong device, IEnumerable<Sighting> files)
    {
        ulong? now = journal.DevicesOfPart(part).Where(one => one.Device == device).Select(OfFileSystem)
            .FirstOrDefault(static found => found is not null) ?? OfFiles(part, device, files);
        if (now is { } number && !numbers.ContainsValue(number))
        {
            numbers.Add(device, number);
        }
    }

    private ulong? OfFileSystem(JournalDevice device)
    {
        if ((!device.FileSystem.IsKnown && !device.IsMoved)
            || volume.OpenFolderStrictly(device.Top.Bytes, out FolderHandle top, out FileFacts facts).Failed)
        {
            return null;
        }

        bool isIt = device.IsMoved || volume.MountOf(top).Identity == device.FileSystem;
        volume.Close(top);
        return isIt ? facts.Device : null;
    }

    private ulong? OfFiles(int part, ulong device, IEnumerable<Sighting> first)
    {
        int looks = 0;
        using var folders = new FolderPool(volume);
        IEnumerable<Sighting> others = _sought.Add((part, device))
            ? journal.BatchesOfPart(part).SelectMany(static batch => batch.Intents).SelectMany(SightingsOf)
            : [];
        foreach (Sighting file in first.Concat(others))
        {
            if (file.Facts.Device != device || PlanPaths.RootLength(file.Name.Bytes) == 0)
            {
                continue;
            }

            if (Look(folders, file) is { } now)
            {
                return now;
            }

            if (++looks >= LooksMax)
            {
                break;
            }
        }

        return null;
    }

    private ulong? Look(FolderPool folders, Sighting file)
    {
        if (!folders.HasRoomFor(1))
        {
            folders.Clear();
        }

        FileFacts found = default;
        bool isThere = !folders.Find(file.Name, out Place place).Failed
            && !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out found).Failed;
        FileFacts expected = file.Facts with { Device = found.Device };
        bool isIt = isThere && (expected.Kind == EntryKind.Folder
            ? found.Kind == EntryKind.Folder && Identity.SameInode(expected, found)
            : Identity.SameFile(expected, found));
        return isIt ? found.Device : null;
    }

    // A run or an undo that was killed may have left the only name of a file under its temporary name.
    private static IEnumerable<Sighting> SightingsOf(JournalIntent intent)
    {
        yield return new Sighting(intent.Keeper, intent.KeeperFacts);
        yield return new Sighting(intent.Name, intent.Facts);
        yield return new Sighting(intent.Target, intent.Facts);
        if (intent.Temporary.Length > 0)
        {
            yield return new Sighting(Beside(intent.Name, NameInspector.TemporaryOf(intent)), intent.Facts);
            yield return new Sighting(Beside(intent.Name, NameInspector.OwnTemporaryOf(intent)), intent.Facts);
        }
    }

    private static ReportName Beside(ReportName name, byte[] bare) =>
        new((byte[])[.. name.Bytes[..(name.Bytes.LastIndexOf((byte)'/') + 1)], .. bare]);

    private readonly record struct Sighting(ReportName Name, FileFacts Facts);
}
