using System.Text;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Catalog.Tests;

/// <summary>What a saved volume takes of the garbage-collected heap, which all tests of the process share.</summary>
[Collection(nameof(AloneCollection))]
public sealed class SavedHeapTests
{
    [Fact]
    public void The_heap_does_not_grow_with_the_number_of_files()
    {
        using var tree = new TempTree();
        Assert.InRange(HeapOf(tree, TestRun.Count(400_000, 10_000_000)) - HeapOf(tree, 10_000), long.MinValue, 2 << 20);
    }

    private static long HeapOf(TempTree tree, int files)
    {
        string path = $"{tree["volume"]}";
        long before = GC.GetTotalMemory(forceFullCollection: true);
        using var draft = new FileStream(path, FileMode.Create);
        using (var writer = new SavedWriter(draft, new RandomSaved(6).Description))
        {
            byte[] name = "0123456789.jpg"u8.ToArray();
            for (int i = 0; i < files; i++)
            {
                if (i % 100 == 0)
                {
                    writer.BeginFiles(writer.AddFolder(Encoding.UTF8.GetBytes($"/mnt/disk/{i}")));
                }

                writer.AddFile(name, new SavedFile { Size = i, Modified = new FileTime(i, i) });
            }

            writer.Complete();
        }

        draft.Flush();
        using SavedVolume volume = SavedVolume.Open(path, "test");
        Assert.Equal(files, volume.Totals.Files);
        return GC.GetTotalMemory(forceFullCollection: true) - before;
    }
}
