using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Which folders a watch is for, against a plain list.</summary>
public sealed class WatchTableTests
{
    [Fact]
    public void It_says_what_a_list_of_pairs_says()
    {
        var random = new Random(7);
        var table = new WatchTable();
        var pairs = new HashSet<(int Watch, int Folder)>();
        for (int i = 0; i < 20_000; i++)
        {
            (int watch, int folder) = (random.Next(6), random.Next(5));
            if (random.Next(2) == 0)
            {
                Assert.Equal(pairs.Add((watch, folder)), table.Add(watch, folder));
            }
            else
            {
                bool isLast = pairs.Remove((watch, folder)) && !pairs.Any(pair => pair.Watch == watch);
                Assert.Equal(isLast, table.Remove(watch, folder));
            }

            Assert.Equal(
                pairs.Where(pair => pair.Watch == watch).Select(static pair => pair.Folder).Order(),
                table.FoldersOf(watch).Order());
        }
    }
}
