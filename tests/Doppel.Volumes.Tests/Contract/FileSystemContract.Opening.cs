using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <content>Laws about opening, with links and permissions.</content>
public abstract partial class FileSystemContract
{
    [Fact]
    public void A_link_as_last_component_is_opened_only_as_a_folder_and_only_when_followed()
    {
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
    public void A_link_target_is_returned_as_written(string target)
    {
        _place.AddLink("link", target);
        AssertOk(Volume.ReadLink(_root, "link"u8, out byte[] told));
        Assert.Equal(((Bytes)target).Span, told);
    }

    [Fact]
    public void A_long_link_target_is_returned_whole()
    {
        string target = string.Join('/', Enumerable.Repeat(new string('t', 99), 40));
        _place.AddLink("link", target);
        AssertOk(Volume.ReadLink(_root, "link"u8, out byte[] told));
        Assert.Equal(((Bytes)target).Span, told);
    }

    [Fact]
    public void A_file_without_permission_cannot_be_opened_but_its_facts_are_reported()
    {
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
}
