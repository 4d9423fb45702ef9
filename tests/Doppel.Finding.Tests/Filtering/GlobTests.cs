using System.Text;
using Xunit;

namespace Doppel.Finding.Tests.Filtering;

public sealed class GlobTests
{
    [Theory]
    [InlineData("*.jpg", "X.JPG", true)]
    [InlineData("*.JPG", "x.jpg", true)]
    [InlineData("IMG_?.jpg", "img_1.Jpg", true)]
    [InlineData("readme", "README", true)]
    [InlineData("readme", "READ.ME", false)]
    [InlineData("*.{jpg,PNG}", "x.png", true)]
    [InlineData("[a-c]x", "BX", true)]
    [InlineData("[A-C]x", "bx", true)]
    [InlineData("[!a-c]x", "BX", false)]
    [InlineData("[!a-c]x", "DX", true)]
    [InlineData("[[-_]x", "[X", true)]
    [InlineData("straße", "STRASSE", false)]
    [InlineData("über*", "ÜBERSICHT", true)]
    [InlineData("[α-ω]", "Ω", true)]
    [InlineData("σ", "ς", true)]
    [InlineData("Ж", "ж", true)]
    [InlineData("Cache/**", "x/cache/y", false)]
    [InlineData("**/Cache/**", "x/cache/y", true)]
    [InlineData("?", "/", false)]
    public void Case_can_be_ignored(string pattern, string path, bool expected)
    {
        var glob = Glob.Parse(pattern);
        Assert.Equal(expected, glob.IgnoringCase().MatchesPathBelowRoot(Encoding.UTF8.GetBytes(path), isFolder: false));
        Assert.Equal(pattern, glob.IgnoringCase().Pattern);
    }

    [Fact]
    public void A_byte_that_is_not_UTF8_has_no_case()
    {
        Glob glob = Glob.Parse((ReadOnlySpan<byte>)[0xC4, (byte)'a']).IgnoringCase();
        Assert.True(glob.MatchesPathBelowRoot([0xC4, (byte)'A'], isFolder: false));
        Assert.False(glob.MatchesPathBelowRoot([0xE4, (byte)'A'], isFolder: false));
    }

    [Theory]
    // Names
    [InlineData("a", "a", true)]
    [InlineData("a", "A", false)]
    [InlineData("a", "ab", false)]
    [InlineData("a", "x/y/a", true)]
    [InlineData("*", "anything", true)]
    [InlineData("*", ".hidden", true)]
    [InlineData("*.jpg", "x.jpg", true)]
    [InlineData("*.jpg", "x.jpg.txt", false)]
    [InlineData("*.jpg", ".jpg", true)]
    [InlineData("a*b*c", "a12b34c", true)]
    [InlineData("a*b*c", "a12b34", false)]
    [InlineData("*a", "ba", true)]
    [InlineData("***", "abc", true)]
    [InlineData("a**b", "axyb", true)]
    [InlineData("?", "a", true)]
    [InlineData("?", "", false)]
    [InlineData("?", "é", true)]
    [InlineData("?", "𝄞", true)]
    [InlineData("??", "é", false)]
    [InlineData("file-?.c", "file-1.c", true)]
    // Sets
    [InlineData("[a-c]x", "bx", true)]
    [InlineData("[a-c]x", "dx", false)]
    [InlineData("[!a-c]x", "dx", true)]
    [InlineData("[^a-c]x", "bx", false)]
    [InlineData("[]x]", "]", true)]
    [InlineData("[!]x]", "y", true)]
    [InlineData("[a-]", "-", true)]
    [InlineData("[\\]a]", "]", true)]
    [InlineData("[а-я]", "ж", true)]
    [InlineData("[{,}]", ",", true)]
    // Alternatives
    [InlineData("*.{jpg,png}", "x.png", true)]
    [InlineData("*.{jpg,png}", "x.gif", false)]
    [InlineData("{a,b{c,d}}e", "bde", true)]
    [InlineData("{a,b{c,d}}e", "be", false)]
    [InlineData("a{,b}", "a", true)]
    [InlineData("a{,b}", "ab", true)]
    [InlineData("{[}],x}", "}", true)]
    [InlineData("\\{a,b\\}", "{a,b}", true)]
    // Taken as they are
    [InlineData("\\*", "*", true)]
    [InlineData("\\*", "x", false)]
    [InlineData("a,b", "a,b", true)]
    [InlineData("a}", "a}", true)]
    [InlineData("a]", "a]", true)]
    // Paths
    [InlineData("a/b", "a/b", true)]
    [InlineData("a/b", "x/a/b", false)]
    [InlineData("/a", "a", true)]
    [InlineData("/a", "x/a", false)]
    [InlineData("./a", "a", true)]
    [InlineData("./a", "x/a", false)]
    [InlineData("a/*", "a/b", true)]
    [InlineData("a/*", "a/b/c", false)]
    [InlineData("a/?", "a/b", true)]
    [InlineData("a?b/c", "a/b/c", false)]
    [InlineData("a[!x]b/c", "a/b/c", false)]
    [InlineData("**/a", "a", true)]
    [InlineData("**/a", "x/y/a", true)]
    [InlineData("**/a", "xa", false)]
    [InlineData("a/**/b", "a/b", true)]
    [InlineData("a/**/b", "a/x/y/b", true)]
    [InlineData("a/**/b", "a/xb", false)]
    [InlineData("a/**", "a/b/c", true)]
    [InlineData("a/**", "a", false)]
    [InlineData("/**", "a/b", true)]
    [InlineData("**/x/**/y/**", "1/x/2/3/y/4", true)]
    [InlineData("**/x/**/y/**", "1/x/2/3/y", false)]
    [InlineData("a/x**", "a/xyz", true)]
    [InlineData("a/x**", "a/x/y", false)]
    [InlineData("{a/**,b}/c", "a/1/2/c", true)]
    [InlineData("{a/**,b}/c", "a/c", true)]
    [InlineData("{a/**,b}/c", "b/c", true)]
    public void A_glob_matches_what_its_documentation_says(string pattern, string path, bool expected) =>
        Assert.Equal(expected, Matches(pattern, path));

    [Theory]
    [InlineData("build/", "build", true, true)]
    [InlineData("build/", "build", false, false)]
    [InlineData("build/", "a/build", true, true)]
    [InlineData("a/build/", "a/build", true, true)]
    [InlineData("a/build/", "a/build", false, false)]
    [InlineData("build", "build", true, true)]
    public void A_slash_at_the_end_speaks_of_folders_only(string pattern, string path, bool isFolder, bool expected) =>
        Assert.Equal(expected, Glob.Parse(pattern).MatchesPathBelowRoot(Encoding.UTF8.GetBytes(path), isFolder));

    [Theory]
    [InlineData("a", false)]
    [InlineData("a/", false)]
    [InlineData("/a", true)]
    [InlineData("a/b", true)]
    [InlineData("{a/b,c}", true)]
    public void Only_a_slash_before_the_end_makes_a_glob_look_at_the_path(string pattern, bool expected) =>
        Assert.Equal(expected, Glob.Parse(pattern).MatchesPath);

    [Theory]
    [InlineData("", "empty")]
    [InlineData("/", "empty")]
    [InlineData("[a", "'['")]
    [InlineData("{a,b", "'{'")]
    [InlineData("a\\", "'\\'")]
    [InlineData("[z-a]", "backwards")]
    [InlineData("{[a,b}", "'['")]
    public void A_bad_glob_says_what_is_wrong(string pattern, string expected) =>
        Assert.Contains(
            expected, Assert.Throws<FormatException>(() => Glob.Parse(pattern)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_glob_that_explodes_is_refused()
    {
        string alternatives = string.Concat(Enumerable.Repeat("{a,b}", 20));
        Assert.Throws<FormatException>(() => Glob.Parse(alternatives));
        Assert.Throws<FormatException>(() => Glob.Parse(new string('a', Glob.PatternBytesMax + 1)));
    }

    [Fact]
    public void A_byte_that_is_not_UTF8_is_one_character()
    {
        Assert.True(Glob.Parse("a?b").MatchesPathBelowRoot([(byte)'a', 0xFF, (byte)'b'], isFolder: false));
        Assert.True(Glob.Parse("a[!x]b").MatchesPathBelowRoot([(byte)'a', 0xFF, (byte)'b'], isFolder: false));
        Assert.True(Glob.Parse("??").MatchesPathBelowRoot([0xC3, 0xFF], isFolder: false));
        Assert.True(Glob.Parse([0xFF, (byte)'*']).MatchesPathBelowRoot([0xFF, (byte)'b'], isFolder: false));
        Assert.False(Glob.Parse([0xFF, (byte)'*']).MatchesPathBelowRoot([0xFE, (byte)'b'], isFolder: false));
        Assert.False(Glob.Parse("\uFFFD").MatchesPathBelowRoot([0xFF], isFolder: false));
    }

    [Fact]
    public void Patterns_that_would_backtrack_for_ever_end_at_once()
    {
        byte[] name = Encoding.UTF8.GetBytes(new string('a', 4000) + "b");
        string stars = string.Concat(Enumerable.Repeat("*a", 500)) + "c";
        Assert.False(Glob.Parse(stars).MatchesPathBelowRoot(name, isFolder: false));

        byte[] path = Encoding.UTF8.GetBytes(string.Join('/', Enumerable.Repeat("a", 2000)) + "/b");
        string folders = string.Concat(Enumerable.Repeat("**/a/", 200)) + "c";
        Assert.False(Glob.Parse(folders).MatchesPathBelowRoot(path, isFolder: false));
    }

    [Fact]
    public void Matching_allocates_nothing()
    {
        var glob = Glob.Parse("**/a*[b-d]?/*.{jpg,png,*z}");
        glob.MatchesPathBelowRoot("x/y/aéc1/foo.baz"u8, isFolder: false);
        long before = GC.GetAllocatedBytesForCurrentThread();
        bool matches = glob.MatchesPathBelowRoot("x/y/aéc1/foo.baz"u8, isFolder: false);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.True(matches);
    }

    [Fact]
    public void Matching_agrees_with_a_naive_oracle()
    {
        int rounds = Environment.GetEnvironmentVariable("DOPPEL_TEST_FULL") == "1" ? 2_000_000 : 60_000;
        int matched = 0;
        for (int seed = 0; seed < rounds; seed++)
        {
            var random = new Random(seed);
            string pattern = GlobOracle.RandomPattern(random);
            string path = GlobOracle.RandomPath(random);
            bool expected = GlobOracle.Matches(pattern, path);
            matched += expected ? 1 : 0;
            var glob = Glob.Parse(GlobOracle.ToBytes(pattern));
            bool actual = glob.MatchesPathBelowRoot(GlobOracle.ToBytes(path), isFolder: false);
            Assert.True(expected == actual, $"seed {seed}: '{pattern}' on '{path}' should be {expected}");
        }

        // Otherwise the generator no longer tests anything.
        Assert.InRange(matched, rounds / 20, rounds);
    }

    private static bool Matches(string pattern, string path) =>
        Glob.Parse(pattern).MatchesPathBelowRoot(Encoding.UTF8.GetBytes(path), isFolder: false);
}
