using System.Text;

namespace Doppel.EndToEnd;

/// <summary>doppel list-links on real trees; find, readlink, stat and realpath are the judges.</summary>
public sealed class ListLinksTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Names_outside_the_roots_are_counted(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("in/a", "content");
        tree.AddHardLink("in/sub/b", "in/a");
        tree.AddHardLink("out/c", "in/a");
        tree.AddFile("in/empty", "");
        tree.AddHardLink("in/void", "in/empty");
        tree.AddFile("in/alone", "content");
        LinkListing listing = LinkListing.Of(volume, 0, tree["in"]);
        Assert.Equal(2, listing.Hard.Count);
        Assert.Equal([tree["in/a"], tree["in/sub/b"]], listing.Hard[0].Copy.Names);
        Assert.Equal((3, 1, 7, 0), (
            listing.Hard[0].Links, listing.Hard[0].Outside, listing.Hard[0].Size, listing.Hard[0].FreesMax));
        Assert.Equal((2, 0, 0), (listing.Hard[1].Links, listing.Hard[1].Outside, listing.Hard[1].Size));
        LinkListing whole = LinkListing.Of(volume, 0, tree.Folder);
        Assert.Equal(0, whole.Hard[0].Outside);
        Assert.Equal(Blocks(tree["in/a"]), whole.Hard[0].FreesMax);
    }

    [Fact]
    public void Random_trees_with_names_of_any_bytes_are_as_the_tools_see_them()
    {
        int seeds = TestRun.Count(4, 200);
        for (int i = 0; i < seeds; i++)
        {
            int seed = TestRun.SeedOffset + i;
            using var tree = new TempTree();
            TreeGenerator.Fill(tree, seed, bytesMax: 1 << 20);
            LinkJudge.AddLinks(tree, new Random(seed));
            LinkJudge.Check($"seed {seed}", tree.Folder);
            ByteName[] below = [.. LinkJudge.Split(Tool.Run(
                "find", tree.Folder, "-mindepth", "1", "-maxdepth", "1", "-type", "d", "-print0").Output).Take(2)];
            if (below.Length > 0)
            {
                LinkJudge.Check($"seed {seed}, folders", below);
            }
        }
    }

    [Fact]
    public void The_programs_of_this_machine_are_as_the_tools_see_them() =>
        LinkJudge.Check("system", "/usr/bin", "/usr/share/zoneinfo", "/etc/alternatives");

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Chains_loops_and_links_through_links_show_where_they_lead(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("r/real/deep/file", "content");
        tree.AddFile("out/file", "content");
        tree.AddFifo("r/pipe");
        (string Name, string Target, string State, string Final)[] links =
        [
            ("a-file", "real/deep/file", "file", "r/real/deep/file"),
            ("b-chain1", "b-chain2", "file", "r/real/deep/file"),
            ("b-chain2", "./b-chain3", "file", "r/real/deep/file"),
            ("b-chain3", "../r/a-file", "file", "r/real/deep/file"),
            ("c-folder", "real", "folder", "r/real"),
            ("c-through", "c-folder/deep/file", "file", "r/real/deep/file"),
            ("c-up", "c-folder/deep/../../a-file", "file", "r/real/deep/file"),
            ("d-out", "../out", "folder", "out"),
            ("d-out-file", "d-out/file", "file", "out/file"),
            ("e-broken", "nothing/here", "broken", "r/nothing/here"),
            ("e-broken-out", "d-out/gone", "broken", "out/gone"),
            ("e-not-a-folder", "real/deep/file/x", "broken", "r/real/deep/file/x"),
            ("f-loop1", "f-loop2", "loop", ""),
            ("f-loop2", "f-loop1", "loop", ""),
            ("f-self", "f-self", "loop", ""),
            ("f-self-below", "f-self-below/x", "loop", ""),
            ("g-pipe", "pipe", "special", "r/pipe"),
            ("h-here", ".", "folder", "r"),
            ("h-slash", "real/", "folder", "r/real"),
            ("h-slash-file", "real/deep/file/", "broken", "r/real/deep/file"),
            ("i-top", "/", "folder", "/"),
        ];
        foreach ((string name, string target, _, _) in links)
        {
            tree.AddSymbolicLink("r/" + name, target);
        }

        tree.AddSymbolicLink("r/real/deep/up", "../../a-file");
        LinkListing listing = LinkListing.Of(volume, 0, tree["r"]);
        Assert.Equal(links.Length + 1, listing.Symbolic.Count);
        foreach (((string name, string target, string state, string final), LinkListing.SymbolicLink link)
            in links.Zip(listing.Symbolic))
        {
            Assert.Equal((tree["r/" + name], (ByteName)target, state), (link.Name, link.Target, link.State));
            ByteName? where = final switch
            {
                "" => default(ByteName?),
                "/" => "/",
                _ => tree[final],
            };
            Assert.Equal(where, link.Final);
            bool? leaves = where is null ? null : !(final + "/").StartsWith("r/", StringComparison.Ordinal);
            bool? crosses = state is "broken" or "loop" ? null : Device("-L", link.Name) != Device("", link.Name);
            Assert.Equal((leaves, crosses), (link.Leaves, link.Crosses));
        }

        Assert.Equal(0, listing.Summary.GetProperty("opened").GetInt64());
        Assert.Equal(tree["r/real/deep/file"], listing.Symbolic[^1].Final);

        // Through a root that is a link itself all is the same, and links to it stay within.
        tree.AddSymbolicLink("door", "r");
        LinkListing other = LinkListing.Of(volume, 0, tree["door"]);
        Assert.Equal(
            listing.Symbolic.Select(link => (link.Final, link.State, link.Leaves)),
            other.Symbolic.Select(link => (link.Final, link.State, link.Leaves)));
    }

    [Fact]
    public void A_link_to_another_mount_crosses_volumes_and_a_bind_mount_adds_no_name()
    {
        using var tree = new TempTree();
        tree.AddFile("r/a", "content");
        tree.AddHardLink("r/b", "r/a");
        tree.AddFile("r/sub/c", "content");
        tree.AddHardLink("r/sub/d", "r/a");
        tree.AddSymbolicLink("r/to-disk", "disk/x");
        tree.AddSymbolicLink("r/to-bind", "bind/c");
        using Mount disk = Mount.Make(tree, "r/disk", "-t", "tmpfs", "tmpfs");
        using Mount bind = Mount.Make(tree, "r/bind", "--bind", tree["r/sub"]);
        tree.AddFile("r/disk/x", "content");
        tree.AddHardLink("r/disk/y", "r/disk/x");
        tree.AddSymbolicLink("r/disk/back", "../a");
        LinkListing listing = LinkListing.Of(tree["r"]);
        Assert.Equal(
            ["a b bind/d", "disk/x disk/y"],
            listing.Hard.Select(
                set => string.Join(' ', set.Copy.Names.Select(name => LinkJudge.Below(tree["r"], name)))));
        Assert.Equal([0L, 0L], listing.Hard.Select(set => set.Outside));
        Assert.Equal(
            ["disk/back True", "to-bind False", "to-disk True"],
            listing.Symbolic.Select(link => $"{LinkJudge.Below(tree["r"], link.Name)} {link.Crosses}"));
        LinkListing one = LinkListing.Of("--one-file-system", tree["r"]);
        Assert.Single(one.Hard);
        Assert.Equal(2, one.Symbolic.Count);
    }

    [Fact]
    public void A_file_bound_over_another_is_no_further_name_of_it()
    {
        using var tree = new TempTree();
        tree.AddFile("r/one", "content");
        tree.AddHardLink("r/two", "r/one");
        tree.AddFile("r/under", "below!!");
        Needs.Root();
        Tool.Run("mount", "--bind", tree["r/one"], tree["r/under"]).MustSucceed();
        using Mount mount = Mount.TakeOver(tree["r/under"]);
        LinkListing.HardSet set = Assert.Single(LinkListing.Of(tree["r"]).Hard);
        Assert.Equal((2, 0, 3), (set.Links, set.Outside, set.Copy.Names.Count));
    }

    [Theory, InlineData("btrfs"), InlineData("xfs")]
    public void Reflinked_files_are_recognized_by_their_blocks(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        byte[] content = new byte[300_000];
        new Random(1).NextBytes(content);
        image.Tree.AddFile("m/a", content);
        image.Clone("m/a", "m/b");
        image.Clone("m/b", "m/sub/c");
        image.Tree.AddHardLink("m/d", "m/b");
        image.Tree.AddFile("m/copy", content);
        image.Clone("m/a", "m/written");
        image.Write("m/written", 200_000, [1, 2, 3]);
        image.Tree.AddFile("m/small", content.AsSpan(0, 4000));
        image.Clone("m/small", "m/tiny");
        image.Tree.AddFile("m/part", "");
        image.CloneRange("m/a", from: 0, "m/part", to: 0, bytes: 131_072);
        LinkListing listing = LinkListing.Of(image.Folder);
        Assert.Equal(
            ["a | b = d | sub/c", "small | tiny"],
            listing.Reflinks.Select(set => string.Join(" | ", set.Select(
                copy => string.Join(" = ", copy.Names.Select(name => LinkJudge.Below(image.Folder, name)))))));
        IEnumerable<ByteName> names = listing.Hard[0].Copy.Names;
        Assert.Equal(["b", "d"], names.Select(name => $"{LinkJudge.Below(image.Folder, name)}"));

        // As what is listed by find --json as shared, for those that it does not read whole.
        FindReport report = DoppelProgram.Find(image.Folder);
        Assert.Contains("\"shared\":[[0,1,3]]", Encoding.UTF8.GetString(report.Bytes), StringComparison.Ordinal);
        Assert.Empty(LinkListing.Of("--hard", "--symbolic", image.Folder).Reflinks);
        Assert.Equal(0, LinkListing.Of("--hard", image.Folder).Summary.GetProperty("opened").GetInt64());
    }

    [Fact]
    public void Snapshots_within_the_roots_are_reflinks()
    {
        using var image = new ImageMount("btrfs");
        Tool.Run("btrfs", "-q", "subvolume", "create", image.Tree["m/one"]).MustSucceed();
        image.Tree.AddFile("m/one/a", new byte[100_000]);
        Tool.Run("sync", "-f", image.Folder).MustSucceed();
        Tool.Run("btrfs", "-q", "subvolume", "snapshot", image.Tree["m/one"], image.Tree["m/snap"]).MustSucceed();
        image.Tree.AddSymbolicLink("m/one/link", "../snap/a");
        LinkListing listing = LinkListing.Of(image.Folder);
        Assert.Equal(
            [image.Tree["m/one/a"], image.Tree["m/snap/a"]],
            Assert.Single(listing.Reflinks).Select(copy => copy.Names[0]));
        Assert.True(Assert.Single(listing.Symbolic).Crosses);
    }

    [Fact]
    public void Only_folders_are_opened_for_hard_and_symbolic_links_and_nothing_is_changed()
    {
        Needs.Program("strace", "strace");
        using var tree = new TempTree();
        TreeGenerator.Fill(tree, TestRun.SeedOffset + 5, bytesMax: 1 << 20);
        LinkJudge.AddLinks(tree, new Random(TestRun.SeedOffset + 5));
        using var place = new TempTree();
        ProcessStart plain = DoppelProgram.Start();
        Tool.Run(plain with
        {
            Program = Tool.Find("strace")!,
            Arguments =
            [
                "-f", "-qq", "-y", "-e", "trace=open,openat,openat2,read,pread64", "-o", place["trace"],
                DoppelProgram.Path, "list-links", "--hard", "--symbolic", "--json", tree.Folder,
            ],
        }).MustSucceed();
        string[] below = [.. File.ReadAllLines($"{place["trace"]}", Encoding.Latin1)
            .Where(call => call.Contains(tree.Folder, StringComparison.Ordinal)
                && !call.Contains(" resumed>", StringComparison.Ordinal))]; // whose flags stand where it began
        Assert.NotEmpty(below);
        Assert.All(below, call => Assert.Contains("O_DIRECTORY", call));
    }

    [Fact]
    public void Output_is_the_same_at_every_run_and_any_number_of_threads()
    {
        using var tree = new TempTree();
        TreeGenerator.Fill(tree, TestRun.SeedOffset + 9, bytesMax: 1 << 20);
        LinkJudge.AddLinks(tree, new Random(TestRun.SeedOffset + 9));
        byte[] first = Nul("--threads", "1", tree.Folder);
        Assert.NotEmpty(first);
        foreach (string threads in (string[])["2", "7", "64"])
        {
            Assert.Equal(first, Nul("--threads", threads, tree.Folder));
        }

        Assert.Equal(first, Nul("--scan", "serial", tree.Folder));
    }

    [Fact]
    public void Text_names_between_NULs_and_files_hold_what_JSON_holds()
    {
        using var tree = new TempTree();
        tree.AddFile("r/a", "content");
        tree.AddHardLink("r/b", "r/a");
        tree.AddSymbolicLink("r/new\nline", "a");
        tree.AddSymbolicLink("r/to", "to\nwhere");
        tree.AddSymbolicLink("r/x", "a");
        ProcessEnd nul = DoppelProgram.Run("list-links", "-0", tree["r"]).MustSucceed();
        string r = $"{tree["r"]}";
        Assert.Equal(
            $"{r}/a\0{r}/b\0\0{r}/new\nline\0a\0\0{r}/to\0to\nwhere\0\0{r}/x\0a\0\0", nul.OutputText);
        DoppelProgram.Run("list-links", "-o", tree["out"], tree["r"]).MustSucceed();
        string size = Blocks(tree["r/a"]) == 4096 ? "4,096 B (4.0 KiB)" : $"{Blocks(tree["r/a"])} B";
        Assert.Equal(
            $"""
            2 names of one file of 7 B, frees at most {size}
                {r}/a
              = {r}/b

            Symbolic links:
                $'{r}/new\nline' -> a (file)
                {r}/to -> $'to\nwhere' (broken)
                {r}/x -> a (file)

            Total: 1 file with hard links (2 names), 3 symbolic links (1 broken)

            """,
            File.ReadAllText($"{tree["out"]}"));
    }

    [Fact]
    public void Exit_codes_are_those_of_find()
    {
        using var tree = new TempTree();
        tree.AddSymbolicLink("r/broken", "nowhere");
        Assert.Equal(0, DoppelProgram.Run("list-links", tree["r"]).ExitCode);
        Assert.Equal(2, DoppelProgram.Run("list-links", tree["nowhere"]).ExitCode);
        Assert.Equal(2, DoppelProgram.Run("list-links", "--follow", tree["r"]).ExitCode);
        tree.AddFile("list", $"{tree["r"]}\n{tree["nowhere"]}\n");
        Assert.Equal(1, DoppelProgram.Run("list-links", "--files-from", tree["list"]).ExitCode);
        tree.AddFile("none", $"{tree["nowhere"]}\n");
        Assert.Equal(2, DoppelProgram.Run("list-links", "--files-from", tree["none"]).ExitCode);
        tree.AddFile("empty", "");
        Assert.Equal(0, DoppelProgram.Run("list-links", "--files-from", tree["empty"]).ExitCode);
        tree.AddFile("links", $"{tree["r/broken"]}\n");
        Assert.Single(LinkListing.Of("--files-from", tree["links"]).Symbolic);
    }

    private static byte[] Nul(params ByteName[] arguments) =>
        DoppelProgram.Run(["list-links", "-0", .. arguments]).MustSucceed().Output;

    private static long Blocks(ByteName path) =>
        512 * long.Parse(Tool.Run("stat", "-c", "%b", path).MustSucceed().OutputText);

    private static string Device(string flag, ByteName path) => Tool.Run(
        "stat", [.. flag.Length > 0 ? (ByteName[])[flag] : [], "-c", "%d", path]).MustSucceed().OutputText;
}
