using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Determines the current numbers of the devices in a journal.</summary>
/// <remarks>
/// A file system may get another device number when it is remounted; on btrfs it usually does. A file that matches the
/// journal in everything but its device number reveals the new number. Not thread-safe.
/// </remarks>
internal sealed class DeviceNumbers(JournalReader journal, IChangeableVolume volume, FolderPool folders)
{
    // Per device: if none of this many files exists any more, the remaining ones hardly will.
    private const int LooksMax = 1000;

    private readonly Dictionary<ulong, ulong> _now = [];

    /// <summary>Returns a batch with the current device numbers.</summary>
    internal JournalBatch Renew(JournalBatch batch)
    {
        bool isSame = true;
        foreach (JournalIntent intent in batch.Intents)
        {
            isSame &= Now(intent.Facts.Device, batch) == intent.Facts.Device
                && Now(intent.KeeperFacts.Device, batch) == intent.KeeperFacts.Device;
        }

        return isSame ? batch : batch with { Intents = [.. batch.Intents.Select(Renew)] };
    }

    private JournalIntent Renew(JournalIntent intent) => intent with
    {
        Facts = intent.Facts with { Device = _now[intent.Facts.Device] },
        KeeperFacts = intent.KeeperFacts with { Device = _now[intent.KeeperFacts.Device] },
    };

    // Searches the files of the current batch first. Usually the first one is sufficient. A device that is not found
    // keeps its number.
    private ulong Now(ulong device, JournalBatch batch)
    {
        if (!_now.TryGetValue(device, out ulong now))
        {
            int looks = 0;
            now = device == 0 ? 0
                : journal.Batches().Prepend(batch).Select(one => Find(one, device, ref looks))
                    .TakeWhile(found => found is not null || looks < LooksMax)
                    .FirstOrDefault(static found => found is not null) ?? device;
            _now.Add(device, now);
            folders.Clear();
        }

        return now;
    }

    private ulong? Find(JournalBatch batch, ulong device, ref int looks)
    {
        foreach (JournalIntent intent in batch.Intents)
        {
            if (looks >= LooksMax)
            {
                return null;
            }

            ulong? found = Look(intent.Keeper, intent.KeeperFacts, device, ref looks)
                ?? Look(intent.Name, intent.Facts, device, ref looks)
                ?? Look(intent.Target, intent.Facts, device, ref looks);
            if (found is not null)
            {
                return found;
            }
        }

        return null;
    }

    private ulong? Look(ReportName name, in FileFacts facts, ulong device, ref int looks)
    {
        if (facts.Device != device || PlanPaths.RootLength(name.Bytes) == 0)
        {
            return null;
        }

        looks++;
        if (!folders.HasRoomFor(1))
        {
            folders.Clear();
        }

        FileFacts found = default;
        bool isThere = !folders.Find(name, out Place place).Failed
            && !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out found).Failed;
        return isThere && Identity.SameFile(facts with { Device = found.Device }, found) ? found.Device : null;
    }
}
