using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <content>Laws about paths and names.</content>
public abstract partial class VolumeContract
{
    public static TheoryData<string> Names => new(
        new string('n', 255),
        "new\nline",
        "'single' \"double\" `back`",
        "back\\slash",
        " leading and trailing ",
        "trailing.",
        "-rf",
        "\u0001\u001B[31m",
        "\u202Egpj.exe",
        "e\u0301",
        "\u00E9",
        "\u65E5\u672C",
        "\U0001F600",
        "%s$HOME*?[a]");

    [Theory]
    [MemberData(nameof(Names))]
    public void A_name_of_any_text_works_everywhere(string name)
    {
        _place.AddFolder("folder");
        _place.AddFile("folder/" + name, "content");
        AssertNameWorks("folder", name, "content");
    }

    [Fact]
    public void A_path_with_NUL_never_reaches_the_file_named_before_it()
    {
        _place.AddFile("file", "abc");
        Assert.True(TryOpenFile(_root, "file\0"u8).Failed);
        Assert.True(TryStat(_root, "file\0more"u8, LinkPolicy.Stay, out _).Failed);
    }

    [Fact]
    public void A_path_starts_at_its_folder()
    {
        _place.AddFolder("a");
        _place.AddFolder("a/b");
        _place.AddFolder("a/b/c");
        _place.AddFile("a/b/c/file", "deep");
        _place.AddFile("file", "flat");

        FolderHandle a = OpenFolder(_root, "a");
        FolderHandle c = OpenFolder(a, "b/c");
        Assert.Equal("deep"u8, ReadWhole(_root, "a/b/c/file"));
        Assert.Equal("deep"u8, ReadWhole(a, "b/c/file"));
        Assert.Equal("deep"u8, ReadWhole(c, "file"));
        Assert.Equal("flat"u8, ReadWhole(c, "../../../file"));
        Assert.Equal("deep"u8, ReadWhole(FolderHandle.None, _place.At("a/b/c/file")));
        Volume.Close(a);
        Assert.Equal("deep"u8, ReadWhole(c, "file"));
        Volume.Close(c);
    }

    [Fact]
    public void An_empty_path_opens_the_folder_anew()
    {
        _place.AddFile("file", "abc");
        FolderHandle again = OpenFolder(_root, "");
        FolderHandle third = OpenFolder(again, "");
        Volume.Close(again);
        Assert.Equal("file", Assert.Single(EntryCollector.List(Volume, third).Entries).Name);
        Volume.Close(third);
    }

    [Fact]
    public void A_path_beyond_the_limit_of_one_call_works_or_is_reported_as_too_long()
    {
        string[] folders = [.. Enumerable.Range(0, 24).Select(i => $"{i:D2}" + new string('d', 198))];
        _place.AddDeep(folders, "file", "bottom");
        string path = string.Join('/', folders);

        if (!_place.Abilities.HasFlag(PlaceAbilities.LongPaths))
        {
            AssertKind(VolumeErrorKind.NameTooLong, TryOpenFolder(_root, path));
            AssertKind(VolumeErrorKind.NameTooLong, TryOpenFile(_root, path + "/file"));
            AssertKind(VolumeErrorKind.NameTooLong, TryStat(_root, path + "/file", LinkPolicy.Stay, out _));
            return;
        }

        Assert.Equal("bottom"u8, ReadWhole(_root, path + "/file"));
        Assert.Equal("bottom"u8, ReadWhole(FolderHandle.None, _place.At(path + "/file")));
        AssertOk(TryStat(_root, path + "/file", LinkPolicy.Stay, out FileFacts facts));
        Assert.Equal(6, facts.Size);
        AssertKind(VolumeErrorKind.Vanished, TryOpenFile(_root, path + "/missing"));
        AssertKind(VolumeErrorKind.IsLink, OpenLinkByLongPath(path));
        FolderHandle bottom = OpenFolder(FolderHandle.None, _place.At(path));
        Assert.Contains(EntryCollector.List(Volume, bottom).Entries, entry => entry.Name == "file");
        Volume.Close(bottom);
    }

    [Fact]
    public void Folders_of_any_depth_are_reached_step_by_step()
    {
        string[] folders = [.. Enumerable.Range(0, 24).Select(i => $"{i:D2}" + new string('d', 198))];
        _place.AddDeep(folders, "file", "bottom");
        FolderHandle at = OpenFolder(_root, "");
        VolumeError error = VolumeError.None;
        foreach (string name in folders)
        {
            error = Volume.OpenFolder(at, ((Bytes)name).Span, LinkPolicy.Stay, out FolderHandle next, out _);
            if (error.Failed)
            {
                break;
            }

            Volume.Close(at);
            at = next;
        }

        if (_place.Abilities.HasFlag(PlaceAbilities.LongPaths))
        {
            Assert.Equal("bottom"u8, ReadWhole(at, "file"));
        }
        else
        {
            AssertKind(VolumeErrorKind.NameTooLong, error);
        }

        Volume.Close(at);
    }

    private protected void AssertNameWorks(Bytes folderName, Bytes name, Bytes content)
    {
        FolderHandle folder = OpenFolder(_root, folderName);
        ListedEntry entry = Assert.Single(EntryCollector.List(Volume, folder).Entries);
        Assert.Equal(Latin(name), entry.Name);
        AssertOk(entry.Failure);
        Bytes path = (byte[])[.. folderName.Span, (byte)'/', .. name.Span];
        Assert.Equal(_place.Real(path), entry.Facts);
        Assert.Equal(content.Span, ReadWhole(folder, name));
        Assert.Equal(content.Span, ReadWhole(_root, path));
        AssertOk(TryStat(folder, name, LinkPolicy.Stay, out FileFacts facts));
        Assert.Equal(entry.Facts, facts);
        Volume.Close(folder);
    }

    // No test can make a link that deep by one call, so the long path comes back up to one at the top.
    private protected VolumeError OpenLinkByLongPath(string path)
    {
        _place.AddLink("top", "file");
        string up = string.Concat(Enumerable.Repeat("/..", 24));
        return TryOpenFile(_root, path + up + "/top");
    }
}
