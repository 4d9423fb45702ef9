using System.Text;

namespace Doppel.Volumes.Tests;

/// <content>Folders that are held open.</content>
public abstract partial class ChangeContract
{
    [Theory]
    [InlineData("link")]
    [InlineData("link/sub")]
    [InlineData("real/back/sub")]
    public void No_component_of_a_strict_path_may_be_a_link(string path)
    {
        _place.AddFolder("real");
        _place.AddFolder("real/sub");
        _place.AddLink("link", "real");
        _place.AddLink("real/back", "../real");
        VolumeError error = Volume.OpenFolderStrictly(_place.At(path), out FolderHandle folder, out _);
        AssertKind(VolumeErrorKind.IsLink, error);
        Assert.Equal(FolderHandle.None, folder);
    }

    [Fact]
    public void A_strict_path_is_absolute_and_plain()
    {
        _place.AddFolder("sub");
        _place.AddFile("file", "");
        foreach (byte[] bad in (byte[][])[[], "sub"u8.ToArray(), _place.At("sub/../sub"), _place.At("./sub"),
            _place.At("s\0b")])
        {
            AssertKind(VolumeErrorKind.BadName, Volume.OpenFolderStrictly(bad, out _, out _));
        }

        AssertKind(VolumeErrorKind.Changed, Volume.OpenFolderStrictly(_place.At("file"), out _, out _));
        AssertOk(Volume.OpenFolderStrictly("/"u8, out FolderHandle top, out _));
        Volume.Close(top);
        AssertOk(Volume.OpenFolderStrictly(_place.At("sub//"), out FolderHandle sub, out _));
        Volume.Close(sub);
    }

    [Fact]
    public void A_strict_path_may_be_longer_than_any_call_takes()
    {
        string[] folders = [.. Enumerable.Range(0, 40).Select(number => $"{number}" + new string('x', 200))];
        _place.AddDeep(folders, "file", "content");
        byte[] path = _place.At(string.Join('/', folders));
        AssertOk(Volume.OpenFolderStrictly(path, out FolderHandle folder, out _));
        AssertOk(Volume.Move(folder, "file"u8, _root, "file"u8));
        AssertOk(Volume.MakeFile(folder, "made"u8, Private, out FileHandle made));
        Volume.Close(made);
        AssertOk(Volume.Remove(folder, "made"u8));
        Volume.Close(folder);
        Assert.Equal("content", File.ReadAllText(Root + "/file"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_folder_that_is_swapped_redirects_nothing(bool isLink)
    {
        _place.AddFolder("folder");
        _place.AddFile("folder/file", "mine");
        FolderHandle folder = Open("folder");
        Directory.Move(Root + "/folder", Root + "/moved");
        _place.AddFolder("stranger");
        _place.AddFile("stranger/file", "theirs");
        if (isLink)
        {
            _place.AddLink("folder", "stranger");
        }
        else
        {
            Directory.Move(Root + "/stranger", Root + "/folder");
        }

        Assert.Equal(4, Look(folder, "file").Size);
        AssertOk(Volume.OpenFile(folder, "file"u8, out FileHandle file, out FileFacts facts));
        Assert.Equal(4, facts.Size);
        AssertOk(Volume.Link(file, folder, "second"u8));
        Volume.Close(file);
        AssertOk(Volume.Remove(folder, "file"u8));
        AssertOk(Volume.MakeFolder(folder, "made"u8, 0x1C0));
        AssertOk(Volume.OpenFolder(folder, "made"u8, LinkPolicy.Stay, out FolderHandle made, out _));
        AssertOk(Volume.MakeSymbolicLink("x"u8, made, "link"u8));
        AssertOk(Volume.PathOf(folder, out byte[] path));
        Assert.Equal(Root + "/moved", Encoding.UTF8.GetString(path));
        Volume.Close(made);
        Volume.Close(folder);
        string[] mine = ["moved/", "moved/second=mine", "moved/made/", "moved/made/link->x"];
        AssertEntries([.. mine, .. isLink
            ? (string[])["folder->stranger", "stranger/", "stranger/file=theirs"]
            : ["folder/", "folder/file=theirs"]]);
    }

    [Fact]
    public void A_folder_opened_to_be_listed_is_changed_only_if_it_is_the_same()
    {
        _place.AddFolder("folder");
        _place.AddFile("folder/file", "mine");
        AssertOk(Volume.OpenFolder(
            FolderHandle.None, _place.At("folder"), LinkPolicy.Stay, out FolderHandle folder, out _));
        Directory.Move(Root + "/folder", Root + "/moved");
        _place.AddFolder("folder");
        _place.AddFile("folder/file", "theirs");

        // By what was opened, or not at all.
        VolumeError error = Volume.Remove(folder, "file"u8);
        Volume.Close(folder);
        Assert.Equal("theirs", File.ReadAllText(Root + "/folder/file"));
        Assert.Equal(error.Failed, File.Exists(Root + "/moved/file"));
    }

    [Fact]
    public void Protection_is_reported_for_a_folder_and_its_entries()
    {
        _place.AddFile("file", "");
        _place.AddLink("link", "nowhere");
        AssertOk(Volume.Protection(_root, default, out FileProtection folder));
        AssertOk(Volume.Protection(_root, "file"u8, out FileProtection file));
        AssertOk(Volume.Protection(_root, "link"u8, out FileProtection link));
        Assert.Equal((false, false), (file.IsImmutable, file.IsAppendOnly));
        Assert.Equal(folder.Mount, file.Mount);
        Assert.Equal(folder.Mount, link.Mount);
    }
}
