using Doppel.Reports;
using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>A digest that is computed after the last look is still that of the content that was compared.</summary>
public sealed class LateDigestTests
{
    private const int Size = 2_000_000;

    [Fact]
    public void A_file_that_is_written_while_it_is_hashed_leaves_the_digest_to_its_twin()
    {
        byte[] content = Search.Random(3, Size);
        MemoryVolume memory = Equal(content, 3);
        FaultyVolume volume = WrittenWhileHashed(memory, "/f000");
        using FindResult result = Search.Run(Search.Options(volume, "/r") with { Digests = true, Threads = 1 });
        ReportGroup group = Assert.Single(result.Groups);
        Assert.Equal(Hashing.Xxh3.Hash128(content), group.Digest);
        Assert.Equal("/r/f000 read changed", Search.Problems(result));
        memory.Counters.AssertAllClosed();
    }

    [Fact]
    public void A_group_of_which_every_file_is_written_while_it_is_hashed_is_not_reported()
    {
        byte[] content = Search.Random(3, Size);
        MemoryVolume memory = Equal(content, 2);
        FaultyVolume volume = WrittenWhileHashed(memory, "/f000", "/f001");
        using FindResult result = Search.Run(Search.Options(volume, "/r") with { Digests = true, Threads = 1 });
        Assert.Empty(result.Groups);
        Assert.Equal("/r/f000 read changed\n/r/f001 read changed", Search.Problems(result));
        memory.Counters.AssertAllClosed();
    }

    private static MemoryVolume Equal(byte[] content, int files)
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/f{i:d3}", content);
        }

        return volume;
    }

    // Compared when they are opened for the first time, hashed when they are for the second.
    private static FaultyVolume WrittenWhileHashed(MemoryVolume memory, params string[] names)
    {
        List<Fault> faults = [];
        foreach (string name in names)
        {
            bool isHashing = false;
            bool isWritten = false;
            faults.Add(new Fault
            {
                Call = VolumeCall.OpenFile,
                PathSuffix = name,
                First = 2,
                Before = _ => isHashing = true,
            });
            faults.Add(new Fault
            {
                Call = VolumeCall.Read,
                PathSuffix = name,
                Times = Fault.Always,
                Before = _ =>
                {
                    if (isHashing && !isWritten)
                    {
                        isWritten = true;
                        memory["/r" + name].Rewrite(Search.Random(4, Size));
                    }
                },
            });
        }

        return new FaultyVolume(memory, [.. faults]);
    }
}
