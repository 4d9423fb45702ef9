using System.Text;
using System.Text.Json;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Web.Tests;

public sealed class FilterTests
{
    // The oracle is the same program, started with these options.
    [Theory]
    [InlineData("\"minSize\":\"1k\"", "--min-size", "1k")]
    [InlineData("\"minSize\":\"0\"", "--min-size", "0")]
    [InlineData("\"maxSize\":\"1KiB\"", "--max-size", "1KiB")]
    [InlineData("\"include\":[\"*.jpg\",\"b/**\"]", "--include", "*.jpg", "--include", "b/**")]
    [InlineData("\"exclude\":[\"c/\",\"*.txt\"]", "--exclude", "c/", "--exclude", "*.txt")]
    [InlineData("\"media\":true", "--media")]
    [InlineData("\"media\":false")]
    public async Task A_search_with_other_filters_finds_what_the_command_line_finds(
        string filter, params string[] options)
    {
        await using UiRig expected = await UiRig.Open(Tree, options);
        await using UiRig rig = await UiRig.Open(Tree, "--min-size", "2", "--exclude", "nothing");
        Assert.Equal(200, (await Search(rig, filter)).Status);
        Assert.Equal(await Found(expected), await Found(rig));
        Assert.Equal(await Filters(expected), await Filters(rig));
        Assert.Equal(
            (await expected.State()).GetProperty("plan").GetProperty("files").GetInt32(),
            (await rig.State()).GetProperty("plan").GetProperty("files").GetInt32());

        // To search again keeps the filters.
        string found = await Found(rig);
        await rig.Post("search", "{}");
        Assert.Equal(found, await Found(rig));
        await Search(rig, "");
        await using UiRig plain = await UiRig.Open(Tree);
        Assert.Equal(await Found(plain), await Found(rig));
    }

    [Fact]
    public async Task Roots_can_be_left_out_and_choices_about_them_are_kept()
    {
        await using UiRig rig = await UiRig.OpenAt("c", static tree =>
        {
            foreach ((string root, string names) in ((string, string)[])[("a", "xz"), ("b", "xy"), ("c", "xyz")])
            {
                foreach (char name in names)
                {
                    tree.AddFile($"{root}/{name}", $"content of {name}");
                }
            }
        }, "{tree}/a", "{tree}/b");
        Assert.Equal("a/x b/x c/x\na/z c/z\nb/y c/y", await Found(rig));
        await rig.Post("prefer", "{\"rules\":[\"root-order\"]}");
        await Choose(rig, "x", "c");
        await Choose(rig, "z", "c");
        Assert.Equal("x: c, y: b, z: c", await Staying(rig));

        Assert.Equal(200, (await Search(rig, "\"roots\":[1,2]")).Status);
        Assert.Equal("b/x c/x\nb/y c/y", await Found(rig));
        Assert.Equal("x: c, y: b", await Staying(rig));
        Assert.EndsWith("/b", (await rig.State()).GetProperty("title").GetString()!.Split(", ")[0]);
        Assert.Equal(
            [false, true, true],
            (await rig.State()).GetProperty("filters").GetProperty("roots").EnumerateArray().Select(
                static root => root.GetProperty("isSearched").GetBoolean()));
        Assert.Equal(400, (await Search(rig, "\"roots\":[]")).Status);
        await Search(rig, "\"roots\":[0]");
        Assert.Equal("", await Found(rig));
        await Search(rig, "\"roots\":[2,0,1,0]");
        Assert.Equal("x: c, y: b, z: c", await Staying(rig));

        // They are saved, too, although the last search has not found them.
        await Search(rig, "\"roots\":[1,2]");
        await Choose(rig, "y", "c");
        await rig.Restart();
        Assert.Equal("x: c, y: c, z: c", await Staying(rig));
    }

    [Theory]
    [InlineData("\"roots\":[]", "at least one folder")]
    [InlineData("\"roots\":[1]", "no such root", 404)]
    [InlineData("\"roots\":[-1]", "no such root", 404)]
    [InlineData("\"minSize\":\"much\"", "is not a size")]
    [InlineData("\"maxSize\":\"-1\"", "is not a size")]
    [InlineData("\"minSize\":\"2k\",\"maxSize\":\"1k\"", "The largest size is less than the smallest one")]
    [InlineData("\"include\":[\"[a\"]", "'[a'")]
    [InlineData("\"include\":[\"a/\"]", "matches no file")]
    [InlineData("\"include\":[1]", "each item must be a text")]
    [InlineData("\"media\":1", "must be true or false")]
    public async Task Filters_that_are_not_valid_are_refused_and_change_nothing(
        string filter, string why, int status = 400)
    {
        await using UiRig rig = await UiRig.Open(Tree);
        (string found, string filters) = (await Found(rig), await Filters(rig));
        RawResponse refused = await Search(rig, filter);
        Assert.Equal(status, refused.Status);
        Assert.Contains(why, refused.Json.GetProperty("error").GetString());
        Assert.Equal((found, filters), (await Found(rig), await Filters(rig)));
        await rig.Post("search", "{}");
        Assert.Equal((found, filters), (await Found(rig), await Filters(rig)));
    }

    [Fact]
    public async Task Media_and_whole_folders_exclude_each_other()
    {
        await using UiRig rig = await UiRig.Open(Tree, "--folders");
        Assert.Equal(400, (await Search(rig, "\"media\":true")).Status);
    }

    [Fact]
    public async Task A_report_is_not_searched()
    {
        await using UiRig rig = await UiRig.OpenAt("report.json", static tree =>
        {
            Tree(tree);
            UiRig.Run(tree, "find", "-q", "--json", "-o", tree.Folder + "/report.json", tree.Folder + "/root");
        });
        Assert.Equal(JsonValueKind.Null, (await rig.State()).GetProperty("filters").ValueKind);
        Assert.Equal(409, (await Search(rig, "")).Status);
    }

    private static async Task Choose(UiRig rig, string name, string root)
    {
        (int group, JsonElement[] list) = (await Groups(rig)).Single(
            one => Path(one.List[0]).EndsWith("/" + name, StringComparison.Ordinal));
        JsonElement stays = list.Single(
            copy => Path(copy).EndsWith($"/{root}/{name}", StringComparison.Ordinal)).GetProperty("copy");
        Assert.Equal(200, (await rig.Post("choice", $"{{\"group\":{group},\"stay\":[{stays}]}}")).Status);
    }

    private static async Task<string> Staying(UiRig rig) => string.Join(", ", (await Groups(rig)).Select(
        static group => $"{Path(group.List[0])[^1]}: " + string.Concat(group.List.Where(
            static copy => copy.GetProperty("mark").GetString() == "stays").Select(static copy => Path(copy)[^3])))
        .Order(StringComparer.Ordinal));

    // The measurement counts for a device of this name and model only, and not if the command line says otherwise.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [InlineData(true, "--threads", "2")]
    [InlineData(true, "--device", "{tree}=4")]
    public async Task A_search_says_which_devices_were_measured(bool isSameModel, params string[] options)
    {
        var measured = new DateTimeOffset(2026, 3, 4, 5, 6, 7, TimeSpan.Zero);
        PhysicalDevice? device = null;
        await using UiRig rig = await UiRig.Open(
            tree =>
            {
                Tree(tree);
                IVolume volume = VolumeChoice.Create(static _ => null);
                DeviceLook.MountAt(volume, Encoding.UTF8.GetBytes(tree.Folder), out MountFacts mount);
                device = mount.DevicesOrItself[0];
                string state = tree.Folder + "/.local/state/doppel";
                Directory.CreateDirectory(state);
                new TuningStore(state + "/tuning.json").Keep(new DeviceTuning
                {
                    Device = device.Name,
                    Model = device.Model + (isSameModel ? "" : " too"),
                    Strategy = "test",
                    Width = 7,
                    Measured = measured,
                });
            },
            options);
        JsonElement[] tunings =
            [.. (await rig.State()).GetProperty("found").GetProperty("tunings").EnumerateArray()];
        if (!isSameModel || options.Length > 0)
        {
            Assert.Empty(tunings);
            return;
        }

        JsonElement one = Assert.Single(tunings);
        Assert.Equal(
            $"{device!.Name} {device.Model} 7 {measured.ToUnixTimeSeconds()}",
            string.Join(' ', one.EnumerateObject().Select(static field => field.Value.ToString())));
    }

    private static void Tree(TempTree tree)
    {
        foreach (string folder in (string[])["a", "b", "c"])
        {
            tree.AddFile($"root/{folder}/one.txt", "one");
            tree.AddFile($"root/{folder}/two.jpg", new string('2', 2000));
            tree.AddFile($"root/{folder}/1024.jpg", new string('3', 1024));
            tree.AddFile($"root/{folder}/empty", "");
        }
    }

    // The fields that a filter leaves out are those of the command line.
    private static Task<RawResponse> Search(UiRig rig, string filter)
    {
        var fields = new Dictionary<string, string>
        {
            ["roots"] = "[0]",
            ["minSize"] = "\"\"",
            ["maxSize"] = "\"\"",
            ["include"] = "[]",
            ["exclude"] = "[]",
            ["media"] = "false",
        };
        if (filter.Length > 0)
        {
            foreach (JsonProperty field in JsonDocument.Parse("{" + filter + "}").RootElement.EnumerateObject())
            {
                fields[field.Name] = field.Value.GetRawText();
            }
        }

        return rig.Post(
            "search-with", "{" + string.Join(',', fields.Select(static one => $"\"{one.Key}\":{one.Value}")) + "}");
    }

    private static async Task<string> Filters(UiRig rig) => string.Join(
        ' ', (await rig.State()).GetProperty("filters").EnumerateObject().Where(static one => one.Name != "roots"));

    private static async Task<string> Found(UiRig rig) => string.Join('\n', (await Groups(rig)).Select(group =>
        string.Join(' ', group.List.Select(Path).Order(StringComparer.Ordinal)).Replace(rig.Tree.Folder + "/", ""))
        .Order(StringComparer.Ordinal));

    private static async Task<IReadOnlyList<(int Group, JsonElement[] List)>> Groups(UiRig rig)
    {
        var groups = new List<(int, JsonElement[])>();
        int count = (await rig.State()).GetProperty("found").GetProperty("groups").GetInt32();
        for (int group = 0; group < count; group++)
        {
            JsonElement list = (await rig.Get($"api/groups/{group}")).Json.GetProperty("list");
            groups.Add((group, [.. list.EnumerateArray()]));
        }

        return groups;
    }

    private static string Path(JsonElement copy)
    {
        JsonElement name = copy.GetProperty("names")[0];
        return $"{name.GetProperty("folder")}/{name.GetProperty("name")}";
    }
}
