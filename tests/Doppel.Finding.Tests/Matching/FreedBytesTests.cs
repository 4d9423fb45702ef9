using Doppel.Reports;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>What the disk gets back is counted in blocks, those that files share once.</summary>
public sealed class FreedBytesTests
{
    private const int Block = 4096;
    private const ulong Elsewhere = 77;

    public static TheoryData<int> Seeds => [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(20, 3_000))];

    [Theory, MemberData(nameof(Seeds))]
    public void Freed_bytes_are_the_blocks_that_no_file_has_any_more(int seed)
    {
        var random = new Random(seed);
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts
        {
            Device = volume.Root.Device,
            FileSystemId = volume.Root.Device,
            Traits = FileSystemTraits.HardLinks | FileSystemTraits.TrustedIds | FileSystemTraits.SharedExtents,
        });
        volume.SetMount(new MountFacts { Device = Elsewhere });
        int references = random.Next(2);
        int blocks = random.Next(17, 40);
        var files = new List<(string Name, long Blocks, int Map)>();
        for (int i = 0; i < random.Next(2, 12); i++)
        {
            // On a file system that may report no blocks, with its own or with shared blocks.
            int kind = random.Next(4);
            string root = i == 0 || random.Next(4) == 0 ? "/a" : "/b";
            string folder = root + (kind == 0 ? "/other" : "");
            string name = $"{folder}/{i:d2}";
            MemoryNode node = volume.AddFile(name, new byte[blocks * Block]);
            int map = random.Next(4);
            long allocated = random.Next(3) * (long)Block;
            node.Data = [(0, allocated)];
            switch (kind)
            {
                case 0:
                    (node.Device, volume[folder].Device, map) = (Elsewhere, Elsewhere, -i - 1);
                    allocated = allocated == 0 ? blocks * Block : allocated;
                    break;
                case 1:
                    node.Extents = [new(0, (i + 9L) << 30, blocks * Block, ExtentFlags.Last)];
                    map = -i - 1;
                    break;
                default:
                    node.Data = [(0, blocks * Block)];
                    node.Extents = [new(0, (map + 1L) << 30, blocks * Block, ExtentFlags.Shared | ExtentFlags.Last)];
                    allocated = blocks * Block;
                    break;
            }

            files.Add((name, allocated, map));
        }

        files.Sort(static (left, right) => string.CompareOrdinal(left.Name, right.Name));
        int inReference = files.Count(static file => file.Name.StartsWith("/a", StringComparison.Ordinal));
        int staying = references == 0 ? 1 : inReference;
        long expected = files.Skip(staying).Where(file => files.Take(staying).All(other => other.Map != file.Map))
            .DistinctBy(static file => file.Map).Sum(static file => file.Blocks);
        using FindResult result = Search.Run(
            Search.Options(volume, "/a", "/b") with { References = references, CopyFacts = true });
        ReportGroup? group = result.Groups.SingleOrDefault();
        expected = group is null ? 0 : expected;
        Assert.True(
            (expected, expected) == (group?.FreedBytes ?? 0, result.Summary.FreedBytes),
            $"seed {seed}: {group?.FreedBytes} and {result.Summary.FreedBytes} instead of {expected}; "
                + $"{references} references, {blocks} blocks: {string.Join(' ', files)}");
    }

    [Fact]
    public void Freed_bytes_are_not_known_without_facts_of_copies()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddFile("/r/b", "content");
        using FindResult result = Search.Run(Search.Options(volume, "/r"));
        Assert.Equal((null, null), (result.Groups.Single().FreedBytes, result.Summary.FreedBytes));
    }
}
