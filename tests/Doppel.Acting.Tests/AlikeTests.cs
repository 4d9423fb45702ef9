using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What must agree between keeper and duplicate, and who may act on a file at all.</summary>
public sealed class AlikeTests
{
    private const uint Somebody = 12_345;

    private static readonly ExtendedAttribute s_label = new("security.selinux", "label"u8.ToArray());
    private static readonly ExtendedAttribute s_other = new("security.selinux", "other"u8.ToArray());
    private static readonly ExtendedAttribute s_plain = new("user.note", "note"u8.ToArray());

    public static TheoryData<string> Differences => ["mode", "flags", "label", "other label", "kept label"];

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.Trash)]
    public void A_file_of_another_owner_or_group_stays(ActionKind action)
    {
        foreach (bool isGroup in (bool[])[true, false])
        {
            using ActingTree tree = Pair();
            tree.Act(action, Seen(look => look with
            {
                Facts = isGroup
                    ? look.Facts with { Group = look.Facts.Group + 1 }
                    : look.Facts with { Owner = look.Facts.Owner + 1 },
            }));
            ActResult result = Assert.Single(tree.Results);
            Assert.Equal(ActStatus.Skipped, result.Status);
            Assert.Contains("--across-owners", result.Reason, StringComparison.Ordinal);
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
    }

    [Fact]
    public void A_move_changes_nothing_about_owners_and_so_needs_no_equal_ones()
    {
        using ActingTree tree = Pair();
        tree.Act(ActionKind.Move, Seen(static look => look with
        {
            Facts = look.Facts with { Owner = look.Facts.Owner + 1, Group = look.Facts.Group + 1 },
        }));
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
    }

    [Theory]
    [MemberData(nameof(Differences))]
    public void Hard_links_join_files_of_one_mode_label_and_flags_only(string difference)
    {
        using ActingTree tree = Pair();
        HookedVolume volume = Seen(difference switch
        {
            "mode" => static look => look with { Facts = look.Facts with { Mode = look.Facts.Mode ^ 1 } },
            "flags" => static look => look with { Extras = look.Extras with { Flags = look.Extras.Flags ^ 0x40 } },
            "kept label" => static look => look,
            _ => static look => look with { Extras = look.Extras with { Attributes = [s_label] } },
        });
        if (difference is "other label" or "kept label")
        {
            Func<string, FileLook, FileLook> seen = volume.LookAs;
            volume.LookAs = (name, look) => name == "keep"
                ? look with { Extras = look.Extras with { Attributes = [s_other] } }
                : seen(name, look);
        }

        tree.Act(ActionKind.HardLink, volume);
        ActResult result = Assert.Single(tree.Results);
        Assert.Equal(ActStatus.Skipped, result.Status);
        Assert.Contains("--ignore-mode", result.Reason, StringComparison.Ordinal);
        tree.AssertAsBefore();
    }

    [Fact]
    public void Files_with_other_attributes_of_a_person_are_not_joined()
    {
        using ActingTree tree = Pair();
        tree.Act(ActionKind.HardLink, Seen(static look => look with
        {
            Extras = look.Extras with { Attributes = [s_plain] },
        }));
        ActResult result = Assert.Single(tree.Results);
        Assert.Equal(ActStatus.Skipped, result.Status);
        Assert.Contains("--ignore-mode", result.Reason, StringComparison.Ordinal);
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_hard_link_to_another_mount_is_refused_before_anything_is_made()
    {
        using ActingTree tree = Pair();
        var volume = new HookedVolume(ActingTree.Volume)
        {
            LookAs = static (name, look) => name == "keep"
                ? look with { Protection = look.Protection with { Mount = look.Protection.Mount + 1 } }
                : look,
        };
        bool isChanged = false;
        volume.Before = (_, call) =>
        {
            isChanged |= call is "link" or "exchange" or "remove";
            return null;
        };
        tree.Act(ActionKind.HardLink, volume);
        Assert.Contains("different file system", Assert.Single(tree.Results).Reason, StringComparison.Ordinal);
        Assert.False(isChanged);
        tree.AssertAsBefore();
    }

    [Theory]
    [InlineData(true, false, false, true)]
    [InlineData(true, true, false, false)]
    [InlineData(true, false, true, false)]
    [InlineData(false, false, false, false)]
    public void In_a_sticky_folder_only_its_owner_and_the_files_may_act(
        bool isSticky, bool ownsFolder, bool ownsFile, bool isRefused)
    {
        using ActingTree tree = Pair();
        string folder = $"{tree.Files.Folder}/a";
        File.SetUnixFileMode(
            folder, File.GetUnixFileMode(folder) | (isSticky ? UnixFileMode.StickyBit : UnixFileMode.None));
        if (ownsFolder && Environment.IsPrivilegedProcess)
        {
            // The folder of root itself would make the user root, who may do anything.
            Tool.Run("chown", $"{Somebody}", folder).MustSucceed();
        }

        uint owner = tree.FactsOf("a/drop").Owner;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            UserId = ownsFolder ? tree.FactsOf("a").Owner : Somebody,
            LookAs = (_, look) => look with { Facts = look.Facts with { Owner = ownsFile ? Somebody : owner + 7 } },
        };
        tree.Act(ActionKind.Delete, volume);
        ActResult result = Assert.Single(tree.Results);
        Assert.Equal(isRefused ? ActStatus.Skipped : ActStatus.Done, result.Status);
        Assert.Equal(isRefused, result.Reason.Contains("only its owner", StringComparison.Ordinal));
    }

    [Fact]
    public void A_file_system_that_shares_no_blocks_is_no_success()
    {
        foreach ((VolumeErrorKind kind, long shared) in ((VolumeErrorKind, long)[])
            [(VolumeErrorKind.None, 0), (VolumeErrorKind.Changed, 0), (VolumeErrorKind.Unsupported, 0)])
        {
            using ActingTree tree = Pair();
            tree.Act(ActionKind.Reflink, new HookedVolume(ActingTree.Volume)
            {
                Sharing = (_, _) => (new VolumeError(kind), shared),
            });
            Assert.NotEqual(ActStatus.Done, Assert.Single(tree.Results).Status);
            tree.AssertAsBefore();
        }
    }

    [Fact]
    public void Blocks_are_shared_from_the_first_byte_to_the_last_and_an_end_within_one_may_be_left()
    {
        const int Size = (20 << 20) + 1000;
        const long Large = 16 << 20;
        using var tree = new ActingTree();
        tree.Files.AddSparseFile("keep", Size, 1);
        tree.Files.AddSparseFile("drop", Size, 1);
        tree.AddKnown(["keep"], ["drop"]);
        List<(long, long)> asked = [];
        tree.Act(ActionKind.Reflink, new HookedVolume(ActingTree.Volume)
        {
            Sharing = (offset, length) =>
            {
                asked.Add((offset, length));
                return (VolumeError.None, Size - offset < 4096 ? 0 : Math.Min(length, Size - offset - 1000));
            },
        });
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        Assert.Equal([(0, Large), (Large, Size - Large), (Size - 1000, 1000)], asked);
    }

    private static ActingTree Pair()
    {
        var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        tree.Remember();
        return tree;
    }

    private static HookedVolume Seen(Func<FileLook, FileLook> drop) => new(ActingTree.Volume)
    {
        LookAs = (name, look) => name == "drop" ? drop(look) : look,
    };
}
