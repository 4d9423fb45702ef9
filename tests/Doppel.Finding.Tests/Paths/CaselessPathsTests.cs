using System.Text;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Paths of one tree, compared as if upper and lower case were one.</summary>
public sealed class CaselessPathsTests
{
    [Theory]
    [InlineData("Readme.TXT", "README.txt", true)]
    [InlineData("ÄÖ", "äö", true)]
    [InlineData("ⱥ", "Ⱥ", true)] // three bytes against two
    [InlineData("𐐨", "𐐀", true)] // outside the basic plane
    [InlineData("a", "b", false)]
    [InlineData("@", "`", false)] // they differ in the bit that tells cases apart, but are no letters
    [InlineData("ß", "ss", false)]
    [InlineData("\u212a", "k", false)] // the sign for kelvin
    [InlineData("ı", "I", false)]
    [InlineData("a", "ab", false)]
    public void Paths_are_one_when_their_letters_differ_in_case_only(string left, string right, bool equal)
    {
        using var tree = new PathTree();
        using var caseless = new CaselessPaths(tree);
        PathId upper = tree.Add(tree.AddRoot(0, "/R"u8), "Sub"u8);
        PathId lower = tree.Add(tree.AddRoot(1, "/r"u8), "sUB"u8);
        PathId a = tree.Add(upper, Encoding.UTF8.GetBytes(left));
        PathId b = tree.Add(lower, Encoding.UTF8.GetBytes(right));
        Assert.Equal(equal, caseless.Equals(a, b));
        Assert.Equal(equal, caseless.GetHashCode(a) == caseless.GetHashCode(b));
        Assert.True(caseless.Equals(upper, lower));
        Assert.True(caseless.Equals(a, a));
        Assert.False(caseless.Equals(upper, b));
        Assert.False(caseless.Equals(a, PathId.None));
    }

    [Fact]
    public void Names_that_are_not_UTF8_are_equal_only_byte_by_byte()
    {
        using var tree = new PathTree();
        using var caseless = new CaselessPaths(tree);
        PathId root = tree.AddRoot(0, "/r"u8);
        PathId a = tree.Add(root, [0xff, (byte)'A']);
        PathId b = tree.Add(root, [0xff, (byte)'a']);
        PathId c = tree.Add(root, [0xff, (byte)'A']);
        Assert.False(caseless.Equals(a, b));
        Assert.True(caseless.Equals(a, c));
        Assert.NotEqual(a, c);
    }

    [Fact]
    public void Every_character_agrees_with_strings()
    {
        using var tree = new PathTree();
        using var caseless = new CaselessPaths(tree);
        PathId root = tree.AddRoot(0, "/"u8);
        var byText = new Dictionary<string, PathId>(StringComparer.OrdinalIgnoreCase);
        for (int value = 1; value < 0x20000; value++)
        {
            if (!Rune.IsValid(value))
            {
                continue;
            }

            string text = new Rune(value).ToString();
            PathId path = tree.Add(root, Encoding.UTF8.GetBytes(text));
            byText.TryAdd(text, path);
            Assert.True(byText[text] == caseless.FirstOf(path), $"U+{value:X4}");
        }
    }

    [Fact]
    public void Random_trees_agree_with_strings_whichever_path_is_asked_for_first()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            using var tree = new PathTree();
            using var caseless = new CaselessPaths(tree);
            List<PathId> paths = [tree.AddRoot(0, "/r"u8), tree.AddRoot(1, "/R"u8), tree.AddRoot(2, "/s"u8)];
            for (int i = 0; i < 9_000; i++)
            {
                ReadOnlySpan<string> names = ["a", "A", "b", "ä", "Ä", "Bc", "bC"];
                PathId parent = paths[random.Next(Math.Min(paths.Count, 200))];
                paths.Add(tree.Add(parent, Encoding.UTF8.GetBytes(names[random.Next(names.Length)])));
            }

            for (int i = 0; i < 2_000; i++)
            {
                PathId left = paths[random.Next(paths.Count)];
                PathId right = paths[random.Next(i % 2 == 0 ? 50 : paths.Count)];
                bool equal = tree.ToText(left).Equals(tree.ToText(right), StringComparison.OrdinalIgnoreCase);
                Assert.True(equal == caseless.Equals(left, right), $"seed {seed}, pair {i}");
            }
        }
    }

    [Fact]
    public void Threads_that_ask_at_once_are_given_the_same_paths()
    {
        using var tree = new PathTree();
        using var caseless = new CaselessPaths(tree);
        PathId root = tree.AddRoot(0, "/r"u8);
        PathId[] lower = Add("file");
        PathId[] upper = Add("FILE");
        Parallel.For(0, 4, new ParallelOptions { MaxDegreeOfParallelism = 4 }, thread =>
        {
            for (int i = 0; i < lower.Length; i++)
            {
                int at = thread % 2 == 0 ? i : lower.Length - 1 - i;
                Assert.True(caseless.Equals(lower[at], upper[at]));
                Assert.False(caseless.Equals(lower[at], upper[(at + 1) % upper.Length]));
            }
        });

        PathId[] Add(string stem)
        {
            var added = new PathId[10_000];
            for (int i = 0; i < added.Length; i++)
            {
                added[i] = tree.Add(root, Encoding.UTF8.GetBytes($"{stem}{i}"));
            }

            return added;
        }
    }
}
