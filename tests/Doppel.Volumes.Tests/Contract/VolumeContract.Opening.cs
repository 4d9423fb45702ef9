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
    public void Anything_but_a_link_has_no_target()
    {
        _place.AddFile("file", "abc");
        Assert.True(Volume.ReadLink(_root, "file"u8, out byte[] target).Failed);
        Assert.Empty(target);
        AssertKind(VolumeErrorKind.Vanished, Volume.ReadLink(_root, "missing"u8, out target));
        Assert.Empty(target);
    }

    [Fact]
    public void A_missing_path_is_reported_as_vanished()
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
