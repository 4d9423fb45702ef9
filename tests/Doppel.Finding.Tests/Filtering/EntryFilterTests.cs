using System.Text;
using Xunit;

namespace Doppel.Finding.Tests.Filtering;

public sealed class EntryFilterTests
{
    [Fact]
    public void The_default_wants_every_file_and_enters_every_folder()
    {
        Assert.True(WantsFile(EntryFilter.Default, "a/.b"));
        Assert.False(ExcludesFolder(EntryFilter.Default, "a/.b"));
        Assert.False(EntryFilter.Default.NeedsPath);
    }

    [Fact]
    public void Exclude_is_stronger_than_include()
    {
        EntryFilter filter = new() { Include = [Glob.Parse("*.jpg")], Exclude = [Glob.Parse("a/x*")] };
        Assert.True(filter.NeedsPath);
        Assert.True(WantsFile(filter, "a/y.jpg"));
        Assert.True(WantsFile(filter, "b/x.jpg"));
        Assert.False(WantsFile(filter, "a/x.jpg"));
        Assert.False(WantsFile(filter, "a/y.png"));
        Assert.True(ExcludesFolder(filter, "a/xy"));
        Assert.False(ExcludesFolder(filter, "b/xy"));
    }

    [Fact]
    public void Include_never_keeps_a_folder_out() =>
        Assert.False(ExcludesFolder(new EntryFilter { Include = [Glob.Parse("*.jpg")] }, "a/b"));

    [Fact]
    public void An_exclude_with_a_slash_at_its_end_leaves_files_in()
    {
        EntryFilter filter = new() { Exclude = [Glob.Parse("build/")] };
        Assert.False(filter.NeedsPath);
        Assert.True(ExcludesFolder(filter, "a/build"));
        Assert.True(WantsFile(filter, "a/build"));
    }

    [Fact]
    public void Without_hidden_neither_files_nor_folders_with_a_dot_take_part()
    {
        EntryFilter filter = new() { Hidden = false };
        Assert.False(WantsFile(filter, "a/.b"));
        Assert.True(WantsFile(filter, "a/b."));
        Assert.True(ExcludesFolder(filter, ".git"));
    }

    [Theory]
    [InlineData("x.jpg", true)]
    [InlineData("x.JPG", true)]
    [InlineData("x.tar.gz", true)]
    [InlineData("x.gz", false)]
    [InlineData("jpg", false)]
    [InlineData(".jpg", false)]
    [InlineData("xjpg", false)]
    [InlineData("x.É", false)]
    [InlineData("x.é", true)]
    [InlineData("x.JP\u0007", false)]
    public void Extensions_are_endings_after_a_dot_with_ascii_case_ignored(string name, bool expected) =>
        Assert.Equal(expected, WantsFile(new EntryFilter { Extensions = ["jpg", "tar.gz", "é"] }, name));

    private static bool WantsFile(EntryFilter filter, string path) =>
        filter.WantsFile(NameOf(path), Encoding.UTF8.GetBytes(path));

    private static bool ExcludesFolder(EntryFilter filter, string path) =>
        filter.ExcludesFolder(NameOf(path), Encoding.UTF8.GetBytes(path));

    private static byte[] NameOf(string path) => Encoding.UTF8.GetBytes(path.Split('/')[^1]);
}
