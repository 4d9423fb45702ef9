using Doppel.Testing;
using Doppel.Volumes;

namespace Doppel.Catalog.Tests;

/// <summary>What the stamp of a file tells apart.</summary>
public sealed class ChangeStampTests
{
    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 20, full: 1000))];

    [Theory, MemberData(nameof(Seeds))]
    public void The_size_and_each_part_of_each_time_change_the_stamp(int seed)
    {
        var random = new Random(seed);
        FileFacts facts = new()
        {
            Kind = EntryKind.File,
            Size = random.NextInt64(1 << 20),
            Modified = Time(random),
            Changed = Time(random),
            Born = Time(random),
        };
        FileFacts[] others =
        [
            facts with { Size = facts.Size + 1 },
            facts with { Modified = Later(facts.Modified, seconds: 1) },
            facts with { Modified = Later(facts.Modified, nanoseconds: 1) },
            facts with { Changed = Later(facts.Changed, seconds: 1) },
            facts with { Changed = Later(facts.Changed, nanoseconds: 1) },
            facts with { Born = Later(facts.Born, seconds: 1) },
            facts with { Born = Later(facts.Born, nanoseconds: 1) },
        ];
        ulong[] stamps = [ChangeStamp.Of(facts), .. others.Select(other => ChangeStamp.Of(other))];
        Assert.Equal(stamps.Length, stamps.Distinct().Count());
        Assert.Equal(stamps[0], ChangeStamp.Of(facts with { Mode = 0x1ED, Links = 7, Inode = 12 }));
    }

    private static FileTime Time(Random random) => new(random.Next(), random.Next(999_999_999));

    private static FileTime Later(FileTime time, long seconds = 0, int nanoseconds = 0) =>
        new(time.Seconds + seconds, time.Nanoseconds + nanoseconds);
}
