using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <content>Laws about paths, with the rules of file systems for names.</content>
public abstract partial class FileSystemContract
{
    [Theory]
    [InlineData(new byte[] { 0xFF })]
    [InlineData(new byte[] { (byte)'a', 0xC3, (byte)'b' })]
    [InlineData(new byte[] { 0xED, 0xA0, 0x80 })]
    public void A_name_that_is_not_text_works_or_is_reported_as_bad(byte[] name)
    {
        _place.AddFolder("folder");
        Bytes path = (byte[])[.. "folder/"u8, .. name];
        _place.AddFile(path, "content");
        if (_place.Abilities.HasFlag(PlaceAbilities.AnyBytes))
        {
            AssertNameWorks("folder", name, "content");
            return;
        }

        FolderHandle folder = OpenFolder(_root, "folder");
        ListedEntry entry = Assert.Single(EntryCollector.List(Volume, folder).Entries);
        Volume.Close(folder);
        AssertKind(VolumeErrorKind.BadName, entry.Failure);
        AssertKind(VolumeErrorKind.BadName, TryOpenFile(_root, path));
        AssertKind(VolumeErrorKind.BadName, TryStat(_root, path, LinkPolicy.Stay, out _));
    }

    [Fact]
    public void A_name_beyond_255_bytes_is_too_long()
    {
        string name = new('n', 256);
        AssertKind(VolumeErrorKind.NameTooLong, TryOpenFile(_root, name));
        AssertKind(VolumeErrorKind.NameTooLong, TryOpenFolder(_root, name));
        AssertKind(VolumeErrorKind.NameTooLong, TryStat(_root, name, LinkPolicy.Stay, out _));
    }

    [Fact]
    public void Two_dots_go_up_from_the_target_of_a_link()
    {
        _place.AddFolder("far");
        _place.AddFolder("far/inner");
        _place.AddFile("far/file", "far");
        _place.AddFile("file", "near");
        _place.AddLink("link", "far/inner");

        Assert.Equal("far"u8, ReadWhole(_root, "link/../file"));
        Assert.Equal("near"u8, ReadWhole(_root, "far/../file"));
    }
}
