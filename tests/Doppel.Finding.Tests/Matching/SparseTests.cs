using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Holes are not read, and take part in the comparison all the same.</summary>
public sealed class SparseTests
{
    private const int Block = 4096;

    public static TheoryData<int> Seeds => [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(12, 2_000))];

    // Contents of zeros and of few others, so that data meets holes, and zeros that are stored meet zeros that are not.
    [Theory, MemberData(nameof(Seeds))]
    public void Sparse_files_are_equal_exactly_if_their_bytes_are(int seed)
    {
        var random = new Random(seed);
        int blocks = random.Next(20, 200);
        int size = (blocks * Block) - random.Next(Block);
        var volume = new MemoryVolume();
        var contents = new Dictionary<string, List<string>>();
        int files = random.Next(2, 14);
        long dataBytes = 0;
        for (int i = 0; i < files; i++)
        {
            byte[] content = new byte[size];
            List<(long Start, long Behind)> data = [];
            for (int block = 0; block < blocks; block++)
            {
                // Nine in ten blocks are the same in all files.
                bool isOwn = random.Next(40) == 0;
                int kind = isOwn ? random.Next(3) : new Random((seed * 1000) + block).Next(3);
                bool isStored = kind > 0 || random.Next(4) == 0;
                int start = block * Block;
                int behind = Math.Min(start + Block, size);
                content.AsSpan(start, behind - start).Fill((byte)(kind == 2 ? 7 : 0));
                if (isStored)
                {
                    data.Add((start, behind));
                    dataBytes += behind - start;
                }
            }

            string name = $"/r/{i:d2}";
            volume.AddFile(name, content).Data = data;
            string key = Convert.ToHexString(content);
            (contents.TryGetValue(key, out List<string>? same) ? same : contents[key] = []).Add(name);
        }

        string expected = string.Join('\n', contents.Values.Where(static names => names.Count > 1)
            .OrderByDescending(static names => names.Count).ThenBy(static names => names[0], StringComparer.Ordinal)
            .Select(names => $"{size}: {string.Join(" | ", names)}"));
        foreach (ProofDemand proof in Enum.GetValues<ProofDemand>())
        {
            using FindResult result = Search.Run(Search.Options(volume, "/r") with { Proof = proof });
            string found = Search.Groups(result);
            Assert.True(expected == found, $"seed {seed}, {proof}:\n{found}\n\n{expected}");
        }

        volume.Counters.AssertAllClosed();
    }

    [Theory]
    [InlineData(2)]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(20)]
    public void Only_data_is_read(int files)
    {
        const int Size = 40 << 20;
        const int At = 20 << 20;
        var volume = new MemoryVolume();
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/{i}", Size, static (offset, buffer) =>
            {
                if (At >= offset && At < offset + buffer.Length)
                {
                    buffer[(int)(At - offset)] = 1;
                }
            }).Data = [(At, At + Block)];
        }

        using FindResult result = Search.Run(Search.Options(volume, "/r"));
        Assert.Equal(files, Assert.Single(result.Groups).Copies.Count);

        // Both ends are read whatever they hold, and data with the block around it.
        long most = files * ((4L * Block) + new Ladder().BlockBytes);
        Assert.InRange(volume.Counters.BytesRead, files, most);
        Assert.Equal(volume.Counters.BytesRead, result.Summary.BytesRead);
    }

    [Theory]
    [InlineData(FileSystemTraits.Holes, true)]
    [InlineData(FileSystemTraits.None, false)]
    public void Files_without_holes_and_other_file_systems_are_never_asked_for_holes(
        FileSystemTraits holes, bool isDense)
    {
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts
        {
            Device = volume.Root.Device,
            Traits = FileSystemTraits.HardLinks | FileSystemTraits.TrustedIds | holes,
        });
        for (int i = 0; i < 12; i++)
        {
            MemoryNode node = volume.AddFile($"/r/{i}", new byte[i < 2 ? 200_000 : 300_000]);
            node.Data = isDense ? [(0, 303_104)] : [];
        }

        Search.Check(
            Search.Options(volume, "/r"),
            """
            300000: /r/10 | /r/11 | /r/2 | /r/3 | /r/4 | /r/5 | /r/6 | /r/7 | /r/8 | /r/9
            200000: /r/0 | /r/1
            """);
        Assert.Equal(0, volume.Counters.Of(VolumeCall.NextData));
    }
}
