using System.Text;

namespace Doppel.Volumes.Tests;

/// <content>Files that are made and written, what they carry, leases and locks.</content>
public abstract partial class ChangeContract
{
    [Fact]
    public void A_file_is_made_only_where_nothing_exists()
    {
        _place.AddFile("file", "stays");
        _place.AddFolder("folder");
        _place.AddLink("link", "nowhere");
        foreach (string name in (string[])["file", "folder", "link"])
        {
            AssertKind(VolumeErrorKind.Exists, Volume.MakeFile(
                _root, Encoding.UTF8.GetBytes(name), Private, out FileHandle none));
            Assert.Equal(FileHandle.None, none);
            AssertKind(VolumeErrorKind.Exists, Volume.MakeFolder(_root, Encoding.UTF8.GetBytes(name), Private));
        }

        AssertOk(Volume.MakeFile(_root, "new"u8, Private, out FileHandle file));
        AssertOk(Volume.Stat(file, out FileFacts facts));
        Assert.Equal((EntryKind.File, 0L, Private), (facts.Kind, facts.Size, facts.Mode));
        Volume.Close(file);
        AssertEntries("file=stays", "folder/", "link->nowhere", "new=");
    }

    [Fact]
    public void Written_content_is_read_back_and_a_file_can_be_opened_for_appending()
    {
        AssertOk(Volume.MakeFile(_root, "file"u8, Private, out FileHandle file));
        AssertOk(Volume.Write(file, 0, "content"u8));
        AssertOk(Volume.Write(file, 3, "-"u8));
        AssertOk(Volume.SetLength(file, 5));
        byte[] read = new byte[9];
        AssertOk(Volume.Read(file, 0, read, out int count));
        Assert.Equal("con-e", Encoding.UTF8.GetString(read, 0, count));
        Volume.Close(file);
        AssertOk(Volume.OpenForAppending(_root, "file"u8, out file, out long length));
        Assert.Equal(5, length);
        AssertOk(Volume.Write(file, length, "nt"u8));
        Volume.Close(file);
        AssertEntries("file=con-ent");
    }

    [Fact]
    public void Only_a_file_can_be_opened_for_appending()
    {
        _place.AddFile("file", "content");
        _place.AddLink("link", "file");
        _place.AddFolder("folder");
        _place.AddSpecials();
        foreach (string name in (string[])["link", "folder", "fifo"])
        {
            Assert.True(Volume.OpenForAppending(
                _root, Encoding.UTF8.GetBytes(name), out FileHandle file, out _).Failed);
            Assert.Equal(FileHandle.None, file);
        }
    }

    [Fact]
    public void Holes_are_distinguished_from_data()
    {
        const int Block = 64 * 1024;
        const int Size = 4 * 1024 * 1024;
        AssertOk(Volume.MakeFile(_root, "file"u8, Private, out FileHandle file));
        AssertOk(Volume.SetLength(file, Size));
        AssertOk(Volume.NextData(file, 0, out long start, out long behind));
        Assert.Equal((Size, Size), (start, behind));
        AssertOk(Volume.Write(file, 2 * Block, new byte[Block]));
        AssertOk(Volume.Write(file, 9 * Block, new byte[Block]));
        AssertOk(Volume.NextData(file, 0, out start, out behind));
        Assert.Equal((2 * Block, 3 * Block), (start, behind));
        AssertOk(Volume.NextData(file, behind, out start, out behind));
        Assert.Equal((9 * Block, 10 * Block), (start, behind));
        AssertOk(Volume.NextData(file, behind, out start, out behind));
        Assert.Equal((Size, Size), (start, behind));
        AssertOk(Volume.NextData(file, Size, out start, out behind));
        Assert.Equal((Size, Size), (start, behind));
        Volume.Close(file);
    }

    [Fact]
    public void A_file_gets_back_what_another_carried()
    {
        uint owner = Environment.IsPrivilegedProcess ? 12_345 : Volume.User;
        uint group = Environment.IsPrivilegedProcess ? 54_321 : Look(_root, AddPlain("plain")).Group;
        var wanted = new FileFacts
        {
            Owner = owner,
            Group = group,
            Mode = 0x9ED, // rwsr-xr-x: a change of owner takes the first bit away
            Modified = new FileTime(1_000_000_007, 123_456_789),
        };
        var extras = new FileExtras(0, [
            new ExtendedAttribute("user.one", "value"u8.ToArray()),
            new ExtendedAttribute("user.two", ReadOnlyMemory<byte>.Empty)]);
        AssertOk(Volume.MakeFile(_root, "file"u8, Private, out FileHandle file));
        AssertOk(Volume.Write(file, 0, "content"u8));
        AssertOk(Volume.Restore(file, wanted, extras));
        AssertRestored(file, wanted, extras);

        // What the other did not carry goes.
        var fewer = new FileExtras(0, [extras.Attributes[1]]);
        AssertOk(Volume.Restore(file, wanted, fewer));
        AssertRestored(file, wanted, fewer);
        Volume.Close(file);
        AssertOk(Volume.OpenFile(_root, "file"u8, out file, out _));
        AssertRestored(file, wanted, fewer);
        Volume.Close(file);
    }

    [Fact]
    public void A_file_gets_back_its_group_alone_and_its_mode_though_the_owner_changes()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "needs root");
        AssertOk(Volume.MakeFile(_root, "file"u8, Private, out FileHandle file));
        AssertOk(Volume.Stat(file, out FileFacts facts));

        // A change of owner or group takes the set-uid bit away, be it in the mode already or not.
        FileFacts wanted = facts with { Mode = 0x9ED };
        AssertOk(Volume.Restore(file, wanted, FileExtras.None));
        AssertRestored(file, wanted, FileExtras.None);
        wanted = wanted with { Group = 54_321 };
        AssertOk(Volume.Restore(file, wanted, FileExtras.None));
        AssertRestored(file, wanted, FileExtras.None);
        wanted = wanted with { Owner = 12_345 };
        AssertOk(Volume.Restore(file, wanted, FileExtras.None));
        AssertRestored(file, wanted, FileExtras.None);
        Volume.Close(file);
    }

    [Fact]
    public void One_look_reports_the_same_as_separate_calls()
    {
        _place.AddFile("file", "content");
        _place.AddFolder("folder");
        _place.AddLink("link", "file");
        AssertOk(Volume.Look(_root, "file"u8, out FileLook look));
        AssertOk(Volume.OpenFile(_root, "file"u8, out FileHandle file, out FileFacts facts));
        AssertOk(Volume.Protection(_root, "file"u8, out FileProtection protection));
        AssertOk(Volume.ReadExtras(file, out FileExtras extras));
        Volume.Close(file);
        Assert.Equal(new FileLook(facts, protection, extras), look);
        Assert.Equal("content".Length, look.Facts.Size);
        foreach (string other in (string[])["folder", "link", "none"])
        {
            byte[] name = Encoding.UTF8.GetBytes(other);
            VolumeError opened = Volume.OpenFile(_root, name, out FileHandle none, out _);
            Assert.Equal(FileHandle.None, none);
            AssertKind(opened.Kind, Volume.Look(_root, name, out look));
            Assert.Equal(default, look);
            Assert.True(opened.Failed, other);
        }
    }

    [Fact]
    public void Inode_flags_are_read_and_restored()
    {
        const uint NoDump = 0x40;
        AssertOk(Volume.MakeFile(_root, "file"u8, Private, out FileHandle file));
        AssertOk(Volume.ReadExtras(file, out FileExtras before));
        FileFacts facts = Look(_root, "file");
        VolumeError error = Volume.Restore(file, facts, before with { Flags = before.Flags | NoDump });
        bool has = !error.Failed;
        AssertOk(Volume.ReadExtras(file, out FileExtras after));
        Volume.Close(file);
        Assert.SkipUnless(has, "the file system of the tests has no flags");
        Assert.Equal(before.Flags | NoDump, after.Flags);
    }

    [Fact]
    public void One_of_two_gets_a_lock_until_it_unlocks_or_closes()
    {
        _place.AddFile("lock", "");
        AssertOk(Volume.OpenForAppending(_root, "lock"u8, out FileHandle first, out _));
        AssertOk(Volume.OpenForAppending(_root, "lock"u8, out FileHandle second, out _));
        AssertOk(Volume.Lock(first));
        AssertKind(VolumeErrorKind.Busy, Volume.Lock(second));
        AssertOk(Volume.Unlock(first));
        AssertOk(Volume.Lock(second));
        AssertKind(VolumeErrorKind.Busy, Volume.Lock(first));
        Volume.Close(second);
        AssertOk(Patient.Try(() => Volume.Lock(first)));
        Volume.Close(first);
    }

    [Fact]
    public void A_lease_that_was_not_taken_is_not_held()
    {
        _place.AddFile("file", "content");
        AssertOk(Volume.OpenFile(_root, "file"u8, out FileHandle file, out _));
        Assert.False(Volume.HoldsLease(file));
        VolumeError error = Patient.Try(() => Volume.TakeLease(file));
        Assert.Contains(error.Kind, (VolumeErrorKind[])[VolumeErrorKind.None, VolumeErrorKind.Unsupported]);
        Assert.Equal(!error.Failed, Volume.HoldsLease(file));
        Volume.Close(file);
    }

    private string AddPlain(string name)
    {
        _place.AddFile(name, "");
        return name;
    }

    private void AssertRestored(FileHandle file, in FileFacts wanted, FileExtras extras)
    {
        AssertOk(Volume.Stat(file, out FileFacts facts));
        Assert.Equal(
            (wanted.Owner, wanted.Group, wanted.Mode, wanted.Modified),
            (facts.Owner, facts.Group, facts.Mode, facts.Modified));
        AssertOk(Volume.ReadExtras(file, out FileExtras read));
        Assert.Equal(
            extras.Attributes, read.Attributes.Where(one => one.Name.StartsWith("user.", StringComparison.Ordinal)));
    }
}
