using Doppel.Media;

namespace Doppel.Acting.Tests;

/// <summary>
/// Tags that would be lost are added to the sidecar of the keeper first. Wherever a run, or its undo, ends or is
/// refused, the sidecar is whole, and undo restores it byte by byte.
/// </summary>
public sealed class SidecarActTests
{
    private const string Old = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><!-- mine -->\r\n<rdf:RDF "
        + "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' "
        + "xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='2'>"
        + "<dc:subject><rdf:Bag><rdf:li>old</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>";

    private static readonly string[] s_union =
        ["keywords=a & b", "keywords=sea", "keywords=sun", "rating=4", "title=T"];

    private static readonly ActionKind[] s_actions =
        [.. Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)];

    public static TheoryData<ActionKind, string?> Actions { get; } = new(
        from action in s_actions from old in (string?[])[null, Old] select (action, old));

    public static TheoryData<ActionKind, string?, bool> Ends { get; } = new(
        from action in TestRun.IsFull ? s_actions : [ActionKind.Delete, ActionKind.HardLink, ActionKind.Trash]
        from old in (string?[])[null, Old]
        from after in (bool[])[false, true]
        select (action, old, after));

    [Theory]
    [MemberData(nameof(Actions))]
    public void The_sidecar_gets_the_tags_and_the_keeper_stays_as_it_is(ActionKind action, string? old)
    {
        using ActingTree tree = ActingTree.Sidecar(old);
        string path = $"{tree.Files.Folder}/a/keep.wav";
        byte[] keeper = File.ReadAllBytes(path);
        DateTime time = File.GetLastWriteTimeUtc(path);
        ulong inode = tree.InodeOf("a/keep.wav");
        tree.Act(action);
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.Equal(keeper, File.ReadAllBytes(path));
        Assert.Equal((time, inode), (File.GetLastWriteTimeUtc(path), tree.InodeOf("a/keep.wav")));
        Assert.Equal(old is null ? s_union : [.. s_union, "keywords=old"], Tags(tree), Same);
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(
                old is null
                    ? File.GetUnixFileMode(path)
                    : UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead,
                File.GetUnixFileMode(path + ".xmp"));
        }

        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, string? old, bool after) =>
        (Acting(action, old) with { Check = IsWhole }).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_where_names_cannot_be_exchanged(ActionKind action, string? old, bool after) =>
        (Acting(action, old) with { CanExchange = false, Then = static (tree, volume) => tree.UndoIfBegun(volume) })
            .End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_during_the_undo_too(ActionKind action, string? old, bool after) =>
        (Acting(action, old) with
        {
            Before = (tree, volume) => tree.Act(action, volume),
            Step = static (tree, volume) => tree.Undo(volume),
            Check = IsWhole,
        }).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, string? old, bool once) =>
        (Acting(action, old) with { Check = IsWhole }).Refuse(once, Refusals.Of);

    [Theory]
    [MemberData(nameof(Ends))]
    public void A_run_that_is_resumed_has_added_the_tags_of_all_that_is_gone(ActionKind action, string? old, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += TestRun.Count(3, 1))
        {
            using ActingTree tree = ActingTree.Sidecar(old);
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after);
            tree.Resume(action, plan);
            tree.AssertNothingLost();
            Assert.Equal(old is null ? s_union : [.. s_union, "keywords=old"], Tags(tree), Same);
            Assert.True(tree.Undo());
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [InlineData("links", "its sidecar has several hard links")]
    [InlineData("read-only", "its sidecar is read-only")]
    [InlineData("symbolic link", "")]
    [InlineData("title", "its sidecar has another value: title")]
    [InlineData("damage", "its sidecar is not XMP in UTF-8, or is damaged")]
    public void A_file_stays_if_its_tags_cannot_be_added(string obstacle, string why)
    {
        using ActingTree tree = ActingTree.Sidecar(Old);
        string path = $"{tree.Files.Folder}/a/keep.wav.xmp";
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        switch (obstacle)
        {
            case "links":
                tree.Files.AddHardLink("c/other.xmp", "a/keep.wav.xmp");
                break;
            case "read-only":
                File.SetAttributes(path, FileAttributes.ReadOnly);
                break;
            case "symbolic link":
                tree.Files.Rename("a/keep.wav.xmp", "c/real.xmp");
                tree.Files.AddSymbolicLink("a/keep.wav.xmp", "../c/real.xmp");
                break;
            case "title":
                Assert.Null(XmpSidecar.Add(
                    File.ReadAllBytes(path), [], [new(TagNames.Title, "Other")], out byte[] changed));
                File.WriteAllBytes(path, changed);
                break;
            default:
                File.WriteAllText(path, Old + "<");
                break;
        }

        tree.Remember();
        tree.Act(ActionKind.Trash, plan: plan);
        string[] staying = obstacle == "title" ? ["b/n1.wav", "b/n2.wav"] : ["a/drop.wav", "b/n1.wav", "b/n2.wav"];
        Assert.All(staying, name => Assert.True(File.Exists($"{tree.Files.Folder}/{name}")));
        Assert.All(
            tree.Results.Where(result => staying.Any(
                name => $"{result.Name}".EndsWith(name, StringComparison.Ordinal))),
            result =>
            {
                Assert.NotEqual(ActStatus.Done, result.Status);
                Assert.Contains(why, result.Reason, StringComparison.Ordinal);
            });
        tree.Undo();
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_sidecar_that_somebody_has_changed_since_is_not_touched_by_an_undo()
    {
        foreach (string? old in (string?[])[null, Old])
        {
            using ActingTree tree = ActingTree.Sidecar(old);
            tree.Act(ActionKind.Trash);
            string path = $"{tree.Files.Folder}/a/keep.wav.xmp";
            File.AppendAllText(path, " ");
            byte[] mine = File.ReadAllBytes(path);
            tree.Undo();
            Assert.Equal(mine, File.ReadAllBytes(path));
            Assert.Equal(
                "it is no longer as the run left it",
                tree.Results.First(
                    static result => $"{result.Name}".EndsWith(".xmp", StringComparison.Ordinal)).Reason);
        }
    }

    public static TheoryData<string, string?> Moments { get; } = new(
        from call in (string[])["sync", "write", "exchange", "move", "lease?", "remove"]
        from old in (string?[])[null, Old]
        select (call, old));

    // As programs do that save a new file and rename it.
    [Theory]
    [MemberData(nameof(Moments))]
    public void A_sidecar_that_another_program_saves_at_any_moment_is_kept(string moment, string? old)
    {
        bool isOver = false;
        for (int at = 1; !isOver; at++)
        {
            using ActingTree tree = ActingTree.Sidecar(old);
            string saved = Old.Replace("old", "saved meanwhile", StringComparison.Ordinal);
            int seen = 0;
            var volume = new HookedVolume(ActingTree.Volume)
            {
                Before = (_, call) =>
                {
                    if (call == moment && ++seen == at)
                    {
                        File.WriteAllText($"{tree.Files.Folder}/new", saved);
                        File.Move($"{tree.Files.Folder}/new", $"{tree.Files.Folder}/a/keep.wav.xmp", overwrite: true);
                    }

                    return null;
                },
            };
            tree.Act(ActionKind.Trash, volume);
            isOver = seen < at;
            Assert.True(isOver || Tags(tree).Contains("keywords=saved meanwhile"), $"{moment} {at}");
            tree.AssertNothingLost();
        }
    }

    private static CrashTrial<ActingTree> Acting(ActionKind action, string? old) =>
        new(() => ActingTree.Sidecar(old), (tree, volume) => tree.Act(action, volume));

    // Whatever is under the name is the old sidecar, or one with more tags, and never a part of one.
    private static void IsWhole(ActingTree tree)
    {
        string path = $"{tree.Files.Folder}/a/keep.wav.xmp";
        if (File.Exists(path))
        {
            Assert.True(
                File.ReadAllText(path) == Old || Tags(tree).Contains("keywords=sea")
                    || Tags(tree).Contains("keywords=sun"));
        }
    }

    private static string[] Tags(ActingTree tree) =>
    [
        .. XmpSidecar.Read(File.ReadAllBytes($"{tree.Files.Folder}/a/keep.wav.xmp"))
            .Select(static tag => $"{tag.Name}={tag.Value}"),
    ];

    private static bool Same(string[] expected, string[] actual) =>
        expected.Order(StringComparer.Ordinal).SequenceEqual(actual.Order(StringComparer.Ordinal));
}
