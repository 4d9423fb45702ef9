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

    private List<FactKind> KindsKnown(ulong inode, FileFacts facts)
    {
        List<FactKind> kinds = [];
        _catalog.Find(
            s_disk, [new ContentQuery(inode, ChangeStamp.Of(facts), 0)],
            (int _, in ContentFact fact) => kinds.Add(fact.Kind));
        return [.. kinds.Distinct().Order()];
    }
}
