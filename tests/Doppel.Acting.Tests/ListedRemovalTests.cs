namespace Doppel.Acting.Tests;

/// <summary>Files that the user wants to go although no copy of them stays.</summary>
public sealed class ListedRemovalTests
{
    private static readonly string[] s_folders = ["", "a/", "a/b/", "c/"];

    // The oracle is the promise: what nobody has touched since the list goes, nothing else, and undo brings it back.
    [Theory]
    [InlineData(ActionKind.Trash)]
    [InlineData(ActionKind.Delete)]
    public void Only_files_unchanged_since_listing_are_removed_and_undo_restores_trashed_ones(ActionKind action)
    {
        for (int i = 0; i < TestRun.Count(reduced: 20, full: 5_000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            Check(action, new Random(seed), seed);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Files_are_restored_from_the_trash_wherever_the_process_ends(bool after) =>
        new CrashTrial<ActingTree>(
            ActingTree.Small, static (tree, volume) => tree.Remove(ActionKind.Trash, tree.Listed(), volume))
        {
            Last = static tree => tree.RemoveMoved(),
        }.End(after);

    [Fact]
    public void A_file_that_was_deleted_for_good_is_named_by_undo_and_by_the_journal()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"]);
        PlanCopy[] listed = [.. tree.Listed().Select(static copy => copy with { IsFinal = true })];
        tree.Remove(ActionKind.Delete, listed);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        using (JournalFolder journals = tree.Journals())
        {
            using JournalReader journal = journals.Read(journals.Ids[0]);
            Assert.True(Assert.Single(journal.Batches().SelectMany(static batch => batch.Intents)).IsFinal);
            using var undo = new UndoRun(
                ActingTree.Volume, journals, journal, new UndoOptions { Version = "test" }, static _ => { });
            UndoSurvey survey = undo.Survey(CancellationToken.None);
            Assert.Equal((0, 1), (survey.Names, survey.LostNames));
        }

        Assert.True(tree.Undo());
        Assert.Contains("cannot be brought back", Assert.Single(tree.Results).Reason, StringComparison.Ordinal);
    }

    private static void Check(ActionKind action, Random random, int seed)
    {
        using var tree = new ActingTree();
        List<string[]> inodes = [];
        for (int i = random.Next(1, 6); i > 0; i--)
        {
            string[] names =
            [
                .. Enumerable.Range(0, random.Next(1, 3))
                    .Select(n => $"{s_folders[random.Next(s_folders.Length)]}{i}{n}"),
            ];
            tree.AddGroup($"file {i}", [names]);
            inodes.Add(names);
        }

        tree.Files.AddFile("outside/precious", "precious");
        IReadOnlyList<PlanCopy> listed = tree.Listed();
        HashSet<string> touched = [];
        for (int changes = random.Next(4); changes > 0; changes--)
        {
            Change(tree.Files.Folder, random, inodes, touched);
        }

        SortedDictionary<string, string> before = Look(tree.Files.Folder);
        string[] expected = [.. inodes.SelectMany(static names => names).Except(touched).Order(StringComparer.Ordinal)];
        tree.Remove(action, listed);
        SortedDictionary<string, string> after = Look(tree.Files.Folder);
        Assert.True(
            before.Keys.Except(after.Keys).SequenceEqual(expected, StringComparer.Ordinal),
            $"seed {seed}: gone {string.Join(", ", before.Keys.Except(after.Keys))}, "
            + $"not {string.Join(", ", expected)}");
        Assert.All(after, one => Assert.Equal(before[one.Key], one.Value));
        tree.Undo();
        if (action == ActionKind.Trash)
        {
            Assert.True(before.SequenceEqual(Look(tree.Files.Folder)), $"seed {seed}: undo does not bring all back");
        }
    }

    // What another program does after the list. A change of one name of an inode shows under all of its names.
    private static void Change(string folder, Random random, List<string[]> inodes, HashSet<string> touched)
    {
        string[] names = inodes[random.Next(inodes.Count)];
        string name = names[random.Next(names.Length)];
        string path = Path.Combine(folder, name);
        if (!File.Exists(path) || IsBehindLink(folder, name))
        {
            return;
        }

        switch (random.Next(6))
        {
            case 0:
                File.AppendAllText(path, "more");
                break;
            case 1:
                File.WriteAllText(path + ".new", File.ReadAllText(path));
                File.Move(path + ".new", path, overwrite: true);
                break;
            case 2:
                File.SetLastWriteTimeUtc(path, DateTime.UnixEpoch.AddDays(random.Next(10_000)));
                break;
            case 3:
                File.Delete(path);
                File.CreateSymbolicLink(path, Path.Combine(folder, "outside/precious"));
                break;
            case 4:
                File.Delete(path);
                break;
            default:
                SwapFolder(folder, name, inodes, touched);
                return;
        }

        touched.UnionWith(names);
    }

    private static void SwapFolder(string folder, string name, List<string[]> inodes, HashSet<string> touched)
    {
        int slash = name.IndexOf('/', StringComparison.Ordinal);
        if (slash < 0)
        {
            return;
        }

        string top = name[..slash];
        string outside = Path.Combine(folder, "outside", top);
        Directory.Move(Path.Combine(folder, top), outside);
        Directory.CreateSymbolicLink(Path.Combine(folder, top), outside);
        touched.UnionWith(inodes.SelectMany(static names => names).Where(
            one => one.StartsWith(top + "/", StringComparison.Ordinal)));
    }

    private static bool IsBehindLink(string folder, string name) => name.Contains('/', StringComparison.Ordinal)
        && new DirectoryInfo(Path.Combine(folder, name[..name.IndexOf('/', StringComparison.Ordinal)])).LinkTarget
            is not null;

    // Everything but the trash and links, by name.
    private static SortedDictionary<string, string> Look(string folder) => new(
        new DirectoryInfo(folder).EnumerateFiles("*", new EnumerationOptions
        {
            RecurseSubdirectories = true,
            AttributesToSkip = FileAttributes.ReparsePoint,
        }).Select(file => (Name: Path.GetRelativePath(folder, file.FullName), Text: File.ReadAllText(file.FullName)))
        .Where(static one => !one.Name.StartsWith("moved/", StringComparison.Ordinal))
        .ToDictionary(static one => one.Name, static one => one.Text),
        StringComparer.Ordinal);
}
