using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Web.Tests;

public sealed class AlikeTests
{
    private static readonly string[][] s_roots = [[], ["/r"], ["/r/a", "/r/b", "/r/c"]];

    // The oracle compares every folder with every other one, file by file.
    [Fact]
    public void The_highest_folders_are_listed_with_what_contains_them_and_no_pair_within_another()
    {
        int seed = 52 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < Testing.TestRun.Count(400, 20_000); round++)
        {
            Model model = Model.Random(random, s_roots[random.Next(3)]);
            (GroupStore store, FolderTree tree, FolderContents contents) = model.Load();
            IReadOnlyList<AlikeFolders> found = AlikeSearch.Of(
                contents, tree, [.. model.Roots.Select(static root => new ReportName(root))],
                (folder, _) => model.In(folder.ToString()).Count);
            string[] texts = [.. found.Select(one => TextOf(one, tree)).Order(StringComparer.Ordinal)];
            Assert.True(
                model.Expected().SequenceEqual(texts),
                $"seed {seed}, round {round}: {string.Join(", ", model.Files)}\nroots {string.Join(" ", model.Roots)}\n"
                    + $"expected\n{string.Join('\n', model.Expected())}\nfound\n{string.Join('\n', texts)}");
            Assert.Equal(
                found.OrderBy(static one => one.Kind == AlikeKind.Shares)
                    .ThenByDescending(static one => one.FreedBytes.Max()),
                found);
            Assert.All(found, one => Assert.Equal(
                one.Folders.Select(folder => model.FreedBy(
                    tree.PathOf(folder).ToString(), one.Contents.Select(contents.GroupOf), store)),
                one.FreedBytes));
        }
    }

    [Fact]
    public void A_folder_that_cannot_be_listed_is_not_said_to_be_contained()
    {
        var model = new Model(
            ["/r"],
            [.. "abc".Select(static c => ($"/r/one/{c}", c)), .. "abcd".Select(static c => ($"/r/two/{c}", c))]);
        (_, FolderTree tree, FolderContents contents) = model.Load();
        AlikeFolders alike = Assert.Single(AlikeSearch.Of(contents, tree, [new ReportName("/r")], static (_, _) => -1));
        Assert.Equal("Shares /r/one /r/two", TextOf(alike, tree));
    }

    // A content that is everywhere would make as many pairs as there are folders, squared.
    [Fact]
    public void A_content_with_very_many_names_makes_no_pairs()
    {
        var model = new Model(
            ["/r"],
            [
                .. Enumerable.Range(0, 20_000).SelectMany(static i => ((string, char)[])
                    [($"/r/{i}/licence", 'l'), ($"/r/{i}/a", '!'), ($"/r/{i}/b", '!')]),
                ("/r/1/both", 'b'), ("/r/2/both", 'b'),
            ]);
        (_, FolderTree tree, FolderContents contents) = model.Load();
        IReadOnlyList<AlikeFolders> found = AlikeSearch.Of(contents, tree, [new ReportName("/r")], static (_, max) =>
            Math.Min(max + 1, 4));
        Assert.Equal(["Shares /r/1 /r/2"], found.Select(one => TextOf(one, tree)));
    }

    [Fact]
    public async Task A_folder_with_empty_files_and_links_is_contained_as_well_but_not_with_a_file_of_its_own()
    {
        await using UiRig rig = await UiRig.Open(tree =>
        {
            Tree(tree);
            tree.AddFile("root/b/.nomedia", "");
            tree.AddSymbolicLink("root/b/link", "one");
        });
        Assert.Equal("same c/deep d, contained b a", await Found(rig));

        await using UiRig other = await UiRig.Open(tree =>
        {
            Tree(tree);
            tree.AddFile("root/b/unique", "only here");
        });
        Assert.Equal("same c/deep d, shares a b", await Found(other));
        JsonElement pair = (await other.Get("api/alike/1")).Json.GetProperty("folders");
        Assert.Equal((2, 3, 2, 3), (
            pair[0].GetProperty("shared").GetInt32(), pair[0].GetProperty("files").GetInt32(),
            pair[1].GetProperty("shared").GetInt32(), pair[1].GetProperty("files").GetInt32()));
    }

    [Fact]
    public async Task A_side_is_chosen_as_one_and_undone_as_one()
    {
        await using UiRig rig = await UiRig.Open(Tree);
        await rig.Post("choice", "{\"group\":0,\"stay\":[1,2]}");
        string before = await Going(rig);
        Assert.Equal("same c/deep d, contained b a", await Found(rig));
        JsonElement list = (await rig.Get("api/alike")).Json;
        string survey = list.GetProperty("survey").ToString();

        Assert.Equal(200, (await Post(1, "[0]")).Status);
        Assert.Equal("b/one, b/two", Of("b", await Going(rig)));
        Assert.Equal("", Of("a", await Going(rig)));
        Assert.True((await rig.Get("api/alike/1")).Json.GetProperty("byHand").GetBoolean());
        await rig.Post("undo-choice", "{}");
        Assert.Equal(before, await Going(rig));
        Assert.Equal(200, (await Post(1, "[]")).Status);
        Assert.Equal("", Of("b", await Going(rig)));

        // Only one of the equal folders must stay, and what contains another folder always does.
        Assert.Equal(200, (await Post(0, "[1]")).Status);
        Assert.Equal("d/three", Of("d", await Going(rig)));
        Assert.Equal(200, (await Post(0, "[0]")).Status);
        Assert.Equal("deep/three", Of("deep", await Going(rig)));
        Assert.Equal(200, (await Post(0, "null")).Status);
        Assert.False((await rig.Get("api/alike/0")).Json.GetProperty("byHand").GetBoolean());
        Assert.Equal(400, (await Post(0, "[0,1]")).Status);
        Assert.Equal(400, (await Post(1, "[1]")).Status);
        Assert.Equal(400, (await Post(1, "[2]")).Status);
        Assert.Equal(404, (await Post(9, "[0]")).Status);

        // After files have gone, the numbers mean other folders.
        await rig.Post("review", "{}");
        await rig.Act((await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!);
        _ = await rig.Get("api/alike");
        Assert.Equal(409, (await Post(0, "[0]")).Status);

        Task<RawResponse> Post(int number, string going) =>
            rig.Post("alike", $"{{\"number\":{number},\"survey\":{survey},\"going\":{going}}}");
    }

    [Fact]
    public async Task Files_that_are_also_elsewhere_can_go_and_one_copy_stays_even_if_all_others_were_to_go()
    {
        await using UiRig rig = await UiRig.Open(tree =>
        {
            foreach (string name in (string[])["1", "2"])
            {
                tree.AddFile($"root/backup/{name}", name);
                tree.AddFile($"root/place {name}/{name}", name);
                tree.AddFile($"root/place {name}/unique", $"only in {name}");
                tree.AddFile($"root/place {name}/unique too", $"only in {name} too");
            }
        });
        Assert.Equal("elsewhere backup", await Found(rig));
        await rig.Post("choice", "{\"group\":0,\"stay\":[0]}");
        string survey = (await rig.Get("api/alike")).Json.GetProperty("survey").ToString();
        Assert.Equal(200, (await rig.Post("alike", $"{{\"number\":0,\"survey\":{survey},\"going\":[0]}}")).Status);
        Assert.Equal("backup/1, backup/2", await Going(rig));
    }

    // A file goes with all its names, so one with a name outside of the folder that is cleared stays.
    [Fact]
    public async Task A_file_with_another_name_elsewhere_is_not_removed_with_a_folder()
    {
        await using UiRig rig = await UiRig.Open(tree =>
        {
            tree.AddFile("root/a/kept", "same content");
            tree.AddFile("root/b/linked", "same content");
            tree.AddHardLink("root/a/other name", "root/b/linked");
            tree.AddFile("root/b/alone", "same content");
        });
        Assert.Equal("same a b", await Found(rig));
        string survey = (await rig.Get("api/alike")).Json.GetProperty("survey").ToString();
        await rig.Post("alike", $"{{\"number\":0,\"survey\":{survey},\"going\":[1]}}");
        Assert.Equal("b/alone", await Going(rig));
    }

    private static void Tree(Testing.Trees.TempTree tree)
    {
        foreach (string name in (string[])["one", "two"])
        {
            tree.AddFile($"root/a/{name}", new string(name[1], 300));
            tree.AddFile($"root/b/{name}", new string(name[1], 300));
        }

        tree.AddFile("root/a/alone", "nowhere else");
        tree.AddFile("root/c/deep/three", new string('3', 9000));
        tree.AddFile("root/c/alone", "also nowhere else");
        tree.AddFile("root/d/three", new string('3', 9000));
    }

    private static async Task<string> Found(UiRig rig)
    {
        string root = Path.Combine(rig.Tree.Folder, "root") + "/";
        return string.Join(", ", (await rig.Get("api/alike")).Json.GetProperty("found").EnumerateArray()
            .Select(one => string.Join(' ', one.GetProperty("folders").EnumerateArray()
                .Select(folder => folder.GetProperty("path").GetString()![root.Length..])
                .Prepend(one.GetProperty("kind").GetString()))));
    }

    // The files to remove, each with the last folder of its path.
    private static async Task<string> Going(UiRig rig)
    {
        var going = new List<string>();
        int groups = (await rig.Get("api/groups")).Json.GetProperty("total").GetInt32();
        for (int group = 0; group < groups; group++)
        {
            going.AddRange((await rig.Get($"api/groups/{group}")).Json.GetProperty("list").EnumerateArray()
                .Where(static copy => copy.GetProperty("mark").GetString() == "goes")
                .SelectMany(static copy => copy.GetProperty("names").EnumerateArray())
                .Select(static name => Path.GetFileName(name.GetProperty("folder").GetString()!) + "/"
                    + name.GetProperty("name").GetString()));
        }

        return string.Join(", ", going.Order(StringComparer.Ordinal));
    }

    private static string Of(string folder, string going) => string.Join(", ", going.Split(", ")
        .Where(one => one.StartsWith(folder + "/", StringComparison.Ordinal)));

    private static string TextOf(AlikeFolders alike, FolderTree tree) =>
        $"{alike.Kind} {string.Join(' ', alike.Folders.Select(folder => tree.PathOf(folder)))}";

    /// <summary>Files with one letter each as content; '!' is a content that no other file has.</summary>
    private sealed record Model(string[] Roots, IReadOnlyList<(string Path, char Content)> Files)
    {
        internal static Model Random(Random random, string[] roots)
        {
            string[] folders =
            [
                .. Enumerable.Range(0, random.Next(2, 9)).Select(_ => "/r/" + string.Join('/',
                    Enumerable.Range(0, random.Next(1, 4)).Select(_ => "abc"[random.Next(3)]))),
            ];
            int letters = random.Next(1, 9);
            var files = new List<(string, char)>();
            for (int i = random.Next(2, 16); i > 0; i--)
            {
                char content = random.Next(6) == 0 ? '!' : (char)('a' + random.Next(letters));
                files.Add(($"{folders[random.Next(folders.Length)]}/{i}", content));
            }

            // A folder is copied, as people do.
            if (random.Next(2) == 0)
            {
                (string from, string to) = (folders[random.Next(folders.Length)], folders[random.Next(folders.Length)]);
                files.AddRange(files.Where(file => IsIn(file.Item1, from)).ToArray()
                    .Select((file, i) => ($"{to}/copy{file.Item1[from.Length..]} {i}", file.Item2)));
            }

            return new Model(roots, [.. files.GroupBy(static file => file.Item2)
                .SelectMany(static same => same.Take(AlikeSearch.NamesMax))]);
        }

        internal (GroupStore Store, FolderTree Tree, FolderContents Contents) Load()
        {
            var store = new GroupStore();
            foreach (IGrouping<char, string> same in Duplicates)
            {
                store.Add(
                    new ReportGroup
                    {
                        Size = same.Key,
                        Proof = Proof.Bytes,
                        RedundantBytes = same.Key * (same.Count() - 1),
                        Copies =
                        [
                            .. same.Select(static path =>
                                new ReportCopy { Names = [new ReportName(path)], Roots = [0] }),
                        ],
                    },
                    static name => name);
            }

            store.Complete();
            var tree = new FolderTree(store, static _ => true);
            return (store, tree, new FolderContents(store, tree, static _ => true));
        }

        internal IReadOnlyList<(string Path, char Content)> In(string folder) =>
            [.. Files.Where(file => IsIn(file.Path, folder))];

        internal long FreedBy(string folder, IEnumerable<int> groups, GroupStore store) => groups.Sum(group =>
        {
            var content = (char)store.SizeOf(group);
            return content * Math.Min(
                In(folder).Count(file => file.Content == content), Files.Count(file => file.Content == content) - 1);
        });

        internal IReadOnlyList<string> Expected()
        {
            string[] folders = [.. Folders()];
            string[] whole = [.. folders.Where(one => In(one).All(file => IsOutside(file.Content, one)))];
            string[] highest = [.. whole.Where(one => !whole.Any(other => other != one && IsIn(one, other)))];
            var told = new List<(string[] Folders, string Text)>();
            var inWhole = new List<string>();
            var elsewhere = new List<string>();
            foreach (string one in highest)
            {
                string[] holders = [.. folders.Where(other => AreApart(one, other) && Holds(other, one))];
                string[] same = [.. holders.Where(other => Holds(one, other))];
                same = [.. same.Where(other => !same.Any(above => above != other && IsIn(other, above)))];
                string[] lowest =
                    [.. holders.Where(other => !holders.Any(below => below != other && IsIn(below, other)))];
                string[] firm = [.. lowest.Where(other => !whole.Any(top => IsIn(other, top)))];
                same = firm.Length > 0 ? [] : same;
                inWhole.AddRange([one, .. same]);
                if (same.Length > 0)
                {
                    string[] all = [.. same.Prepend(one).Order(StringComparer.Ordinal)];
                    told.Add((all, $"Same {string.Join(' ', all)}"));
                }
                else if (lowest.Length > 0)
                {
                    string container = (firm.Length > 0 ? firm : lowest).MinBy(other =>
                        (other.Count(static c => c == '/'), Named(other), Array.IndexOf(folders, other)))!;
                    told.Add(([one, container], $"Contained {one} {container}"));
                }
                else
                {
                    elsewhere.Add(one);
                    told.Add(([one], $"Elsewhere {one}"));
                }
            }

            var pairs = new List<(string First, string Second, double Share)>();
            foreach (string one in folders.Where(one => !inWhole.Any(top => IsIn(one, top))))
            {
                string[] others = [.. folders.Where(other => AreApart(one, other))];
                int most = others.Select(other => Shared(one, other)).Append(0).Max();
                string[] best = [.. others.Where(other => Shared(one, other) == most)];
                if (most > 0 && 2 * most >= In(one).Count)
                {
                    string second = best.First(other => !best.Any(below => below != other && IsIn(below, other)));
                    pairs.Add((one, second, (double)most / In(one).Count));
                }
            }

            pairs.RemoveAll(pair =>
                elsewhere.Any(top => IsIn(Core(pair.First, pair.Second), top) || IsIn(pair.Second, top))
                || told.Any(card => card.Folders.Any(top => IsIn(Core(pair.First, pair.Second), top)
                    && card.Folders.Any(other => other != top && IsIn(pair.Second, other)))));
            var distinct = pairs.GroupBy(static pair => string.CompareOrdinal(pair.First, pair.Second) < 0
                    ? (pair.First, pair.Second)
                    : (pair.Second, pair.First))
                .Select(static both => both.MaxBy(static pair => pair.Share)).ToArray();
            IEnumerable<string> shares = distinct.Where(pair => !distinct.Any(other => other != pair
                    && ((IsIn(pair.First, other.First) && IsIn(pair.Second, other.Second))
                        || (IsIn(pair.First, other.Second) && IsIn(pair.Second, other.First)))))
                .Select(static pair => $"Shares {pair.First} {pair.Second}");
            return [.. told.Select(static card => card.Text).Concat(shares).Distinct().Order(StringComparer.Ordinal)];
        }

        private IEnumerable<IGrouping<char, string>> Duplicates => Files.Where(static file => file.Content != '!')
            .GroupBy(static file => file.Content, static file => file.Path).Where(static same => same.Count() > 1);

        // Those with copies, from the roots downwards, in order.
        private SortedSet<string> Folders()
        {
            SortedSet<string> all = new(StringComparer.Ordinal);
            foreach (string path in Duplicates.SelectMany(static same => same))
            {
                for (string one = Path.GetDirectoryName(path)!; one != "/"; one = Path.GetDirectoryName(one)!)
                {
                    if (Roots.Length == 0 || Roots.Any(root => IsIn(one, root)))
                    {
                        all.Add(one);
                    }
                }
            }

            return all;
        }

        private bool IsOutside(char content, string folder) =>
            content != '!' && Files.Any(file => file.Content == content && !IsIn(file.Path, folder));

        private bool Holds(string folder, string other) => In(other).All(file => file.Content != '!'
            && In(folder).Any(own => own.Content == file.Content));

        private int Shared(string folder, string other) => In(folder).Count(file => file.Content != '!'
            && In(other).Any(own => own.Content == file.Content));

        // The lowest folder with all files of a folder that another one has too.
        private string Core(string folder, string other) => Folders()
            .Where(one => IsIn(one, folder) && Shared(one, other) == Shared(folder, other))
            .MaxBy(static one => one.Length)!;

        private int Named(string folder) =>
            Duplicates.SelectMany(static same => same).Count(path => IsIn(path, folder));

        private static bool AreApart(string one, string other) => !IsIn(one, other) && !IsIn(other, one);

        private static bool IsIn(string path, string folder) =>
            (path + "/").StartsWith(folder + "/", StringComparison.Ordinal);
    }
}
