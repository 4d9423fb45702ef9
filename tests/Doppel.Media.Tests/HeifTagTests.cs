using static Doppel.Media.Tests.BoxBytes;
using static Doppel.Media.Tests.HeifSamples;
using Item = Doppel.Media.Tests.HeifWriter.Item;

namespace Doppel.Media.Tests;

/// <summary>Items and properties of HEIF that are no payload are tags.</summary>
public sealed class HeifTagTests
{
    public static TheoryData<string> StrictWays => HeifTests.StrictWays;

    [Fact]
    public void Items_that_are_no_payload_and_boxes_beside_them_are_shown()
    {
        HeifWriter With(params Item[] more) => Photo with
        {
            Items = [.. Photo.Items, .. more],
            Links = [.. Photo.Links, .. more.Select(static item => new HeifWriter.Link("cdsc", item.Id, 3))],
        };
        Item text = new(20, "mime", Noise(3, 30)) { Mime = "text/plain" };
        HeifWriter[] others =
        [
            With(text), With(text with { Data = Noise(4, 30) }), With(text with { Mime = "text/html" }),
            With(new Item(20, "uri ", Noise(3, 30))), With(new Item(20, "what", Noise(3, 30))),
            HeifSamples.With(5, static item => item with { Data = Noise(50, 999) }), Without(5),
            Property(3, Full("crtt", 0, 0, U64(7))), Property(3, Full("crtt", 0, 0, U64(8))),
            Photo with { InMeta = Box("bxml", Noise(5, 50)) }, Photo with { InMeta = Box("bxml", Noise(6, 50)) },
        ];
        string[] shown = [.. others.Prepend(Photo).Select(static one => Tags(one.Build()))];
        Assert.Equal(shown.Length, shown.Distinct().Count());
        Assert.Single(others.Prepend(Photo).Select(static one => Payload.Of(one.Build())).Distinct());
    }

    [Fact]
    public void The_parts_of_a_thumbnail_are_shown()
    {
        HeifWriter Of(int seed) => Photo with
        {
            Items =
            [
                .. Photo.Items, new Item(20, "grid", [0, 0, 0, 0, 0, 64, 0, 64]) { Properties = [Size] },
                Coded(21, seed) with { IsHidden = true }, Coded(22, 22) with { Properties = [Codec, Kind(Alpha)] },
            ],
            Links = [.. Photo.Links, new("thmb", 20, 3), new("dimg", 20, 21), new("auxl", 22, 20)],
        };
        Assert.Equal(Payload.Of(Photo.Build()), Payload.Of(Of(1).Build()));
        Assert.Equal(Payload.Of(Photo.Build()), Payload.Of(Of(2).Build()));
        Assert.NotEqual(Tags(Of(1).Build()), Tags(Of(2).Build()));
    }

    [Theory, MemberData(nameof(StrictWays))]
    public void Profiles_gain_maps_and_light_levels_are_shown(string way) =>
        Assert.NotEqual(Tags(Photo.Build()), Tags(Strict(way)));

    private static string Tags(byte[] file) =>
        string.Join('\n', new MediaMapper().ReadTags(new MemorySource(file)).All);
}
