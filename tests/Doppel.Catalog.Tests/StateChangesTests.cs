using Doppel.Hashing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Catalog.Tests;

/// <summary>What is known about a file is known about its new state, however its changes were noted.</summary>
public sealed class StateChangesTests : IDisposable
{
    private static readonly FileSystemIdentity s_disk = new(7, 0);

    private readonly TempTree _tree = new();
    private readonly ContentCatalog _catalog;

    public StateChangesTests()
    {
        _catalog = ContentCatalog.Open($"{_tree.Folder}/catalog");
        _catalog.Add(s_disk, [Fact(1, FactKind.Whole), Fact(1, FactKind.Ends), Fact(1, FactKind.Comparison)]);
    }

    public void Dispose()
    {
        _catalog.Dispose();
        _tree.Dispose();
    }

    /// <summary>The times of pairs of states; a file may be opened before or during the change before.</summary>
    [Theory]
    [InlineData("1-9")]
    [InlineData("1-2 2-9")]
    [InlineData("1-5 1-9")]
    [InlineData("1-5 3-9")]
    [InlineData("1-5 3-7 1-8 6-9")]
    public void Changes_in_a_row_lead_from_the_first_state_to_the_last(string pairs)
    {
        var changes = new StateChanges(_catalog);
        foreach (string pair in pairs.Split(' '))
        {
            changes.Add(s_disk, At(pair[0] - '0'), At(pair[2] - '0'));
        }

        Assert.Empty(KindsKnown(9));
        changes.Flush();
        Assert.Equal([FactKind.Whole, FactKind.Ends], KindsKnown(9));
        Assert.Contains(FactKind.Comparison, KindsKnown(1));
    }

    [Fact]
    public void A_change_of_another_program_in_between_breaks_the_row()
    {
        var changes = new StateChanges(_catalog);
        changes.Add(s_disk, At(1), At(5));
        changes.Add(s_disk, At(6), At(9));
        changes.Flush();
        Assert.Empty(KindsKnown(9));
    }

    /// <summary>Each kind of change alone, so that none of them is hidden by the next.</summary>
    [Theory]
    [InlineData("size")]
    [InlineData("mtime")]
    [InlineData("birth")]
    [InlineData("inode")]
    [InlineData("file system")]
    public void Other_content_another_file_and_an_unknown_file_system_carry_nothing_over(string change)
    {
        var changes = new StateChanges(_catalog);
        FileFacts after = change switch
        {
            "size" => At(9) with { Size = 6 },
            "mtime" => At(9) with { Modified = new FileTime(2, 0) },
            "birth" => At(9) with { Born = new FileTime(2, 0) },
            "inode" => At(9) with { Inode = 12 },
            _ => At(9),
        };
        changes.Add(change == "file system" ? default : s_disk, At(1), after);
        changes.Flush();
        Assert.Empty(KindsKnown(At(1).Inode, after));
        Assert.Empty(KindsKnown(after.Inode, after));
        Assert.Contains(FactKind.Whole, KindsKnown(1));
    }

    /// <summary>The copy gets its name before or after its file does, and on the same disk or another.</summary>
    [Theory]
    [InlineData(7, false)]
    [InlineData(7, true)]
    [InlineData(8, false)]
    [InlineData(8, true)]
    public void A_copy_is_known_as_its_file_is(int disk, bool isRenamedFirst)
    {
        var other = new FileSystemIdentity((UInt128)disk, 0);
        FileFacts copy = At(5) with { Inode = 12, Born = new FileTime(105, 0) };
        FileFacts named = copy with { Changed = new FileTime(106, 0) };
        var changes = new StateChanges(_catalog);
        if (isRenamedFirst)
        {
            changes.Add(s_disk, At(1), At(2));
        }

        changes.AddCopy(s_disk, At(isRenamedFirst ? 2 : 1), other, copy, new Digest128(1, 2));
        changes.Add(other, copy, named);
        changes.Add(s_disk, At(isRenamedFirst ? 2 : 1), At(9));
        changes.Flush();
        Assert.Equal([FactKind.Whole, FactKind.Ends], KindsKnown(12, named, other));
        Assert.Equal([FactKind.Whole, FactKind.Ends], KindsKnown(9));
        Assert.Empty(KindsKnown(12, copy, other));
    }

    [Fact]
    public void A_file_that_was_only_compared_gets_the_digest_of_what_was_copied_from_it()
    {
        var disk = new FileSystemIdentity(9, 0);
        FileFacts copy = At(5) with { Inode = 12 };
        var changes = new StateChanges(_catalog);
        changes.AddCopy(disk, At(1), disk, copy, new Digest128(3, 4));
        changes.Add(disk, At(1), At(2));
        changes.Flush();
        Assert.Equal(new Digest128(3, 4), WholeOf(disk, 11, At(2)));
        Assert.Equal(new Digest128(3, 4), WholeOf(disk, 12, copy));
    }

    [Fact]
    public void A_copy_of_a_file_that_the_disk_has_damaged_is_known_as_it_was_written()
    {
        FileFacts copy = At(5) with { Inode = 12 };
        var changes = new StateChanges(_catalog);
        changes.AddCopy(s_disk, At(1), s_disk, copy, new Digest128(3, 4));
        changes.Flush();
        Assert.Equal(new Digest128(3, 4), WholeOf(s_disk, 12, copy));
        Assert.Equal([FactKind.Whole], KindsKnown(12, copy));

        // "doppel catalog verify" has to find the damage.
        Assert.Equal(new Digest128(1, 2), WholeOf(s_disk, 11, At(1)));
    }

    private Digest128 WholeOf(FileSystemIdentity disk, ulong inode, FileFacts facts)
    {
        Digest128 whole = default;
        _catalog.Find(
            disk, [new ContentQuery(inode, ChangeStamp.Of(facts), 0)],
            (int _, in ContentFact fact) => whole = fact.Kind == FactKind.Whole ? fact.Value : whole);
        return whole;
    }

    private static FileFacts At(int changed) => new()
    {
        Kind = EntryKind.File,
        Inode = 11,
        Size = 5,
        Born = new FileTime(1, 0),
        Modified = new FileTime(1, 0),
        Changed = new FileTime(100 + changed, 0),
    };

    private static ContentFact Fact(int changed, FactKind kind) =>
        new(11, ChangeStamp.Of(At(changed)), kind, new Digest128(1, 2), 1_700_000_000);

    private List<FactKind> KindsKnown(int changed) => KindsKnown(11, At(changed));

    private List<FactKind> KindsKnown(ulong inode, FileFacts facts, FileSystemIdentity? disk = null)
    {
        List<FactKind> kinds = [];
        _catalog.Find(
            disk ?? s_disk, [new ContentQuery(inode, ChangeStamp.Of(facts), 0)],
            (int _, in ContentFact fact) => kinds.Add(fact.Kind));
        return [.. kinds.Distinct().Order()];
    }
}
