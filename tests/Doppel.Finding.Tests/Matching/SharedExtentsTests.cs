using System.Globalization;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>
/// Files in the same blocks are one content without reading, and nothing that only looks like it is.
/// </summary>
/// <remarks>Where a map must not be trusted, the files have different contents: trusting would make a group.</remarks>
public sealed class SharedExtentsTests
{
    private const ulong Device = 42;
    private const int Block = 4096;

    /// <summary>Small, compared in lockstep, hashed after both ends.</summary>
    public static TheoryData<int, int> SizesAndCounts => new()
    {
        { 10_000, 2 }, { 64 * 1024, 5 }, { 64 * 1024 + 1, 2 }, { 300_000, 8 }, { 300_000, 9 }, { 300_000, 40 },
    };

    public static TheoryData<uint> UntrustedFlags =>
        [.. Enumerable.Range(0, 32).Select(bit => 1u << bit)
            .Where(flag => (ExtentFlags)flag is not (ExtentFlags.Last or ExtentFlags.Shared))];

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void Files_in_the_same_blocks_are_one_content_without_reading(int size, int files)
    {
        MemoryVolume volume = Clones(size, files);
        using FindResult result = Run(volume, threads: 1);
        ReportGroup group = Assert.Single(result.Groups);
        Assert.Equal(files, group.Copies.Count);
        Assert.Equal([.. Enumerable.Range(0, files)], Assert.Single(group.Shared!));
        Assert.Equal((0, 0), (group.RedundantBytes, result.Summary.RedundantBytes));

        // One of the small ones is read whole, one of many has its ends read; few large ones are not read at all.
        int expected = size switch
        {
            <= 64 * 1024 => size,
            _ when files > 8 => 2 * Block,
            _ => 0,
        };
        Assert.Equal(expected, volume.Counters.BytesRead);
        Assert.Equal(size <= 64 * 1024 ? Proof.Digest : Proof.Bytes, group.Proof);
        volume.Counters.AssertAllClosed();
    }

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void Clones_to_be_proved_by_bytes_are_read_and_still_reported_as_sharing(int size, int files)
    {
        MemoryVolume volume = Clones(size, files);
        using FindResult result = Search.Run(Search.Options(volume, "/r") with { Proof = ProofDemand.Bytes });
        ReportGroup group = Assert.Single(result.Groups);
        Assert.Equal((Proof.Bytes, 0), (group.Proof, group.RedundantBytes));
        Assert.Equal(files, Assert.Single(group.Shared!).Count);
        Assert.Equal((long)size * files, volume.Counters.BytesRead);
    }

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void One_of_each_sharing_class_is_read(int size, int files)
    {
        MemoryVolume volume = Clones(size, files);
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/g{i:d3}", Search.Random(1, size)).Extents = Map(size, at: 1 << 30);
        }

        volume.AddFile("/r/h", Search.Random(1, size)).Extents = [new(0, 1 << 20, size, ExtentFlags.Last)];
        volume.AddFile("/r/i", Search.Flip(Search.Random(1, size), size / 2)).Extents = Map(size, at: 1 << 29);
        using FindResult result = Run(volume, threads: 1);
        ReportGroup group = Assert.Single(result.Groups);
        Assert.Equal((2 * files) + 1, group.Copies.Count);
        Assert.Equal(
            [$"0-{files - 1}", $"{files}-{(2 * files) - 1}"],
            group.Shared!.Select(list => $"{list[0]}-{list[^1]}"));
        Assert.Equal(2L * size, group.RedundantBytes);
        Assert.InRange(volume.Counters.BytesRead, 3L * size, (4L * size) + (4 * 2 * Block));
    }

    [Theory, MemberData(nameof(UntrustedFlags))]
    public void An_extent_with_any_other_flag_is_read(uint flag)
    {
        foreach ((int size, int files) in ((int, int)[])[(10_000, 2), (70_000, 2), (70_000, 12)])
        {
            CheckRead(size, files, (_, map) =>
            {
                // Also where only a later extent has it.
                FileExtent last = map[^1];
                map[^1] = last with { Length = 4096, Flags = ExtentFlags.Shared };
                map.Add(last with
                {
                    Offset = last.Offset + 4096,
                    Physical = last.Physical + 4096,
                    Length = last.Length - 4096,
                    Flags = last.Flags | (ExtentFlags)flag,
                });
            });
            CheckRead(size, files, (_, map) => map[0] = map[0] with { Flags = map[0].Flags | (ExtentFlags)flag });
        }
    }

    [Fact]
    public void Blocks_that_the_file_system_does_not_call_shared_are_read() => CheckRead(
        300_000, 3, (_, map) => map[0] = map[0] with { Flags = ExtentFlags.Last });

    [Fact]
    public void A_file_without_any_extent_is_read() => CheckRead(300_000, 3, (_, map) => map.Clear());

    [Fact]
    public void Extents_at_other_addresses_are_read() => CheckRead(
        300_000, 3, (file, map) => map[0] = map[0] with { Physical = map[0].Physical + (file * Block) });

    [Fact]
    public void Extents_with_holes_elsewhere_are_read() => CheckRead(300_000, 3, (file, map) =>
    {
        map[0] = map[0] with { Offset = file * Block, Length = 300_000 - (file * Block) };
    });

    [Fact]
    public void Extents_that_end_elsewhere_are_read() => CheckRead(
        300_000, 3, (file, map) => map[0] = map[0] with { Length = 300_000 - (file * Block) });

    [Fact]
    public void Extents_that_overlap_are_read() => CheckRead(
        300_000, 3, (_, map) => map.Add(map[0] with { Offset = 0, Physical = 1 }));

    [Theory]
    [InlineData(VolumeErrorKind.Unsupported, 1)]
    [InlineData(VolumeErrorKind.InputOutput, 3)]
    public void A_map_that_cannot_be_had_is_no_problem(VolumeErrorKind error, int asked)
    {
        MemoryVolume memory = Different(300_000, 3);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Extents,
            Times = Fault.Always,
            Error = new VolumeError(error),
        });
        Search.Check(Search.Options(volume, "/r"), "");
        Assert.Equal(asked, volume.Counters.Of(VolumeCall.Extents));
    }

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void Equal_addresses_on_two_file_systems_are_read(int size, int files)
    {
        MemoryVolume volume = Different(size, files, path: "/r/d{0}/f", device: file => 100 + (ulong)file);
        for (int i = 0; i < files; i++)
        {
            SetMount(volume, 100 + (ulong)i, fileSystem: 100 + (ulong)i);
        }

        Search.Check(Search.Options(volume, "/r"), "");
    }

    [Fact]
    public void A_file_that_is_mounted_over_another_is_of_no_known_file_system() => Search.Check(
        Search.Options(Different(300_000, 3, device: file => 100 + (ulong)file), "/r"), "");

    [Fact]
    public void Equal_addresses_on_two_volumes_are_read()
    {
        MemoryVolume first = Different(300_000, 1);
        var second = new MemoryVolume();
        SetMount(second, Device, Device);
        second.AddFile("/s/x", Search.Random(77, 300_000)).Extents = Map(300_000);
        FindOptions options = Search.Options(first, "/r");
        Search.Check(options with { Roots = [.. options.Roots, .. Search.Options(second, "/s").Roots] }, "");
    }

    [Fact]
    public void Subvolumes_of_one_file_system_share_blocks()
    {
        MemoryVolume volume = Clones(300_000, 1);
        volume.AddFolder("/r/sub").Device = 43;
        MemoryNode clone = volume.AddFile("/r/sub/f", Search.Random(1, 300_000));
        (clone.Device, clone.Extents) = (43, Map(300_000));
        SetMount(volume, 43, fileSystem: Device);
        using FindResult result = Run(volume, threads: 2);
        Assert.Equal([0, 1], Assert.Single(Assert.Single(result.Groups).Shared!));
        Assert.Equal(0, volume.Counters.BytesRead);
    }

    [Fact]
    public void A_file_system_that_cannot_share_is_never_asked()
    {
        MemoryVolume volume = Clones(300_000, 12);
        SetMount(volume, Device, Device, FileSystemTraits.TrustedIds);
        using FindResult result = Run(volume, threads: 2);
        Assert.Null(Assert.Single(result.Groups).Shared);
        Assert.Equal(11 * 300_000, result.Summary.RedundantBytes);
        Assert.Equal(0, volume.Counters.Of(VolumeCall.Extents));
    }

    [Fact]
    public void A_file_that_shares_nothing_is_asked_for_its_first_extent_only()
    {
        MemoryVolume volume = Clones(300_000, 3, ExtentFlags.Last);
        using FindResult result = Run(volume, threads: 2);
        Assert.Null(Assert.Single(result.Groups).Shared);
        Assert.Equal(3, volume.Counters.Of(VolumeCall.Extents));
    }

    [Fact]
    public void How_a_file_system_cuts_a_run_and_what_lies_beyond_the_end_does_not_count()
    {
        const int Size = 300_001;
        MemoryVolume volume = Clones(Size, 2);
        const ExtentFlags Beyond = ExtentFlags.Unwritten | ExtentFlags.Last;
        volume["/r/f001"].Extents =
        [
            new(0, 1 << 20, 8192, ExtentFlags.Shared),
            new(8192, (1 << 20) + 8192, 400_000, ExtentFlags.Shared),
            new(500_000, 1 << 22, 4096, Beyond),
        ];
        using FindResult result = Run(volume, threads: 2);
        Assert.Equal([0, 1], Assert.Single(Assert.Single(result.Groups).Shared!));
    }

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_file_that_is_written_after_it_was_mapped_is_a_problem_and_the_others_are_found(int size, int files)
    {
        for (int changed = 0; changed < 2; changed++)
        {
            MemoryVolume memory = Clones(size, files + 1);
            memory.AddFile("/r/other", Search.Random(1, size));
            string name = $"/f{changed:d3}";
            var volume = new FaultyVolume(memory, new Fault
            {
                Call = VolumeCall.Extents,
                PathSuffix = name,
                First = 2,
                After = _ => memory["/r" + name].Rewrite(Search.Random(5, size)),
            });
            string left = string.Join(" | ", Enumerable.Range(0, files + 1).Where(i => i != changed)
                .Select(i => $"/r/f{i:d3}").Append("/r/other"));
            FindOptions options = Search.Options(volume, "/r") with { Threads = 1 };
            using FindResult result = Search.Run(options);
            Assert.Equal($"{size}: {left}", Search.Groups(result));
            Assert.StartsWith($"/r{name} ", Search.Problems(result), StringComparison.Ordinal);
            Assert.EndsWith(" changed", Search.Problems(result), StringComparison.Ordinal);
            volume.Counters.AssertAllClosed();
        }
    }

    // The first of the files is the one that is read for all.
    [Theory]
    [InlineData(300_000, 3)]
    [InlineData(300_000, 20)]
    public void Riders_are_read_after_all_if_reading_their_leader_fails(int size, int files)
    {
        MemoryVolume memory = Clones(size, files);
        memory.AddFile("/r/other", Search.Random(1, size));
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Read,
            PathSuffix = "/f000",
            First = files > 8 ? 4 : 2,
            Times = Fault.Always,
            Error = new VolumeError(VolumeErrorKind.InputOutput, 5),
        });
        string left = string.Join(" | ", Enumerable.Range(1, files - 1).Select(i => $"/r/f{i:d3}").Append("/r/other"));
        Search.Check(
            Search.Options(volume, "/r") with { Threads = 1 }, $"{size}: {left}", "/r/f000 read input-output");
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void A_leader_that_changed_proves_nothing_about_its_riders()
    {
        // The one that is read becomes equal to the other file while they are compared; the clones stay different.
        MemoryVolume memory = Clones(300_000, 3);
        byte[] other = Search.Flip(Search.Random(1, 300_000), 5);
        memory.AddFile("/r/other", other);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Extents,
            PathSuffix = "/f000",
            First = 2,
            After = _ => memory["/r/f000"].Rewrite(other),
        });
        Search.Check(Search.Options(volume, "/r"), "300000: /r/f001 | /r/f002", "/r/f000 read changed");
    }

    [Fact]
    public void A_file_that_is_written_before_it_is_hashed_is_a_problem_and_leaves_its_old_blocks_to_the_others()
    {
        MemoryVolume memory = Clones(300_000, 12);
        memory.AddFile("/r/other", Search.Random(1, 300_000));
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.OpenFile,
            PathSuffix = "/f000",
            First = 2,
            Before = _ => memory["/r/f000"].Rewrite(Search.Flip(Search.Random(1, 300_000), 150_000)),
        });
        string left = string.Join(" | ", Enumerable.Range(1, 11).Select(i => $"/r/f{i:d3}").Append("/r/other"));
        Search.Check(Search.Options(volume, "/r") with { Threads = 1 }, $"300000: {left}", "/r/f000 open changed");
    }

    [Fact]
    public void Groups_that_share_blocks_come_after_those_that_waste_space()
    {
        MemoryVolume volume = Clones(300_000, 3);
        volume.AddFile("/r/x", Search.Random(9, 200_000));
        volume.AddFile("/r/y", Search.Random(9, 200_000));
        volume["/r/x"].Extents = [new FileExtent(0, 1L << 40, 200_000, ExtentFlags.Last)];
        volume["/r/y"].Extents = [new FileExtent(0, 2L << 40, 200_000, ExtentFlags.Last)];
        using FindResult result = Run(volume, threads: 2);
        Assert.Equal("200000: /r/x | /r/y\n300000: /r/f000 | /r/f001 | /r/f002", Search.Groups(result));
        Assert.Equal([200_000L, 0L], result.Groups.Select(group => group.RedundantBytes));
        Assert.Equal(200_000, result.Summary.RedundantBytes);
    }

    private static FindResult Run(IVolume volume, int threads) =>
        Search.Run(Search.Options(volume, "/r") with { Threads = threads });

    private static void CheckRead(int size, int files, Action<int, List<FileExtent>> change)
    {
        MemoryVolume volume = Different(size, files);
        for (int i = 0; i < files; i++)
        {
            List<FileExtent> map = [.. Map(size)];
            change(i, map);
            volume[$"/r/f{i:d3}"].Extents = map;
        }

        Search.Check(Search.Options(volume, "/r"), "");
    }

    // Files of one content, said to lie in the same blocks.
    private static MemoryVolume Clones(int size, int files, ExtentFlags flags = ExtentFlags.Last | ExtentFlags.Shared)
    {
        MemoryVolume volume = Empty();
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/f{i:d3}", Search.Random(1, size)).Extents = Map(size, flags: flags);
        }

        return volume;
    }

    // Files that differ in the middle and have the same map.
    private static MemoryVolume Different(
        int size, int files, string path = "/r/f{0:d3}", Func<int, ulong>? device = null)
    {
        MemoryVolume volume = Empty();
        for (int i = 0; i < files; i++)
        {
            byte[] content = Search.Random(1, size);
            content[size / 2] = (byte)i;
            string name = string.Format(CultureInfo.InvariantCulture, path, i);
            MemoryNode node = volume.AddFile(name, content);
            node.Extents = Map(size);
            node.Device = device?.Invoke(i) ?? Device;
            if (Path.GetDirectoryName(name) is { Length: > 2 } folder)
            {
                volume[folder].Device = node.Device;
            }
        }

        return volume;
    }

    private static MemoryVolume Empty()
    {
        var volume = new MemoryVolume(Device);
        SetMount(volume, Device, fileSystem: Device);
        return volume;
    }

    private static void SetMount(
        MemoryVolume volume, ulong device, ulong fileSystem,
        FileSystemTraits traits = FileSystemTraits.TrustedIds | FileSystemTraits.SharedExtents) =>
        volume.SetMount(new MountFacts { Device = device, FileSystemId = fileSystem, Traits = traits });

    private static FileExtent[] Map(
        int size, long at = 1 << 20, ExtentFlags flags = ExtentFlags.Last | ExtentFlags.Shared) =>
        [new FileExtent(0, at, (size + Block - 1) / Block * Block, flags)];
}
