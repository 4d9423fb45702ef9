using static Doppel.Media.Tests.BoxBytes;
using static Doppel.Media.Tests.HeifSamples;
using Group = Doppel.Media.Tests.HeifWriter.Group;
using Item = Doppel.Media.Tests.HeifWriter.Item;

namespace Doppel.Media.Tests;

/// <summary>HEIF written from the specification, in every way in which the same can be said.</summary>
public sealed class HeifTests
{
    public static TheoryData<string> SameWays { get; } =
    [
        "ids", "version 0", "version 2", "unshared", "pieces", "gap", "base", "properties", "many properties", "brand",
        "order", "names", "other thumbnail", "no thumbnail", "other Exif", "no tags", "XMP box", "free box",
        "provenance box", "grid in the file", "user description", "words about it",
    ];

    public static TheoryData<string> OtherWays { get; } =
    [
        "tile", "swapped tiles", "grid", "codec", "turn", "alpha", "no alpha", "alpha of another", "shown", "main",
        "third picture", "size", "film behind", "bytes behind", "prem", "group", "type",
    ];

    public static TheoryData<string> StrictWays { get; } =
        ["profile", "no profile", "gain map", "gain map's tile", "no gain map", "light", "unknown uuid"];

    public static TheoryData<string> DamagedWays { get; } =
    [
        "no main", "missing tile", "missing property", "place outside", "twice placed", "protected", "no bytes",
        "other file", "future table", "count", "item in item in item", "same number",
    ];

    [Theory, MemberData(nameof(SameWays))]
    public void A_photo_written_differently_is_a_twin(string way)
    {
        byte[] other = Same(way);
        Assert.False(other.AsSpan().SequenceEqual(Photo.Build()));
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string expected = Payload.Of(Photo.Build(), policy);
            Assert.StartsWith("Heif", expected, StringComparison.Ordinal);
            Assert.Equal(expected, Payload.Of(other, policy));
        }
    }

    [Theory, MemberData(nameof(OtherWays))]
    public void A_file_that_shows_another_picture_is_not_a_twin(string way)
    {
        byte[] other = Other(way);
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string found = Payload.Of(other, policy);
            Assert.StartsWith("Heif", found, StringComparison.Ordinal);
            Assert.NotEqual(Payload.Of(Photo.Build(), policy), found);
        }
    }

    [Theory, MemberData(nameof(StrictWays))]
    public void Profiles_and_gain_maps_count_by_the_strict_policy_only(string way)
    {
        byte[] other = Strict(way);
        string found = Payload.Of(other);
        Assert.StartsWith("Heif", found, StringComparison.Ordinal);
        Assert.NotEqual(Payload.Of(Photo.Build()), found);
        Assert.Equal(Payload.Of(Photo.Build(), MediaPolicy.Loose), Payload.Of(other, MediaPolicy.Loose));
    }

    [Theory, MemberData(nameof(DamagedWays))]
    public void Uncertain_files_are_not_comparable(string way) =>
        Assert.StartsWith("not comparable", Payload.Of(Damaged(way)), StringComparison.Ordinal);

    [Fact]
    public void A_thumbnail_may_be_made_of_the_picture_itself()
    {
        HeifWriter Of(int seed) => new()
        {
            Items = [Coded(1, 1), Coded(2, seed) with { IsHidden = true }, new Item(3, "iden", [])],
            Links = [new("thmb", 3, 2), new("dimg", 3, 2)],
        };
        Assert.NotEqual(Payload.Of(Of(5).Build()), Payload.Of(Of(6).Build()));
    }

    [Fact]
    public void Thumbnails_of_each_other_are_pictures()
    {
        HeifWriter Of(int seed) => new()
        {
            Items = [Coded(1, 1), Coded(2, seed), Coded(3, 7)],
            Links = [new("thmb", 3, 2), new("thmb", 2, 3)],
        };
        Assert.NotEqual(Payload.Of(Of(5).Build()), Payload.Of(Of(6).Build()));
    }

    [Fact]
    public void The_numbers_of_colors_count_by_the_loose_policy_where_they_change_decoding()
    {
        HeifWriter With(int primaries, int matrix) => new()
        {
            Items =
            [
                Coded(1, 1) with
                {
                    Properties = [Box("colr", "nclx"u8.ToArray(), U16(primaries), U16(13), U16(matrix), [0x80])],
                },
            ],
        };
        string Loose(int primaries, int matrix) => Payload.Of(With(primaries, matrix).Build(), MediaPolicy.Loose);
        Assert.Equal(Loose(1, 6), Loose(12, 6));
        Assert.NotEqual(Loose(1, 6), Loose(1, 0));
        Assert.NotEqual(Payload.Of(With(1, 6).Build()), Payload.Of(With(12, 6).Build()));
    }

    [Fact]
    public void Items_in_pieces_of_other_items_are_what_they_are_made_of()
    {
        byte[] data = Noise(1, 1000);
        HeifWriter whole = new() { Items = [Coded(1, 1) with { Data = data[100..700] }, Coded(2, 2)] };
        HeifWriter inside = whole with
        {
            Items =
            [
                Coded(1, 1) with { Data = data[100..700], Construction = 2, Offset = 100 }, Coded(2, 2),
                new Item(3, "mime", data) { Mime = "application/rdf+xml" },
            ],
            Links = [new("iloc", 1, 3)],
            Pieces = 3,
        };
        Assert.Equal(Payload.Of(whole.Build()), Payload.Of(inside.Build()));
    }

    [Fact]
    public void A_profile_too_long_for_a_header_is_payload_at_its_place()
    {
        byte[] profile = Noise(9, 100_000);
        HeifWriter With(byte[] content) => new()
        {
            Items =
            [
                Coded(1, 1) with { Properties = [Box("colr", "prof"u8.ToArray(), content)] },
                Coded(2, 2) with { Properties = [Box("colr", "prof"u8.ToArray(), profile)] },
            ],
        };
        byte[] other = [.. profile];
        other[77_777] ^= 1;
        var source = new MemorySource(With(profile).Build());
        MediaMap map = new MediaMapper().Map(source, MediaPolicy.Strict).Map!;
        Assert.True(map.PayloadBytes > 200_000);
        Assert.True(source.BytesRead <= 65_536, $"{source.BytesRead} read");
        Assert.NotEqual(Payload.Of(With(profile).Build()), Payload.Of(With(other).Build()));
        Assert.Equal(
            Payload.Of(With(profile).Build(), MediaPolicy.Loose), Payload.Of(With(other).Build(), MediaPolicy.Loose));
    }

    [Fact]
    public void Tiles_that_are_alike_may_lie_at_one_place()
    {
        MediaMap map = Payload.Map(Samples.Get("tiles.avif")).Map!;
        Assert.True(map.PayloadBytes > 0);

        // Sixty tiles of one place are not sixty times its bytes.
        HeifWriter many = new() { Items = [.. Enumerable.Range(1, 60).Select(static id => Coded(id, 1))] };
        Assert.True(Payload.Map(many.Build()).Map!.PayloadBytes <= many.Build().Length);
    }

    // An image of several layers lies where the smaller images lie that are its first layers.
    [Fact]
    public void Images_may_share_a_part_of_their_bytes()
    {
        const int PoolBytes = 2000;
        int seed = 574 + TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < TestRun.Count(50, 5000); round++)
        {
            List<Item> items = [Coded(1, 1) with { Data = Noise(1, PoolBytes) }];
            for (int id = 2; id < 30; id++)
            {
                int from = random.Next(PoolBytes);
                byte[] data = items[0].Data[from..random.Next(from + 1, PoolBytes + 1)];
                items.Add(Coded(id, 1) with { Data = data, Within = from });
            }

            // Others come first, whose bytes are not all in the payload yet.
            HeifWriter photo = new() { Items = items, Main = random.Next(1, 30) };
            MediaMap map = Payload.Map(photo.Build()).Map!;
            Assert.Equal(PoolBytes, map.PayloadBytes);
            string expected = Payload.Of(photo.Build());
            Assert.Equal(expected, Payload.Of((photo with { IdFactor = 3, Behind = Box("free", [1, 2, 3]) }).Build()));

            int changed = random.Next(1, items.Count);
            Item shorter = items[changed];
            if (shorter.Data.Length > 1)
            {
                items[changed] = shorter with { Data = shorter.Data[..^1] };
                Assert.True(expected != Payload.Of(photo.Build()), $"seed {seed}, round {round}");
                items[changed] = shorter with { Data = shorter.Data[1..], Within = shorter.Within + 1 };
                Assert.True(expected != Payload.Of(photo.Build()), $"seed {seed}, round {round}");
            }
        }
    }

    [Fact]
    public void A_count_of_places_that_take_no_bytes_takes_no_memory()
    {
        byte[] photo = Photo.Build();
        int places = photo.AsSpan().IndexOf("iloc"u8);
        photo.AsSpan(places + 8, 2).Clear();
        photo.AsSpan(places + 12 + 6, 2).Fill(0xFF);
        Assert.StartsWith("not comparable", Payload.Of(photo), StringComparison.Ordinal);
        new MediaTrial().Run(photo, MediaPolicy.Strict, "places");
    }

    [Fact]
    public void Kinds_and_members_of_groups_count()
    {
        string Of(params Group[] groups) => Payload.Of((Photo with { Groups = groups }).Build());
        string[] all =
        [
            Of(), Of(new Group("altr", 3, 1)), Of(new Group("ster", 3, 1)), Of(new Group("altr", 1, 3)),
            Of(new Group("altr", 3, 2)), Of(new Group("altr", 3, 1, 2)),
            Of(new Group("altr", 3, 1), new Group("altr", 2, 4)), Of(new Group("altr", 3, 1, 2, 4)),
        ];
        Assert.Equal(all.Length, all.Distinct().Count());
        Assert.Equal(Of(), Of(new Group("altr", 3)));
    }

    [Fact]
    public void A_glance_at_a_photo_of_many_tiles_reads_headers_only()
    {
        HeifWriter photo = new()
        {
            Main = 1000,
            Items =
            [
                .. Enumerable.Range(1, 192).Select(static id => Coded(id, id) with { IsHidden = true }),
                new Item(1000, "grid", [0, 0, 11, 15, 8, 0, 6, 0]) { Construction = 1 },
            ],
            Links = [new("dimg", 1000, [.. Enumerable.Range(1, 192)])],
            OtherProperties = 101,
        };
        var source = new MemorySource(photo.Build());
        Assert.NotNull(new MediaMapper().Map(source, MediaPolicy.Strict, MapDepth.Glance).Map);
        Assert.True(source.BytesRead <= 65_536, $"{source.BytesRead} read");
    }

    private static byte[] Same(string way) => (way switch
    {
        "ids" => Photo with { IdFactor = 7 },
        "version 0" => With(3, static item => item with { Construction = 0 }) with { PlacesVersion = 0 },
        "unshared" => Photo with { IsUnshared = true },
        "version 2" => Photo with { PlacesVersion = 2, IdFactor = 100_000 },
        "pieces" => Photo with { Pieces = 3 },
        "gap" => Photo with { Pieces = 4, Gap = "junk"u8.ToArray() },
        "base" => Photo with { HasBase = true },
        "properties" => Photo with { OtherProperties = 5 },
        "many properties" => Photo with { OtherProperties = 300 },
        "brand" => Photo with { Brand = "mif1" },
        "order" => Photo with
        {
            Items = [.. ((int[])[6, 9, 7, 4, 5, 8, 3, 2, 1]).Select(static id => Photo.Items[id - 1])],
            Links = [.. Photo.Links.OrderBy(static one => one.Type)],
        },
        "names" => With(1, static item => item with { Name = "Tile" }),
        "other thumbnail" => With(5, static item => item with { Data = Noise(50, 999) }),
        "no thumbnail" => Without(5),
        "other Exif" => With(6, static item => item with { Data = Noise(51, 77) }),
        "no tags" => Without(6, 7),
        "XMP box" => Photo with { Behind = Uuid("BE7ACFCB97A942E89C71999491E3AFAC") },
        "free box" => Photo with { Behind = Box("free", new byte[100]) },
        "provenance box" => Photo with { Behind = Uuid("D8FEC3D61B0E483C92975828877EC481") },
        "grid in the file" => With(3, static item => item with { Construction = 0 }),
        "user description" => Property(3, Full("udes", 0, 0, "en\0Name\0Text\0tags\0"u8.ToArray())),
        _ => Photo with
        {
            Items = [.. Photo.Items, new Item(20, "uri ", Noise(3, 30))],
            Links = [.. Photo.Links, new("cdsc", 20, 3)],
        },
    }).Build();

    private static byte[] Other(string way) => way switch
    {
        "tile" => With(2, static item => item with { Data = [.. item.Data[..^1], (byte)~item.Data[^1]] }).Build(),
        "swapped tiles" => (Photo with { Links = [new("dimg", 3, 2, 1), .. Photo.Links.Skip(1)] }).Build(),
        "grid" => With(3, static item => item with { Data = [0, 0, 0, 1, 0, 255, 0, 128] }).Build(),
        "codec" => With(1, static item => item with { Properties = [Box("hvcC", Noise(8, 80)), Size] }).Build(),
        "turn" => Property(3, Box("irot", [1])).Build(),
        "alpha" => With(4, static item => item with { Data = Noise(60, 404) }).Build(),
        "no alpha" => Without(4).Build(),
        "alpha of another" =>
            (Photo with { Links = [.. Photo.Links.Where(static one => one.From != 4), new("auxl", 4, 1)] }).Build(),
        "shown" => With(2, static item => item with { IsHidden = false }).Build(),
        "main" => (Photo with { Main = 1 }).Build(),
        "third picture" => (Photo with { Items = [.. Photo.Items, Coded(30, 30)] }).Build(),
        "size" =>
            With(3, static item => item with { Properties = [Full("ispe", 0, 0, U32(9), U32(9)), Profile] }).Build(),
        "film behind" => [.. Photo.Build(), .. Box("mpvd", Samples.Get("mp4"))],
        "bytes behind" => [.. Photo.Build(), 1, 2, 3],
        "prem" => (Photo with { Links = [.. Photo.Links, new("prem", 3, 4)] }).Build(),
        "group" => (Photo with { Groups = [new Group("altr", 3, 1)] }).Build(),
        _ => With(1, static item => item with { Type = "av01" }).Build(),
    };

    private static byte[] Damaged(string way)
    {
        byte[] photo = Photo.Build();
        int places = photo.AsSpan().IndexOf("iloc"u8);
        int uses = photo.AsSpan().IndexOf("ipma"u8);
        int list = photo.AsSpan().IndexOf("iinf"u8);
        switch (way)
        {
            case "no main":
                return (Photo with { Main = 77 }).Build();
            case "missing tile":
                return (Photo with { Links = [new("dimg", 3, 1, 99), .. Photo.Links.Skip(1)] }).Build();
            case "missing property":
                photo[uses + 15] = 0xFF;
                return photo;
            case "place outside":
                photo[places + 12 + 16] = 0x7F;
                return photo;
            case "twice placed":
                photo[places + 12 + 1 + 24] = 1;
                return photo;
            case "protected":
                return With(1, static item => item with { Protection = 1 }).Build();
            case "no bytes":
                return With(1, static item => item with { Data = [] }).Build();
            case "other file":
                photo[places + 12 + 5] = 1;
                return photo;
            case "future table":
                photo[places + 4] = 3;
                return photo;
            case "count":
                photo[list + 9]++;
                return photo;
            case "item in item in item":
                return (Photo with
                {
                    Items =
                    [
                        .. Photo.Items,
                        Coded(40, 1) with { Construction = 2 }, Coded(41, 1) with { Construction = 2 }, Coded(42, 1),
                    ],
                    Links = [.. Photo.Links, new("iloc", 40, 41), new("iloc", 41, 42)],
                }).Build();
            default:
                return (Photo with { Items = [.. Photo.Items, Photo.Items[0]] }).Build();
        }
    }
}
