using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Trees of any depth take time that grows with the number of their folders, and no faster.</summary>
public sealed class DeepTests
{
    [Theory]
    [InlineData(1, 1_000)]
    [InlineData(200, 250)]
    public void The_paths_that_are_looked_up_grow_with_the_number_of_folders(int nameBytes, int levels)
    {
        // With the square of the depth it would be 64 times as much.
        long few = PathBytesFor(levels, nameBytes);
        long many = PathBytesFor(8 * levels, nameBytes);
        Assert.InRange(many, few, 16 * few);
    }

    [Fact]
    public void Paths_of_up_to_1_KiB_are_looked_up_once_each_from_the_root()
    {
        var volume = new MemoryVolume();
        string path = "/r";
        for (int i = 0; i < 400; i++)
        {
            path += "/d";
        }

        volume.AddFile(path + "/a", "content");
        volume.AddFile("/r/b", "content");
        Search.Check(Search.Options(volume, "/r"), $"7: /r/b | {path}/a");
        Assert.Equal(401, volume.Counters.FolderOpens);
    }

    public static TheoryData<int> Seeds => [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(3, 300))];

    // Several chains that branch, more than there are anchors, with files at all depths.
    [Theory, MemberData(nameof(Seeds))]
    public void Files_at_any_depth_are_found_by_their_own_names(int seed)
    {
        var random = new Random(seed);
        var volume = new MemoryVolume();
        List<string> folders = ["/r"];
        var expected = new Dictionary<int, List<string>>();
        int files = 0;
        for (int i = 0; i < 1_500; i++)
        {
            string above = folders[random.Next(4) > 0 ? ^1 : Index.FromStart(random.Next(folders.Count))];
            folders.Add($"{above}/{new string((char)('a' + random.Next(26)), random.Next(1, 60))}{i}");
            volume.AddFolder(folders[^1]);
            if (random.Next(10) == 0)
            {
                int content = random.Next(20);
                string name = $"{folders[^1]}/f{files++}";
                volume.AddFile(name, new byte[content + 1]);
                (expected.TryGetValue(content, out List<string>? same) ? same : expected[content] = []).Add(name);
            }
        }

        using FindResult result = Search.Run(Search.Options(volume, "/r"));
        Assert.Empty(Search.Problems(result));
        Assert.Equal(
            Sorted(expected.Values.Where(static names => names.Count > 1)),
            Sorted(result.Groups.Select(static group => group.Copies
                .SelectMany(static copy => copy.Names).Select(static name => name.ToString()))));
        volume.Counters.AssertAllClosed();
    }

    private static IEnumerable<string> Sorted(IEnumerable<IEnumerable<string>> groups) => groups
        .Select(static names => string.Join('|', names.Order(StringComparer.Ordinal))).Order(StringComparer.Ordinal);

    private static long PathBytesFor(int levels, int nameBytes)
    {
        var volume = new MemoryVolume();
        string name = "/" + new string('d', nameBytes);
        foreach (string root in (string[])["/r/a", "/r/b"])
        {
            var path = new System.Text.StringBuilder(root);
            for (int i = 0; i < levels; i++)
            {
                path.Append(name);
                if (i % 100 == 0)
                {
                    volume.AddFile($"{path}/f{i}", new byte[i + 1]);
                }
            }

            volume.AddFile($"{path}/leaf", "content");
        }

        using FindResult result = Search.Run(Search.Options(volume, "/r"));
        Assert.Equal(0, result.Summary.Problems);
        Assert.Equal(((levels + 99) / 100) + 1, result.Groups.Count());
        volume.Counters.AssertAllClosed();
        return volume.Counters.PathBytes;
    }
}
