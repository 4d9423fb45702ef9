using System.Runtime.Versioning;
using System.Text;
using Doppel.Testing.Trees;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Tests;

/// <summary>The trash of macOS is folders and renames, which can be tried on any Unix.</summary>
[SupportedOSPlatform("linux")]
public sealed class MacTrashTests : IDisposable
{
    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Files_of_one_name_get_numbers_before_their_endings()
    {
        foreach (string content in (string[])["first", "second", "third"])
        {
            _tree.AddFile("photo.jpg", content);
            Assert.False(Take("photo.jpg").Failed);
            Assert.False(File.Exists($"{_tree["photo.jpg"]}"));
        }

        Assert.Equal("first", File.ReadAllText($"{_tree["home/.Trash/photo.jpg"]}"));
        Assert.Equal("second", File.ReadAllText($"{_tree["home/.Trash/photo 2.jpg"]}"));
        Assert.Equal("third", File.ReadAllText($"{_tree["home/.Trash/photo 3.jpg"]}"));
    }

    // Without a home on the file system the volume has a trash of its own for each user.
    [Fact]
    public void Without_a_trash_in_the_home_that_of_the_volume_takes_it()
    {
        _tree.AddFile("file", "content");
        Assert.False(Take("file", home: "/proc").Failed);
        Assert.Equal("content", File.ReadAllText($"{_tree[$".Trashes/{LibC.UserId}/file"]}"));
    }

    [Fact]
    public void A_file_stays_where_no_trash_is_possible()
    {
        _tree.AddFile("file", "content");
        Assert.Equal(VolumeErrorKind.Unsupported, Take("file", home: "/proc", mountPoint: "/proc").Kind);
        Assert.Equal("content", File.ReadAllText($"{_tree["file"]}"));
    }

    [Fact]
    public void A_trash_that_is_a_link_is_not_followed()
    {
        _tree.AddFile("file", "content");
        _tree.AddFolder("home");
        _tree.AddFolder("elsewhere");
        _tree.AddSymbolicLink("home/.Trash", "../elsewhere");
        _tree.AddSymbolicLink(".Trashes", "elsewhere");
        Assert.Equal(VolumeErrorKind.Unsupported, Take("file").Kind);
        Assert.Empty(Directory.GetFileSystemEntries($"{_tree["elsewhere"]}"));
    }

    [Fact]
    public void A_folder_is_not_taken()
    {
        _tree.AddFolder("folder");
        Assert.Equal(VolumeErrorKind.Changed, Take("folder").Kind);
    }

    [Theory]
    [InlineData("a", 1, "a")]
    [InlineData("a", 2, "a 2")]
    [InlineData(".hidden", 2, ".hidden 2")]
    [InlineData("a.tar.gz", 12, "a.tar 12.gz")]
    public void A_number_is_put_before_the_extension(string name, int number, string expected) =>
        Assert.Equal(expected, Encoding.UTF8.GetString(MacTrash.Numbered(Encoding.UTF8.GetBytes(name), number)));

    [Fact]
    public void A_name_with_a_number_is_no_longer_than_names_may_be_and_still_text()
    {
        byte[] name = Encoding.UTF8.GetBytes(new string('ü', 125) + ".jpg");
        byte[] numbered = MacTrash.Numbered(name, 10_000);
        Assert.True(numbered.Length <= 255);
        string text = new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(numbered);
        Assert.EndsWith("ü 10000.jpg", text, StringComparison.Ordinal);
    }

    private VolumeError Take(string name, string? home = null, string? mountPoint = null)
    {
        _tree.AddFolder("home");
        var system = new LinuxSystem();
        Assert.False(system.OpenFolder(_tree.Folder, LinkPolicy.Stay, out SafeFileHandle? folder).Failed);
        using (folder)
        {
            return new MacTrash(system).Take(
                folder!, Encoding.UTF8.GetBytes(name), home ?? $"{_tree["home"]}", mountPoint ?? _tree.Folder);
        }
    }
}
