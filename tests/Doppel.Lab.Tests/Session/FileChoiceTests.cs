namespace Doppel.Lab.Tests.Session;

public sealed class FileChoiceTests
{
    [Fact]
    public void Chosen_files_are_of_the_class_in_their_order_and_within_the_bounds()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            var random = new Random(seed);
            LabFile[] all = [.. Enumerable.Range(0, random.Next(1, 300)).Select(i =>
                new LabFile([(byte)'/', .. BitConverter.GetBytes(i)], random.Next(1, 5000), (ulong)i))];
            var sizes = new SizeClass(random.Next(1, 2000), random.Next(2000, 5000));
            int filesMax = random.Next(8, 100);
            long bytesMax = random.Next(20_000, 200_000);
            LabFile[] of = [.. all.Where(file => sizes.Has(file.Size))];
            List<LabFile> chosen = FileChoice.Choose(all, sizes, filesMax, bytesMax, new Random(seed));

            Assert.True(chosen.All(of.Contains), $"seed {seed}");
            Assert.Equal(chosen.OrderBy(file => file.Inode), chosen);
            Assert.True(chosen.Count <= filesMax, $"seed {seed}");
            Assert.True(chosen.Count >= Math.Min(FileChoice.FilesMin, of.Length), $"seed {seed}");
            Assert.True(
                chosen.Sum(file => file.Size) <= bytesMax || chosen.Count == FileChoice.FilesMin, $"seed {seed}");
        }
    }

    [Fact]
    public void Every_size_belongs_to_one_class_from_the_first_on()
    {
        IReadOnlyList<SizeClass> classes = SizeClass.Of(SizeClass.DefaultStarts);
        foreach (long size in (long[])[1, 2, 1000, 1001, 10_006, 10_007, 99_999, 100_000, 1_000_000, long.MaxValue - 1])
        {
            Assert.Equal(size < 2 ? 0 : 1, classes.Count(one => one.Has(size)));
        }
    }

    [Theory]
    [InlineData(0, "0 B"), InlineData(1001, "1,001 B"), InlineData(10_240, "10.2 KB"), InlineData(9999, "9,999 B")]
    [InlineData(100_000, "100 KB"), InlineData(1_000_000, "1,000 KB"), InlineData(64_000_000, "64 MB")]
    public void Sizes_are_shown_in_decimal_units(double bytes, string expected) =>
        Assert.Equal(expected, SizeWord.Of(bytes));
}
