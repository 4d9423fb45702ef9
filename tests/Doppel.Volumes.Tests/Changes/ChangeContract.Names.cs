namespace Doppel.Volumes.Tests;

/// <content>Links, moves, exchanges, removals.</content>
public abstract partial class ChangeContract
{
    [Theory]
    [InlineData("file", "file")]
    [InlineData("file", "folder")]
    [InlineData("file", "link")]
    [InlineData("folder", "file")]
    [InlineData("folder", "folder")]
    [InlineData("folder", "link")]
    [InlineData("link", "file")]
    [InlineData("link", "folder")]
    [InlineData("link", "link")]
    public void A_move_never_replaces_an_existing_entry(string from, string to)
    {
        string first = Add(from, "one");
        string second = Add(to, "two");
        AssertKind(VolumeErrorKind.Exists, Volume.Move(_root, "one"u8, _root, "two"u8));
        AssertEntries(first, second);
    }

    [Theory]
    [InlineData("file")]
    [InlineData("folder")]
    [InlineData("link")]
    public void A_move_takes_the_very_entry_into_another_folder(string kind)
    {
        Add(kind, "one");
        _place.AddFolder("sub");
        ulong inode = Look(_root, "one").Inode;
        FolderHandle sub = Open("sub");
        AssertOk(Volume.Move(_root, "one"u8, sub, "two"u8));
        Assert.Equal(inode, Look(sub, "two").Inode);
        AssertKind(
            VolumeErrorKind.Vanished, Volume.Stat(_root, "one"u8, LinkPolicy.Stay, FactFields.All, out _));
        Volume.Close(sub);
    }

    [Fact]
    public void Two_names_change_places_or_nothing_happens()
    {
        _place.AddFile("one", "first");
        _place.AddLink("two", "nowhere");
        VolumeError error = Volume.Exchange(_root, "one"u8, "two"u8);
        if (error.Failed)
        {
            AssertKind(VolumeErrorKind.Unsupported, error);
            AssertEntries("one=first", "two->nowhere");
            return;
        }

        AssertEntries("two=first", "one->nowhere");
        AssertKind(VolumeErrorKind.Vanished, Volume.Exchange(_root, "one"u8, "no"u8));
        AssertEntries("two=first", "one->nowhere");
    }

    [Fact]
    public void A_link_is_a_name_of_the_open_file_whatever_its_old_name_leads_to_now()
    {
        _place.AddFile("name", "content");
        _place.AddHardLink("other", "name");
        AssertOk(Volume.OpenFile(_root, "name"u8, out FileHandle file, out FileFacts facts));
        _place.Remove("name");
        _place.AddFile("name", "stranger");
        AssertOk(Volume.Link(file, _root, "new"u8));
        Assert.Equal(facts.Inode, Look(_root, "new").Inode);
        Volume.Close(file);
        AssertEntries("name=stranger", "other=content", "new=content");
    }

    [Fact]
    public void A_link_replaces_nothing()
    {
        _place.AddFile("file", "content");
        _place.AddFile("taken", "stays");
        _place.AddLink("link", "nowhere");
        AssertOk(Volume.OpenFile(_root, "file"u8, out FileHandle file, out _));
        AssertKind(VolumeErrorKind.Exists, Volume.Link(file, _root, "taken"u8));
        AssertKind(VolumeErrorKind.Exists, Volume.Link(file, _root, "link"u8));
        AssertKind(VolumeErrorKind.Exists, Volume.MakeSymbolicLink("x"u8, _root, "taken"u8));
        AssertKind(VolumeErrorKind.Exists, Volume.MakeSymbolicLink("x"u8, _root, "link"u8));
        Volume.Close(file);
        AssertEntries("file=content", "taken=stays", "link->nowhere");
    }

    [Fact]
    public void A_symbolic_link_keeps_the_target_it_was_given()
    {
        AssertOk(Volume.MakeSymbolicLink("../ünï/x y"u8, _root, "link"u8));
        AssertOk(Volume.ReadLink(_root, "link"u8, out byte[] target));
        Assert.Equal("../ünï/x y"u8, target);
        AssertEntries("link->../ünï/x y");
        _place.AddFile("file", "content");
        AssertKind(VolumeErrorKind.Changed, Kindly(Volume.ReadLink(_root, "file"u8, out _)));
    }

    [Fact]
    public void A_removal_takes_one_name_and_never_a_folder()
    {
        _place.AddFile("file", "content");
        _place.AddHardLink("other", "file");
        _place.AddLink("link", "file");
        _place.AddFolder("folder");
        AssertOk(Volume.Remove(_root, "file"u8));
        AssertOk(Volume.Remove(_root, "link"u8));
        AssertKind(VolumeErrorKind.Changed, Volume.Remove(_root, "folder"u8));
        AssertEntries("other=content", "folder/");
    }

    [Fact]
    public void Only_an_empty_folder_is_removed()
    {
        _place.AddFolder("folder");
        _place.AddFile("folder/file", "content");
        _place.AddLink("link", "folder");
        AssertKind(VolumeErrorKind.Exists, Volume.RemoveFolder(_root, "folder"u8));
        Assert.True(Volume.RemoveFolder(_root, "link"u8).Failed);
        FolderHandle folder = Open("folder");
        Assert.True(Volume.RemoveFolder(folder, "file"u8).Failed);
        AssertEntries("folder/", "folder/file=content", "link->folder");
        AssertOk(Volume.Remove(folder, "file"u8));
        Volume.Close(folder);
        AssertOk(Volume.RemoveFolder(_root, "folder"u8));
        AssertEntries("link->folder");
    }

    // EINVAL is said of what is no link, which some systems call invalid and others changed.
    private static VolumeError Kindly(VolumeError error) =>
        error.Kind == VolumeErrorKind.Other ? new VolumeError(VolumeErrorKind.Changed) : error;

    private string Add(string kind, string name)
    {
        switch (kind)
        {
            case "file":
                _place.AddFile(name, kind + name);
                return $"{name}={kind}{name}";
            case "folder":
                _place.AddFolder(name);
                return $"{name}/";
            default:
                _place.AddLink(name, "nowhere " + name);
                return $"{name}->nowhere {name}";
        }
    }
}
