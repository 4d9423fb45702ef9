namespace Doppel.Volumes.Tests;

/// <summary>Which facts decide whether a file is still the one that was looked at.</summary>
public sealed class FileFactsTests
{
    private static readonly FileFacts s_facts = new()
    {
        Kind = EntryKind.File,
        Size = 10,
        Device = 1,
        Inode = 2,
        Links = 3,
        Allocated = 4096,
        Owner = 5,
        Group = 6,
        Mode = 7,
        Modified = new FileTime(100, 200),
        Changed = new FileTime(300, 400),
    };

    [Fact]
    public void Device_inode_size_and_both_times_to_the_nanosecond_decide_about_content()
    {
        FileFacts[] others =
        [
            s_facts with { Device = 9 },
            s_facts with { Inode = 9 },
            s_facts with { Size = 9 },
            s_facts with { Modified = new FileTime(101, 200) },
            s_facts with { Modified = new FileTime(100, 201) },
            s_facts with { Changed = new FileTime(301, 400) },
            s_facts with { Changed = new FileTime(300, 401) },
        ];
        Assert.True(s_facts.SameContentAs(s_facts));
        Assert.All(others, static other =>
        {
            Assert.False(s_facts.SameContentAs(other));
            Assert.False(s_facts == other);
        });
    }

    [Fact]
    public void Names_owner_and_mode_do_not_decide_about_content()
    {
        FileFacts[] others =
        [
            s_facts with { Kind = EntryKind.Link },
            s_facts with { Offline = true },
            s_facts with { IsMountRoot = true },
            s_facts with { Links = 9 },
            s_facts with { Allocated = 9 },
            s_facts with { Owner = 9 },
            s_facts with { Group = 9 },
            s_facts with { Mode = 9 },
        ];
        Assert.All(others, static other =>
        {
            Assert.True(s_facts.SameContentAs(other));
            Assert.True(s_facts != other);
        });
    }
}
