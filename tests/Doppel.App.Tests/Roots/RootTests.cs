using System.Text;
using Doppel.Testing.Trees;

namespace Doppel.App.Tests;

public sealed class RootTests
{
    [Theory]
    [InlineData(".", "/w/d")]
    [InlineData("a", "/w/d/a")]
    [InlineData("./a//b/.", "/w/d/a/b")]
    [InlineData("/", "/")]
    [InlineData("/a/", "/a")]
    [InlineData("//a", "/a")]
    [InlineData("../x", "/w/d/../x")]
    public void Paths_become_absolute(string path, string expected) => Assert.Equal(
        expected, Encoding.UTF8.GetString(new RootPaths("/w/d"u8.ToArray()).ToAbsolute(Encoding.UTF8.GetBytes(path))));

    [Theory]
    [InlineData("/w/d/../x", "/w/x")]
    [InlineData("/w/../../..", "/")]
    [InlineData("/a/b/../../c", "/c")]
    public void Parents_can_be_taken_away(string path, string expected) => Assert.Equal(
        expected, Encoding.UTF8.GetString(RootPaths.WithoutParents(Encoding.UTF8.GetBytes(path))));

    [Fact]
    public void A_list_is_split_at_its_separator_alone()
    {
        Assert.Equal(["a\r", "", "b c", "\0d"], Read("a\r\n\nb c\n\0d", (byte)'\n'));
        Assert.Equal(["a\r\n", "b", ""], Read("a\r\n\0b\0", 0));
    }

    [Fact]
    public void Names_may_cross_the_blocks_in_which_a_list_is_read()
    {
        string[] names = [.. Enumerable.Range(0, 300).Select(i => new string((char)('a' + (i % 26)), 1000 + i))];
        Assert.Equal(names, Read(string.Join('\n', names), (byte)'\n'));
    }

    [Fact]
    public void A_name_without_end_is_refused() => Assert.Contains(
        "more than 1048576 bytes",
        Assert.Throws<UsageException>(() => Read(new string('a', RootList.NameBytesMax + 1), 0)).Message,
        StringComparison.Ordinal);

    private static List<string> Read(string content, byte separator)
    {
        using var tree = new TempTree();
        string path = Path.Combine(tree.Folder, "list");
        File.WriteAllText(path, content);
        var names = new List<string>();
        RootList.Read(new ListSource(path, separator), name => names.Add(Encoding.UTF8.GetString(name)));
        return names;
    }
}
