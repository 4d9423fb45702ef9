using System.Text;
using Doppel.Reports;

namespace Doppel.Web.Tests;

public sealed class StoreTests
{
    private static readonly string[] s_endings = [".jpg", ".txt", ".mp3", "", ".bin"];

    [Fact]
    public void Groups_are_returned_as_they_were_stored()
    {
        int seed = 5 + Testing.TestRun.SeedOffset;
        ReportGroup[] groups = Groups(new Random(seed), count: 300);
        GroupStore store = StoreOf(groups);
        Assert.Equal(groups.Sum(static group => group.RedundantBytes), store.RedundantBytes);
        Assert.Equal(groups.Sum(static group => group.FreedBytes ?? group.RedundantBytes), store.FreedBytes);
        for (int group = 0; group < groups.Length; group++)
        {
            ReportGroup back = store.ToReport(group, static _ => true);
            Assert.Equal(groups[group].Size, back.Size);
            Assert.Equal(groups[group].Copies.Select(Line), back.Copies.Select(Line));
        }
    }

    [Fact]
    public void Queries_give_what_a_plain_loop_gives()
    {
        int seed = 6 + Testing.TestRun.SeedOffset;
        ReportGroup[] groups = Groups(new Random(seed), count: 200);
        GroupStore store = StoreOf(groups);
        string[] texts = ["", "a", "D1", "d1/F", "7.j", "/", "nothing like it"];
        foreach (GroupOrder order in Enum.GetValues<GroupOrder>())
        {
            foreach (string text in texts)
            {
                foreach (string? folder in (string?[])[null, "/d1", "/d", ""])
                {
                    ReportName? within = folder is null ? null : new ReportName(folder);
                    int[] found = new GroupQuery(order, null, OnlyTwins: false, within, text, "", null)
                        .Select(store, static _ => GroupStanding.Goes, static _ => []);
                    Assert.Equal(Naive(groups, order, text, folder), found);
                }
            }
        }
    }

    // On macOS, an accent is a character of its own; elsewhere, mostly not.
    [Fact]
    public void A_text_is_looked_for_in_both_Unicode_forms()
    {
        const string Composed = "caf\u00e9";
        const string Decomposed = "cafe\u0301";
        GroupStore store = StoreOf(
        [
            GroupOf($"/a/{Composed}/1", "/b/1"), GroupOf($"/a/{Decomposed}/2", "/b/2"), GroupOf("/a/cafe/3", "/b/3"),
        ]);
        Assert.Equal([0, 1], Found(Composed, Decomposed));
        Assert.Equal([0, 1], Found(Composed.ToUpperInvariant() + "/", Decomposed.ToUpperInvariant() + "/"));
        Assert.Equal([0], Found(Composed, ""));
        Assert.Equal([0, 1, 2], Found("", ""));

        int[] Found(string text, string otherForm) =>
            new GroupQuery(GroupOrder.Size, null, OnlyTwins: false, null, text, otherForm, null)
                .Select(store, static _ => GroupStanding.Goes, static _ => []);
    }

    // Counts what the store itself allocates and keeps; file names of 20 characters.
    [Fact]
    public void A_copy_takes_less_than_150_bytes()
    {
        int count = Testing.TestRun.Count(10_000, 100_000);
        const int CopiesEach = 10;
        long before = GC.GetTotalMemory(forceFullCollection: true);
        var store = new GroupStore();
        for (int group = 0; group < count; group++)
        {
            store.Add(Group(group, CopiesEach), static name => name);
        }

        store.Complete();
        var board = new PlanBoard(store);
        long bytes = GC.GetTotalMemory(forceFullCollection: true) - before;
        GC.KeepAlive(store);
        GC.KeepAlive(board);
        Assert.Equal(count * CopiesEach, store.Copies);
        Assert.InRange(bytes / (double)store.Copies, 1, 150);
    }

    private static IEnumerable<int> Naive(ReportGroup[] groups, GroupOrder order, string text, string? folder)
    {
        IEnumerable<int> all = Enumerable.Range(0, groups.Length).Where(group => groups[group].Copies.Any(copy =>
            copy.Names.Select(static name => Encoding.UTF8.GetString(name.Bytes)).Any(name =>
                name.Contains(text, StringComparison.OrdinalIgnoreCase)
                && (folder is null || name.StartsWith(folder + "/", StringComparison.Ordinal)))));
        return order switch
        {
            GroupOrder.Size => all.OrderByDescending(group => groups[group].Size),
            GroupOrder.Copies => all.OrderByDescending(group => groups[group].Copies.Count),
            GroupOrder.Name => all.OrderBy(group => LastOf(groups[group]), StringComparer.Ordinal),
            GroupOrder.Newest => all.OrderByDescending(group => groups[group].Copies.Max(c => c.Modified.Seconds)),
            GroupOrder.Oldest => all.OrderBy(group => groups[group].Copies.Min(copy => copy.Modified.Seconds)),
            _ => all.OrderByDescending(group => groups[group].FreedBytes ?? groups[group].RedundantBytes),
        };
    }

    private static string LastOf(ReportGroup group) =>
        Encoding.Latin1.GetString(group.Copies[0].Names[0].Bytes).Split('/')[^1];

    private static string Line(ReportCopy copy) =>
        $"{string.Join('|', copy.Names)} {string.Join(',', copy.Roots)} {copy.Links} {copy.Device} {copy.Inode} "
        + $"{copy.Allocated} {copy.Modified.Seconds}.{copy.Modified.Nanoseconds}";

    private static GroupStore StoreOf(ReportGroup[] groups)
    {
        var store = new GroupStore();
        foreach (ReportGroup group in groups)
        {
            store.Add(group, static name => name);
        }

        store.Complete();
        return store;
    }

    private static ReportGroup GroupOf(params string[] names) => new()
    {
        Size = 1,
        Proof = Proof.Bytes,
        RedundantBytes = names.Length - 1,
        Copies = [.. names.Select(static name => new ReportCopy { Names = [new ReportName(name)], Roots = [0] })],
    };

    private static ReportGroup Group(int number, int copies) => new()
    {
        Size = 1000 + number,
        Proof = Proof.Bytes,
        RedundantBytes = (1000L + number) * (copies - 1),
        Copies =
        [
            .. Enumerable.Range(0, copies).Select(copy => new ReportCopy
            {
                Names = [new ReportName(Encoding.UTF8.GetBytes($"/photos/{copy}/IMG_{number:d12}.jpg"))],
                Roots = [0],
            }),
        ],
    };

    private static ReportGroup[] Groups(Random random, int count) =>
    [
        .. Enumerable.Range(0, count).Select(number =>
        {
            int copies = random.Next(2, 6);
            long size = random.Next(1, 50);
            return new ReportGroup
            {
                Size = size,
                Proof = Proof.Bytes,
                RedundantBytes = size * (copies - 1),
                FreedBytes = random.Next(2) == 0 ? null : random.Next(4096),
                Copies = [.. Enumerable.Range(0, copies).Select(copy => Copy(random, $"{number}-{copy}"))],
            };
        }),
    ];

    private static ReportCopy Copy(Random random, string stem)
    {
        int names = random.Next(1, 4);
        string ending = s_endings[random.Next(s_endings.Length)];
        return new ReportCopy
        {
            Names =
            [
                .. Enumerable.Range(0, names).Select(name => new ReportName((byte[])
                [
                    .. Encoding.UTF8.GetBytes($"/d{random.Next(5)}/f{stem}-{name}{ending}"),
                    (byte)random.Next(128, 256),
                ])),
            ],
            Roots = [.. Enumerable.Range(0, names).Select(_ => random.Next(-1, 3))],
            Links = (uint)names,
            Device = (ulong)random.Next(3),
            Inode = (ulong)random.NextInt64(),
            Allocated = random.Next(),
            Modified = new ReportTime(random.Next(1000), random.Next(1_000_000_000)),
        };
    }
}
