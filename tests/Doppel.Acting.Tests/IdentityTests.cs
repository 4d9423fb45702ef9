using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What makes a file the one that was looked at.</summary>
public sealed class IdentityTests
{
    private static readonly FileFacts s_file = new()
    {
        Kind = EntryKind.File,
        Device = 1,
        Inode = 2,
        Size = 3,
        Modified = new FileTime(4, 5),
        Changed = new FileTime(6, 7),
    };

    [Fact]
    public void One_file_is_one_of_device_inode_kind_size_and_time_of_change()
    {
        FileFacts[] others =
        [
            s_file with { Kind = EntryKind.Link },
            s_file with { Device = 9 },
            s_file with { Inode = 9 },
            s_file with { Size = 9 },
            s_file with { Modified = new FileTime(4, 6) },
            s_file with { Modified = new FileTime(5, 5) },
        ];
        Assert.True(Identity.SameFile(s_file, s_file));
        Assert.All(others, static other =>
        {
            Assert.False(Identity.SameFile(s_file, other));
            Assert.False(Identity.SameFile(other, s_file));
            Assert.False(Identity.Unchanged(s_file, other));
        });
    }

    [Fact]
    public void A_rename_changes_the_ctime_and_leaves_the_file_the_same()
    {
        FileFacts renamed = s_file with { Changed = new FileTime(6, 8) };
        Assert.True(Identity.SameFile(s_file, renamed));
        Assert.False(Identity.Unchanged(s_file, renamed));
        Assert.True(Identity.Unchanged(s_file, s_file));
    }

    [Fact]
    public void A_folder_or_link_is_never_the_same_file()
    {
        FileFacts link = s_file with { Kind = EntryKind.Link };
        Assert.False(Identity.SameFile(link, link));
        Assert.True(Identity.SameInode(link, s_file));
    }
}
