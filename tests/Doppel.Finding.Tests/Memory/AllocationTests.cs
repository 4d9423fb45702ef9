using System.Globalization;
using System.Text;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>A search leaves nothing to the garbage collector for each file, and keeps few bytes of it.</summary>
[Collection(nameof(AloneCollection))]
public sealed class AllocationTests
{
    private const int Files = 4096;

    [Theory]
    [InlineData(SampleShape.UniqueSizes)]
    [InlineData(SampleShape.Pairs)]
    [InlineData(SampleShape.OneSize)]
    [InlineData(SampleShape.HardLinks)]
    public void No_file_costs_anything_on_the_heap_until_it_is_reported(SampleShape shape)
    {
        using var few = new TempTree();
        using var many = new TempTree();
        Fill(few, shape, Files);
        Fill(many, shape, 3 * Files);
        AllocatedBytes(many);

        // The least of several, since threads of the test host allocate too.
        long atFew = Enumerable.Range(0, 3).Min(_ => AllocatedBytes(few));
        long atMany = Enumerable.Range(0, 3).Min(_ => AllocatedBytes(many));

        // A chunk of 4,096 files has an object of its own and a few for its columns, a segment of names one more.
        Assert.InRange((atMany - atFew) / (2.0 * Files), double.NegativeInfinity, 0.5);
    }

    [Theory]
    [InlineData(10, 48)]
    [InlineData(1, 56)]
    public void Few_bytes_are_kept_of_a_file_with_a_name_of_16(int filesOfTwin, double bytesMax)
    {
        const int Count = 200_000;
        using var tree = new PathTree();
        var writer = new TreeWriter(tree);
        PathId folder = PathId.None;
        for (int i = 0; i < Count; i++)
        {
            if (i % 100 == 0)
            {
                folder = folder == PathId.None
                    ? writer.AddRootFolder(0, "/r"u8)
                    : writer.AddFolder(new PathId(0), Encoding.UTF8.GetBytes($"{i}"));
            }

            byte[] name = Encoding.UTF8.GetBytes(i.ToString("0000000000000000", CultureInfo.InvariantCulture));
            writer.AddFile(folder, name, new FileRow(i % filesOfTwin == 0 ? 1 : i + 2, (ulong)i, 0, default));
        }

        using CopyTable copies = new SizeGrouping(tree, new ProblemLog(static _ => null), uniques: false).Run();
        Assert.Equal(Count / filesOfTwin, copies.Count);
        Assert.InRange((tree.MemoryBytes + copies.MemoryBytes) / (double)Count, 1, bytesMax);
    }

    private static void Fill(TempTree tree, SampleShape shape, int files)
    {
        for (int i = 0; i < files; i++)
        {
            string name = i.ToString("0000000000000000", CultureInfo.InvariantCulture);
            switch (shape)
            {
                case SampleShape.UniqueSizes:
                    tree.AddSparseFile(name, i + 1);
                    break;
                case SampleShape.Pairs:
                    tree.AddFile(name, [.. BitConverter.GetBytes(i / 2), .. new byte[i / 2]]);
                    break;
                case SampleShape.OneSize:
                    tree.AddFile(name, BitConverter.GetBytes(i / 2));
                    break;
                default:
                    ByteName file = i % 2 == 0 ? tree.AddFile(name, BitConverter.GetBytes(i / 4)) : name;
                    if (i % 2 == 1)
                    {
                        tree.AddHardLink(file, (i - 1).ToString("0000000000000000", CultureInfo.InvariantCulture));
                    }

                    break;
            }
        }
    }

    private static long AllocatedBytes(TempTree tree)
    {
        FindOptions options = Search.Options(new LinuxVolume(), tree.Folder.ToString());
        long before = GC.GetTotalAllocatedBytes(precise: true);
        using FindResult result = Search.Run(options);
        return GC.GetTotalAllocatedBytes(precise: true) - before;
    }
}
