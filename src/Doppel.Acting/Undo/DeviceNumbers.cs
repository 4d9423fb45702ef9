using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds out which numbers the devices of a journal have now.</summary>
/// <remarks>
/// A file system may have another number after it was mounted anew, on btrfs it mostly has. A file that is what the
/// journal says, but for its device, shows the new one.
/// </remarks>
internal static class DeviceNumbers
{
    // Of one device; where none of so many files is there any more, the next ones hardly are.
    private const int LooksMax = 1000;

    /// <summary>The same journal with the numbers of today.</summary>
    internal static JournalRecord Renew(JournalRecord record, IChangeableVolume volume, FolderPool folders)
    {
        Dictionary<ulong, ulong> now = [];
        Dictionary<ulong, int> looks = [];
        foreach (JournalIntent intent in record.Intents)
        {
            Look(intent.Keeper, intent.KeeperFacts);
            Look(intent.Name, intent.Facts);
            Look(intent.Target, intent.Facts);
        }

        folders.Clear();
        return now.All(static one => one.Key == one.Value)
            ? record
            : record with { Intents = [.. record.Intents.Select(intent => Renew(intent, now))] };

        void Look(ReportName name, FileFacts facts)
        {
            int count = looks.GetValueOrDefault(facts.Device);
            if (facts.Device == 0 || now.ContainsKey(facts.Device) || count == LooksMax
                || PlanPaths.RootLength(name.Bytes) == 0)
            {
                return;
            }

            looks[facts.Device] = count + 1;
            if (!folders.HasRoomFor(1))
            {
                folders.Clear();
            }

            FileFacts found = default;
            bool isThere = !folders.Find(name, out Place place).Failed
                && !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out found).Failed;
            if (isThere && Identity.SameFile(facts with { Device = found.Device }, found))
            {
                now[facts.Device] = found.Device;
            }
        }
    }

    private static JournalIntent Renew(JournalIntent intent, Dictionary<ulong, ulong> now) => intent with
    {
        Facts = Renew(intent.Facts, now),
        KeeperFacts = Renew(intent.KeeperFacts, now),
    };

    private static FileFacts Renew(FileFacts facts, Dictionary<ulong, ulong> now) =>
        facts with { Device = now.GetValueOrDefault(facts.Device, facts.Device) };
}
