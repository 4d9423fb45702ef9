using System.Text;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>The tree answers for paths what the rendered bytes would, without rendering them.</summary>
public sealed class PathTreeTests
{
    [Theory]
    [InlineData("/", "a", "/a")]
    [InlineData("/data", "a", "/data/a")]
    [InlineData("C:/", "a", "C:/a")]
    [InlineData("//server/share", "ä", "//server/share/ä")]
    public void A_path_is_its_root_and_names_joined_by_one_separator(string root, string name, string expected)
    {
        using var tree = new PathTree();
        PathId path = tree.Add(tree.AddRoot(0, Encoding.UTF8.GetBytes(root)), Encoding.UTF8.GetBytes(name));
        Assert.Equal(expected, tree.ToText(path));
        Assert.Equal(Encoding.UTF8.GetByteCount(expected), tree.Length(path));
    }

    [Fact]
    public void Names_are_kept_as_bytes_whatever_they_are()
    {
        using var tree = new PathTree();
        PathId root = tree.AddRoot(0, "/r"u8);
        byte[] name = [0xff, 0x0a, 0x22, 0x01];
        PathId path = tree.Add(root, name);
        Assert.Equal(name, tree.Name(path));
        Assert.Equal([.. "/r/"u8, .. name], tree.Render(path));
    }

    [Fact]
    public void Random_trees_agree_with_strings()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            Check(new Random(seed), seed);
        }

        static void Check(Random random, int seed)
        {
            using var tree = new PathTree();
            var texts = new Dictionary<PathId, string>();
            List<PathId> paths = [];
            for (int root = 0; root < 3; root++)
            {
                Keep(tree.AddRoot(root, Encoding.UTF8.GetBytes($"/root{root}")), $"/root{root}");
            }

            for (int i = 0; i < 300; i++)
            {
                PathId parent = paths[random.Next(paths.Count)];
                string name = new((char)('a' + random.Next(4)), 1 + random.Next(3));
                if (texts.ContainsValue($"{texts[parent]}/{name}"))
                {
                    continue;
                }

                Keep(tree.Add(parent, Encoding.UTF8.GetBytes(name)), $"{texts[parent]}/{name}");
            }

            foreach (PathId path in paths)
            {
                string text = texts[path];
                Assert.True(text == tree.ToText(path), $"seed {seed}");
                Assert.Equal(text.Length, tree.Length(path));
                Assert.Equal(text.Count(c => c == '/') - 1, tree.Depth(path));
                Assert.Equal(text[5] - '0', tree.RootIndex(path));
                PathId parent = tree.Parent(path);
                Assert.Equal(text[..text.LastIndexOf('/')], parent == PathId.None ? "" : tree.ToText(parent));
            }

            PathId[] byTree = [.. paths.Order(Comparer<PathId>.Create(tree.Compare))];
            string[] byText = [.. paths.Select(path => texts[path].Replace('/', '\0')).Order(StringComparer.Ordinal)];
            Assert.Equal(byText, byTree.Select(path => texts[path].Replace('/', '\0')));

            void Keep(PathId path, string text)
            {
                paths.Add(path);
                texts[path] = text;
            }
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(31)]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(254)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(5000)]
    public void Names_of_any_length_are_kept_and_rendered(int bytes)
    {
        using var tree = new PathTree();
        byte[] name = [.. Enumerable.Range(0, bytes).Select(i => (byte)('a' + i % 26))];
        string text = Encoding.UTF8.GetString(name);
        PathId root = tree.AddRoot(0, [(byte)'/', .. name]);
        PathId folder = tree.Add(root, name);
        PathId file = tree.Add(folder, "f"u8);
        Assert.Equal(name, tree.Name(folder));
        Assert.Equal($"/{text}", tree.ToText(root));
        Assert.Equal(bytes == 0 ? "//f" : $"/{text}/{text}/f", tree.ToText(file));
        Assert.Equal(tree.ToText(file).Length, tree.Length(file));
    }

    [Fact]
    public void A_path_is_written_to_the_end_of_any_destination_that_holds_it()
    {
        using var tree = new PathTree();
        PathId path = tree.AddRoot(0, "/r"u8);
        for (int i = 0; i < 12; i++)
        {
            path = tree.Add(path, Encoding.UTF8.GetBytes(new string((char)('a' + i), i * 7)));
        }

        byte[] expected = tree.Render(path);
        for (int room = 0; room < 600; room++)
        {
            byte[] around = new byte[expected.Length + room + 2];
            around.AsSpan().Fill(0xee);
            Span<byte> destination = around.AsSpan(1, expected.Length + room);
            Assert.Equal(expected, tree.Render(path, destination));
            Assert.Equal(expected, around.AsSpan(1 + room, expected.Length));
            Assert.Equal(0xee, around[0]);
            Assert.Equal(0xee, around[^1]);
        }

        Assert.Throws<ArgumentException>(() => tree.Render(path, new byte[expected.Length - 1]));
    }

    [Fact]
    public void A_million_paths_of_average_length_take_at_most_34_bytes_each()
    {
        using var tree = new PathTree();
        PathId folder = tree.AddRoot(0, "/r"u8);
        long before = GC.GetAllocatedBytesForCurrentThread();
        byte[] name = new byte[16];
        name.AsSpan().Fill((byte)'n');
        for (int i = 0; i < 100_000; i++)
        {
            tree.Add(folder, name);
        }

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 200_000);
        Assert.Equal(100_001, tree.Count);
        Assert.InRange(tree.MemoryBytes / 100_000.0, 0, 34);
    }
}
