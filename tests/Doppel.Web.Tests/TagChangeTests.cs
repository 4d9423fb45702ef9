using System.Text;
using System.Text.Json;
using Doppel.Testing;

namespace Doppel.Web.Tests;

/// <summary>What the page shows of the tags of copies that go.</summary>
public sealed class TagChangeTests
{
    [Theory]
    [InlineData("c.wav", "a.wav: title Waves (Waves, live); b.wav: title Waves (Waves, live); d.wav: ")]
    [InlineData("d.wav", "a.wav: title Waves (); b.wav: title Waves (); c.wav: title Waves, live ()")]
    public async Task A_copy_that_goes_has_each_value_that_would_be_lost_beside_what_the_keeper_has(
        string keeper, string expected)
    {
        await using UiRig rig = await UiRig.Open(MediaTests.Tree, "--media");
        await Keep(rig, keeper);
        JsonElement table = (await rig.Get("api/tags/0")).Json;
        Assert.Equal(await NumberOf(rig, keeper), Number(table, "keeper"));
        Assert.Equal("", table.GetProperty("sidecar").GetString());
        Assert.All(Going(table), static one => Assert.True(one.GetProperty("isCompared").GetBoolean()));
        Assert.Equal(expected, string.Join("; ", await Lines(rig, table, "lost")));
        Assert.All(await Lines(rig, table, "added"), static line => Assert.EndsWith(": ", line));
    }

    [Fact]
    public async Task Values_that_a_sidecar_gains_name_the_copy_that_they_come_from()
    {
        await using UiRig rig = await UiRig.Open(
            static tree =>
            {
                tree.AddFile("root/1.png", Photo("<dc:title>Sea</dc:title>"));
                tree.AddFile("root/2.png", Photo("<dc:title>Lake</dc:title>" + Keywords("Bern")));
                tree.AddFile("root/3.png", Photo(Keywords("Thun")));
            },
            "--media", "--if-tags-lost", "sidecar");
        await Keep(rig, "1.png");
        JsonElement table = (await rig.Get("api/tags/0")).Json;
        Assert.Equal("1.png.xmp", table.GetProperty("sidecar").GetString());
        Assert.Equal(["2.png: keywords Bern ()", "3.png: keywords Thun ()"], await Lines(rig, table, "added"));
        Assert.Equal(["2.png: title Lake (Sea)", "3.png: "], await Lines(rig, table, "lost"));
    }

    // What is not in the table of tags was not looked at for what it lacks.
    [Fact]
    public async Task Only_copies_whose_tags_were_read_count_as_compared()
    {
        await using UiRig rig = await UiRig.Open(
            static tree =>
            {
                for (int i = 0; i < 14; i++)
                {
                    tree.AddFile($"root/{i:D2}.png", Photo($"<dc:title>{i}</dc:title>"));
                }
            },
            "--media");
        await Keep(rig, "00.png");
        JsonElement table = (await rig.Get("api/tags/0")).Json;
        Assert.Equal(2, Number(table, "left"));
        Assert.Equal(11, Going(table).Count(static one => one.GetProperty("isCompared").GetBoolean()));
        Assert.Equal(13, Going(table).Length);
    }

    [Fact]
    public async Task Long_lists_are_cut_and_counted()
    {
        await using UiRig rig = await UiRig.Open(
            static tree =>
            {
                tree.AddFile("root/1.png", Photo("<dc:title>Sea</dc:title>"));
                tree.AddFile("root/2.png", Photo(Keywords([.. Enumerable.Range(0, 130).Select(static i => $"{i}")])));
            },
            "--media");
        await Keep(rig, "1.png");
        JsonElement copy = Going((await rig.Get("api/tags/0")).Json).Single();
        Assert.Equal((130, 100), (Number(copy, "lostCount"), copy.GetProperty("lost").GetArrayLength()));
    }

    [Fact]
    public async Task Nothing_is_lost_if_nothing_goes()
    {
        await using UiRig rig = await UiRig.Open(MediaTests.Tree, "--media");
        await rig.Post("choice", "{\"group\":0,\"stay\":[0,1,2,3]}");
        JsonElement table = (await rig.Get("api/tags/0")).Json;
        Assert.Equal((-1, 0), (Number(table, "keeper"), Going(table).Length));
    }

    private static async Task Keep(UiRig rig, string name) =>
        await rig.Post("choice", $"{{\"group\":0,\"stay\":[{await NumberOf(rig, name)}]}}");

    private static async Task<int> NumberOf(UiRig rig, string name) =>
        Number((await Copies(rig)).Single(copy => NameOf(copy) == name), "copy");

    // The values of each copy that goes, in the order of the copies.
    private static async Task<string[]> Lines(UiRig rig, JsonElement table, string field)
    {
        Dictionary<int, string> names = (await Copies(rig)).ToDictionary(
            static copy => Number(copy, "copy"), NameOf);
        return
        [
            .. Going(table).Select(one => $"{names[Number(one, "copy")]}: " + string.Join(
                ", ", one.GetProperty(field).EnumerateArray().Select(static tag =>
                    $"{tag.GetProperty("name")} {tag.GetProperty("value")} ({tag.GetProperty("kept")})")))
                .Order(StringComparer.Ordinal),
        ];
    }

    private static async Task<JsonElement[]> Copies(UiRig rig) =>
        [.. (await rig.Get("api/groups/0")).Json.GetProperty("list").EnumerateArray()];

    private static JsonElement[] Going(JsonElement table) => [.. table.GetProperty("going").EnumerateArray()];

    private static string NameOf(JsonElement copy) => copy.GetProperty("names")[0].GetProperty("name").GetString()!;

    private static int Number(JsonElement parent, string field) => parent.GetProperty(field).GetInt32();

    private static byte[] Photo(string tags) => PngFile.Make(7, Encoding.UTF8.GetBytes(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        + "<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
        + $"{tags}</rdf:Description></rdf:RDF></x:xmpmeta>"));

    private static string Keywords(params string[] words) => "<dc:subject><rdf:Bag>"
        + string.Concat(words.Select(static word => $"<rdf:li>{word}</rdf:li>")) + "</rdf:Bag></dc:subject>";
}
