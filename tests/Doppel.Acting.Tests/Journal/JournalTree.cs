using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A folder of journals without any files, and runs that are made up.</summary>
internal sealed class JournalTree : IDisposable
{
    private readonly TempTree _tree = new();

    /// <summary>The folder of journals.</summary>
    public string Folder => _tree.Folder + "/journal";

    /// <summary>Where it lies.</summary>
    public IChangeableVolume Volume { get; } = new HookedVolume(new LinuxVolume());

    /// <summary>Removes all.</summary>
    public void Dispose() => _tree.Dispose();

    /// <summary>Opens the folder.</summary>
    public JournalFolder Open() => JournalFolder.Open(Volume, new ReportName(Folder));

    /// <summary>Returns the file of a journal.</summary>
    public string PathOf(string id) => $"{Folder}/{id}.jsonl";

    /// <summary>The head of a run.</summary>
    public static JournalRun Run(ActionKind action) => new()
    {
        Version = "test",
        Action = action,
        Started = DateTimeOffset.UnixEpoch,
        Command = ["delete"],
    };

    /// <summary>Writes a run that deletes one of each pair of files, batch by batch, to its end.</summary>
    public string WritePairs(int pairs, int batchPairs = 500, bool ends = true)
    {
        using JournalFolder journals = Open();
        using JournalWriter writer = journals.Begin(Run(ActionKind.Delete));
        var random = new Random(1);
        ulong inode = 1_000_000;
        long seconds = 1_700_000_000;
        for (int at = 0; at < pairs; at += batchPairs)
        {
            List<JournalIntent> batch = [];
            for (int i = at; i < Math.Min(pairs, at + batchPairs); i++)
            {
                FileFacts keeper = Facts(random, inode += (ulong)random.Next(1, 3000), seconds += random.Next(0, 3000));
                FileFacts other = Facts(random, inode += (ulong)random.Next(1, 3000), seconds += random.Next(0, 3000))
                    with
                { Size = keeper.Size, Allocated = keeper.Allocated };
                batch.Add(Intent(
                    writer, $"/srv/data/photos/folder {i % 3}/{i:d12}.jpg", other,
                    $"/srv/data/archive/folder {i % 2}/{i:d12}.jpg", keeper));
                writer.Add(batch[^1]);
            }

            writer.Commit();
            byte[] digest = new byte[32];
            foreach (JournalIntent intent in batch)
            {
                random.NextBytes(digest);
                writer.Add(new JournalOutcome(intent.Number, ActStatus.Done, "", Convert.ToHexStringLower(digest)));
            }

            writer.Commit();
        }

        if (ends)
        {
            writer.AddEnd();
            writer.Commit();
        }

        return writer.Id;
    }

    /// <summary>An intent with the next number of a writer.</summary>
    public static JournalIntent Intent(
        JournalWriter writer, string name, in FileFacts facts, string keeper, in FileFacts keeperFacts)
    {
        long number = writer.Numbers.Next();
        return new JournalIntent
        {
            Number = number,
            Name = new ReportName(name),
            Temporary = writer.Numbers.TemporaryOf(number),
            Facts = facts,
            Extras = FileExtras.None,
            Keeper = new ReportName(keeper),
            KeeperFacts = keeperFacts,
        };
    }

    /// <summary>Facts of a file that was made and not changed since.</summary>
    public static FileFacts Facts(Random random, ulong inode, long seconds)
    {
        long size = random.Next(1, 500_000);
        var time = new FileTime(seconds, random.Next(1_000_000_000));
        return new FileFacts
        {
            Kind = EntryKind.File,
            Device = 2049,
            Inode = inode,
            Size = size,
            Links = 1,
            Owner = 1000,
            Group = 1000,
            Allocated = (size + 4095) / 4096 * 4096,
            Mode = 0x1A4,
            Modified = time,
            Changed = time,
        };
    }
}
