using System.Globalization;
using System.Text;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Intents and outcomes of any kind that a run of an action may write.</summary>
internal static class RandomIntents
{
    private static readonly string[] s_bare =
        ["a", "photo 1.jpg", "\"quoted\\\"", "tab\tname", "ä€𝄞", "long" + new string('x', 200)];

    internal static List<JournalIntent> Make(Random random, JournalWriter writer, ActionKind action, int count)
    {
        List<JournalIntent> intents = [];
        FileFacts keeper = default;
        ReportName name = default;
        for (int i = 0; i < count; i++)
        {
            if (name.IsEmpty || random.Next(3) == 0)
            {
                (name, keeper) = (Name(random), Facts(random));
            }

            for (int gap = random.Next(10) == 0 ? 2 : 0; gap > 0; gap--)
            {
                writer.Numbers.Next();
            }

            long number = writer.Numbers.Next();
            var intent = new JournalIntent
            {
                Number = number,
                Name = Name(random),
                Temporary = writer.Numbers.TemporaryOf(number),
                Facts = Facts(random),
                Extras = random.Next(5) > 0 ? FileExtras.None : new FileExtras(
                    (uint)random.Next(100), [new ExtendedAttribute("user.a", new byte[random.Next(9)])]),
                Keeper = name,
                KeeperFacts = keeper,
            };
            intents.Add(Vary(random, action, intent));
        }

        return intents;
    }

    internal static JournalOutcome Outcome(Random random, long number) => random.Next(6) switch
    {
        0 => JournalOutcome.Superseded(number),
        1 => new JournalOutcome(number, ActStatus.Skipped, random.Next(2) == 0 ? "why" : "\"other\"\n", ""),
        2 => new JournalOutcome(number, (ActStatus)random.Next(1, 5), "", ""),
        3 => new JournalOutcome(number, ActStatus.Done, "", ""),
        _ => new JournalOutcome(number, ActStatus.Done, "", new string("ab"[random.Next(2)], 64)),
    };

    // The time of status change is kept of keepers alone.
    internal static string Show(JournalIntent intent) => string.Create(
        CultureInfo.InvariantCulture,
        $"{intent.Number} {Hex(intent.Name)} {intent.Temporary} {Show(intent.Facts, false)} {intent.Extras.Flags} "
        + $"{string.Concat(intent.Extras.Attributes.Select(static a => a.Name + Convert.ToHexString(a.Value.Span)))} "
        + $"{Hex(intent.Keeper)} {Show(intent.KeeperFacts, true)} {Hex(intent.Target)} {intent.Media} "
        + $"{Hex(intent.LinkText)} {Hex(intent.OldTarget)}");

    private static string Show(in FileFacts facts, bool hasChanged) => string.Create(
        CultureInfo.InvariantCulture,
        $"{facts.Kind} {facts.Device} {facts.Inode} {facts.Size} {facts.Links} {facts.Allocated} {facts.Owner} "
        + $"{facts.Group} {facts.Mode} {facts.Modified} {(hasChanged ? facts.Changed : default)}");

    private static string Hex(ReportName name) => Convert.ToHexString(name.Bytes);

    private static JournalIntent Vary(Random random, ActionKind action, JournalIntent intent)
    {
        FileFacts folder = intent.Facts;
        folder.Kind = EntryKind.Folder;
        FileFacts link = intent.Facts;
        link.Kind = EntryKind.Link;
        if (action.RemovesNames() && random.Next(6) == 0)
        {
            return intent with { Facts = folder, Temporary = "", KeeperFacts = default };
        }

        if (action.RemovesNames() && random.Next(6) == 0)
        {
            return Targeted(random, action, intent with
            {
                Facts = link,
                LinkText = new ReportName("../x"),
                KeeperFacts = default,
                Keeper = default,
            });
        }

        if (action.RemovesNames() && random.Next(6) == 0)
        {
            return intent with { Facts = link, OldTarget = new ReportName("old"), Target = new ReportName("../new") };
        }

        return Targeted(random, action, random.Next(4) == 0 ? intent with { Media = MediaPolicy.Loose } : intent);
    }

    private static JournalIntent Targeted(Random random, ActionKind action, JournalIntent intent) => action switch
    {
        ActionKind.SymbolicLink => intent with
        {
            Target = random.Next(2) == 0 ? intent.Keeper
                : new ReportName(RelativePath.Between(intent.Name.Bytes, intent.Keeper.Bytes)),
        },
        ActionKind.Move => intent with { Target = new ReportName((byte[])[.. "/moved"u8, .. intent.Name.Bytes]) },
        ActionKind.Trash when random.Next(2) == 0 => intent with { Target = new ReportName("/t/Trash/files/b.2") },
        _ => intent,
    };

    private static ReportName Name(Random random)
    {
        byte[] bare = random.Next(8) == 0 ? [0x61, 0xFF] : Encoding.UTF8.GetBytes(s_bare[random.Next(s_bare.Length)]);
        return new ReportName(random.Next(5) == 0
            ? (byte[])[(byte)'/', .. bare]
            : [.. Encoding.UTF8.GetBytes($"/folder {random.Next(4)}/"), .. bare]);
    }

    private static FileFacts Facts(Random random) => new()
    {
        Kind = EntryKind.File,
        Device = random.Next(10) == 0 ? ulong.MaxValue : (ulong)random.Next(3),
        Inode = random.Next(10) == 0 ? ulong.MaxValue - 3 : (ulong)random.NextInt64(1 << 20),
        Size = random.Next(10) == 0 ? 1L << 60 : random.Next(100_000),
        Links = (uint)random.Next(1, 5),
        Allocated = random.Next(100) * 4096L,
        Owner = (uint)random.Next(2),
        Group = (uint)random.Next(2),
        Mode = (uint)random.Next(0xFFF),
        Modified = new FileTime(random.Next(10) == 0 ? -5 : random.Next(), random.Next(1_000_000_000)),
        Changed = new FileTime(random.Next(), random.Next(1_000_000_000)),
    };
}
