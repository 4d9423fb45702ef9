using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Ways to sort many at once agree with comparing two by two.</summary>
public sealed class SortingTests
{
    [Fact]
    public void Many_paths_are_sorted_as_two_are_compared()
    {
        for (int seed = 0; seed < TestRun.Count(20, 200); seed++)
        {
            CheckPaths(new Random(seed), seed);
        }
    }

    [Fact]
    public void Files_are_sorted_by_size_and_else_stay_in_their_order()
    {
        for (int seed = 0; seed < TestRun.Count(20, 200); seed++)
        {
            var random = new Random(seed);
            SizeKey[] keys = [.. Enumerable.Range(0, random.Next(5_000)).Select(i =>
                new SizeKey(random.NextInt64(1L << random.Next(1, 40)), i, random.Next(2) == 0))];
            SizeKey[] expected = [.. keys.OrderBy(key => key.Size)];
            KeySorter.Sort(MemoryMarshal.Cast<SizeKey, ulong>(keys.AsSpan()));
            Assert.True(expected.SequenceEqual(keys), $"seed {seed}");
        }
    }

    [Fact]
    public void No_size_that_occurs_twice_is_taken_for_unique()
    {
        var random = new Random(1);
        long[] sizes = [.. Enumerable.Range(0, 20_000).Select(_ => random.NextInt64(1L << random.Next(1, 50)))];
        using var filter = new RepeatFilter(sizes.Length);
        Array.ForEach(sizes, filter.Add);
        HashSet<long> twice = [.. sizes.GroupBy(size => size).Where(same => same.Count() > 1).Select(same => same.Key)];
        Assert.All(twice, size => Assert.True(filter.MayRepeat(size)));
        long[] once = [.. sizes.Where(size => !twice.Contains(size))];
        Assert.InRange(once.Count(filter.MayRepeat) / (double)once.Length, 0, 0.25);
    }

    [Fact]
    public void Sizes_and_inodes_beyond_32_bits_and_long_names_are_kept()
    {
        var random = new Random(2);
        using var tree = new PathTree();
        var writer = new TreeWriter(tree);
        PathId root = writer.AddRootFolder(0, "/r"u8);
        List<(PathId File, byte[] Name, FileRow Row, PathId Parent)> files = [];
        PathId parent = root;
        for (int i = 0; i < 20_000; i++)
        {
            if (random.Next(30) == 0)
            {
                parent = writer.AddFolder(root, Encoding.UTF8.GetBytes($"{i}"));
            }

            byte[] name = new byte[random.Next(40) == 0 ? random.Next(240, 300) : random.Next(1, 30)];
            random.NextBytes(name);
            var mark = new DeviceMark(random.Next(3), random.Next(5) == 0, false);
            var row = new FileRow(
                random.NextInt64(1L << random.Next(1, 45)),
                (ulong)random.NextInt64(1L << 40),
                (uint)random.Next(),
                mark);
            files.Add((writer.AddFile(parent, name, row), name, row, parent));
        }

        Assert.All(files, file =>
        {
            Assert.Equal(file.Name, tree.Name(file.File));
            Assert.Equal(file.Parent, tree.Parent(file.File));
            PathId kept = file.File;
            Assert.Equal(
                file.Row, new FileRow(tree.SizeOf(kept), tree.InodeOf(kept), tree.StampOf(kept), tree.MarkOf(kept)));
        });
    }

    [Fact]
    public void Files_of_a_size_beyond_32_bits_are_of_one_size_if_they_are()
    {
        using var tree = new PathTree();
        var writer = new TreeWriter(tree);
        PathId root = writer.AddRootFolder(0, "/r"u8);
        long[] sizes = [5L << 30, 1, (5L << 30) + 1, uint.MaxValue, 5L << 30, uint.MaxValue, 5L << 30, 7L << 40];
        for (int i = 0; i < sizes.Length; i++)
        {
            writer.AddFile(root, Encoding.UTF8.GetBytes($"{i}"), new FileRow(sizes[i], (ulong)i, 0, default));
        }

        using CopyTable copies = new SizeGrouping(tree, new ProblemLog(static _ => null), uniques: false).Run();
        List<(long Size, int Count)> runs = [];
        foreach (CopyRun run in copies.Runs)
        {
            runs.Add((copies.SizeOf(run.First), run.Count));
        }

        Assert.Equal([(uint.MaxValue, 2), (5L << 30, 3)], runs);
    }

    private static void CheckPaths(Random random, int seed)
    {
        using var tree = new PathTree();
        var writer = new TreeWriter(tree);
        List<PathId> folders = [writer.AddRootFolder(0, "/a"u8), writer.AddRootFolder(1, "/a/b"u8)];
        List<PathId> files = [];
        int count = random.Next(1, 2_000);
        for (int i = 0; i < count; i++)
        {
            PathId parent = folders[random.Next(folders.Count)];

            // Few letters, so that files and folders of one folder stand among one another; the number parts them.
            string name = new string([.. Enumerable.Range(0, random.Next(4)).Select(_ => (char)random.Next('a', 'd'))])
                + i.ToString(CultureInfo.InvariantCulture);
            if (random.Next(4) == 0)
            {
                folders.Add(writer.AddFolder(parent, Encoding.UTF8.GetBytes(name)));
            }
            else
            {
                files.Add(writer.AddFile(parent, Encoding.UTF8.GetBytes(name), default));
            }
        }

        PathId[] sorted = [.. files];
        int[] items = [.. files.Select(file => file.Value)];
        new PathSorter(tree).Sort(sorted, items.AsSpan());
        files.Sort(tree.Compare);
        Assert.True(files.SequenceEqual(sorted), $"seed {seed}");
        Assert.True(sorted.Select(path => path.Value).SequenceEqual(items), $"seed {seed}");
    }
}
