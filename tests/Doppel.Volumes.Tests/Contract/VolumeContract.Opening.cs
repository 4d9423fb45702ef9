using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <content>Laws about opening: what is refused, links, and what is missing or denied.</content>
public abstract partial class VolumeContract
{
    [Fact]
    public void Only_regular_files_are_opened_and_nothing_blocks()
    {
        _place.AddFolder("folder");
        AssertKind(VolumeErrorKind.Changed, TryOpenFile(_root, "folder"));
        foreach (byte[] special in _place.AddSpecials())
        {
            AssertKind(VolumeErrorKind.Changed, TryOpenFile(FolderHandle.None, special));
            AssertKind(VolumeErrorKind.Changed, TryOpenFolder(FolderHandle.None, special));
            AssertOk(TryStat(FolderHandle.None, special, LinkPolicy.Stay, out FileFacts facts));
            Assert.Equal(EntryKind.Special, facts.Kind);
        }
    }

    [Fact]
    public void A_file_is_not_opened_as_a_folder()
    {
        _place.AddFile("file", "abc");
        AssertKind(VolumeErrorKind.Changed, TryOpenFolder(_root, "file"));
    }

    [Fact]
    public void Nothing_is_below_a_file()
    {
        _place.AddFile("file", "abc");
        AssertKind(VolumeErrorKind.Vanished, TryOpenFile(_root, "file/below"));
        AssertKind(VolumeErrorKind.Vanished, TryOpenFolder(_root, "file/below"));
        AssertKind(VolumeErrorKind.Vanished, TryStat(_root, "file/below", LinkPolicy.Stay, out _));
    }

    [Fact]
    public void A_link_as_last_component_is_opened_only_as_a_folder_and_only_when_followed()
    {
        NeedsFileSystem();
        _place.AddFolder("folder");
        _place.AddFile("file", "abc");
        _place.AddLink("to-folder", "folder");
        _place.AddLink("to-file", "file");

        AssertKind(VolumeErrorKind.IsLink, TryOpenFile(_root, "to-file"));
        AssertKind(VolumeErrorKind.IsLink, TryOpenFolder(_root, "to-folder"));
        AssertOk(TryOpenFolder(_root, "to-folder", LinkPolicy.Follow));
        AssertOk(TryOpenFolder(_root, "folder", LinkPolicy.Follow));
        AssertKind(VolumeErrorKind.Changed, TryOpenFolder(_root, "to-file", LinkPolicy.Follow));
    }

    [Fact]
    public void Links_on_the_way_are_followed()
    {
        NeedsFileSystem();
        _place.AddFolder("folder");
        _place.AddFile("folder/file", "abc");
        _place.AddLink("link", "folder");
        _place.AddLink("absolute", _place.At("folder"));

        Assert.Equal("abc"u8, ReadWhole(_root, "link/file"));
        Assert.Equal("abc"u8, ReadWhole(_root, "absolute/file"));
        FolderHandle folder = OpenFolder(_root, "link", LinkPolicy.Follow);
        Assert.Equal("abc"u8, ReadWhole(folder, "file"));
        Assert.Equal("file", Assert.Single(EntryCollector.List(Volume, folder).Entries).Name);
        Volume.Close(folder);
    }

    [Fact]
    public void Facts_are_of_the_link_or_of_what_it_leads_to_as_asked()
    {
        NeedsFileSystem();
        _place.AddFile("file", "abc");
        _place.AddLink("link", "file");
        _place.AddLink("over", "link");

        foreach (Bytes link in (Bytes[])["link", "over"])
        {
            AssertOk(TryStat(_root, link, LinkPolicy.Stay, out FileFacts stays));
            AssertOk(TryStat(_root, link, LinkPolicy.Follow, out FileFacts follows));
            Assert.Equal(EntryKind.Link, stays.Kind);
            Assert.Equal(_place.Real("file"), follows);
        }
    }

    [Fact]
    public void Links_that_lead_nowhere_or_in_a_circle_fail_when_followed()
    {
        NeedsFileSystem();
        _place.AddLink("dangling", "nowhere");
        _place.AddLink("here", "there");
        _place.AddLink("there", "here");

        AssertOk(TryStat(_root, "dangling", LinkPolicy.Stay, out _));
        AssertKind(VolumeErrorKind.Vanished, TryStat(_root, "dangling", LinkPolicy.Follow, out _));
        AssertKind(VolumeErrorKind.Vanished, TryOpenFolder(_root, "dangling", LinkPolicy.Follow));
        AssertOk(TryStat(_root, "here", LinkPolicy.Stay, out _));
        AssertKind(VolumeErrorKind.IsLink, TryStat(_root, "here", LinkPolicy.Follow, out _));
        AssertKind(VolumeErrorKind.IsLink, TryOpenFolder(_root, "here", LinkPolicy.Follow));
    }

    [Theory]
    [InlineData("file")]
    [InlineData("/absolute/../with/dots/.")]
    [InlineData("a b\n'\"\\")]
    [InlineData("ünï")]
    public void A_link_s_target_is_told_as_it_is_written(string target)
    {
        NeedsFileSystem();
        _place.AddLink("link", target);
        AssertOk(Volume.ReadLink(_root, "link"u8, out byte[] told));
        Assert.Equal(((Bytes)target).Span, told);
    }

    [Fact]
    public void A_link_s_long_target_is_told_whole()
    {
        NeedsFileSystem();
        string target = string.Join('/', Enumerable.Repeat(new string('t', 99), 40));
        _place.AddLink("link", target);
        AssertOk(Volume.ReadLink(_root, "link"u8, out byte[] told));
        Assert.Equal(((Bytes)target).Span, told);
    }

    [Fact]
    public void What_is_no_link_has_no_target()
    {
        _place.AddFile("file", "abc");
        Assert.True(Volume.ReadLink(_root, "file"u8, out byte[] target).Failed);
        Assert.Empty(target);
        AssertKind(VolumeErrorKind.Vanished, Volume.ReadLink(_root, "missing"u8, out target));
        Assert.Empty(target);
    }

    [Fact]
    public void What_is_not_there_has_vanished()
    {
        _place.AddFolder("folder");
        foreach (Bytes path in (Bytes[])["missing", "missing/below", "folder/missing"])
        {
            AssertKind(VolumeErrorKind.Vanished, TryOpenFile(_root, path));
            AssertKind(VolumeErrorKind.Vanished, TryOpenFolder(_root, path));
            AssertKind(VolumeErrorKind.Vanished, TryStat(_root, path, LinkPolicy.Stay, out _));
            AssertKind(VolumeErrorKind.Vanished, TryOpenFile(FolderHandle.None, _place.At(path)));
        }
    }

    [Fact]
    public void A_file_without_permission_is_denied_and_still_told()
    {
        NeedsFileSystem();
        _place.AddFile("secret", "abc");
        _place.RunDenied("secret", () =>
        {
            AssertKind(VolumeErrorKind.AccessDenied, TryOpenFile(_root, "secret"));
            AssertOk(TryStat(_root, "secret", LinkPolicy.Stay, out FileFacts facts));
            Assert.Equal(3, facts.Size);
        });
    }

    [Fact]
    public void A_folder_without_permission_is_denied_at_opening_or_at_listing()
    {
        NeedsFileSystem();
        _place.AddFolder("secret");
        _place.AddFile("secret/file", "abc");
        _place.RunDenied("secret", () =>
        {
            VolumeError error = Volume.OpenFolder(_root, "secret"u8, LinkPolicy.Stay, out FolderHandle folder, out _);
            if (!error.Failed)
            {
                error = Volume.List(folder, FactFields.All, new EntryCollector());
                Volume.Close(folder);
            }

            AssertKind(VolumeErrorKind.AccessDenied, error);
            AssertKind(VolumeErrorKind.AccessDenied, TryOpenFile(_root, "secret/file"));
            AssertKind(VolumeErrorKind.AccessDenied, TryStat(_root, "secret/file", LinkPolicy.Stay, out _));
        });
    }

    [Fact]
    public void Every_kind_of_failure_has_a_description_of_its_own()
    {
        VolumeErrorKind[] kinds = [.. Enum.GetValues<VolumeErrorKind>().Where(
            static kind => kind is not (VolumeErrorKind.None or VolumeErrorKind.Other))];
        string other = Volume.Describe(new VolumeError(VolumeErrorKind.Other));
        string[] texts = [.. kinds.Select(kind => Volume.Describe(new VolumeError(kind)))];
        Assert.All(texts.Append(other), static text => Assert.False(string.IsNullOrWhiteSpace(text)));
        Assert.Equal(kinds.Length, texts.Except([other]).Count());
    }

    [Fact]
    public void A_failure_of_the_system_is_described_by_its_code()
    {
        // EACCES and EIO of every Unix.
        string denied = Volume.Describe(new VolumeError(VolumeErrorKind.Other, 13));
        string broken = Volume.Describe(new VolumeError(VolumeErrorKind.Other, 5));
        Assert.NotEqual(denied, broken);
        Assert.All((string[])[denied, broken], text => Assert.NotEqual(
            Volume.Describe(new VolumeError(VolumeErrorKind.Other)), text));
        if (_place is DiskPlace)
        {
            Assert.Equal(("Permission denied", "Input/output error"), (denied, broken));
        }
    }
}
