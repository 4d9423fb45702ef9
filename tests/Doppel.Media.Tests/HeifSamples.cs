using System.Text;
using static Doppel.Media.Tests.BoxBytes;
using Item = Doppel.Media.Tests.HeifWriter.Item;

namespace Doppel.Media.Tests;

/// <summary>A photo in HEIF, and what can be put in place of its parts.</summary>
internal static class HeifSamples
{
    public const string Alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha";
    public const string Depth = "urn:mpeg:hevc:2015:auxid:2";

    public static byte[] Codec { get; } = Box("hvcC", Noise(1, 80));

    public static byte[] Size { get; } = Full("ispe", 0, 0, U32(128), U32(128));

    public static byte[] Profile { get; } = Box("colr", "prof"u8.ToArray(), Noise(2, 300));

    /// <summary>A grid of two tiles, alpha, a gain map that is a grid too, a thumbnail, Exif and XMP.</summary>
    public static HeifWriter Photo { get; } = new()
    {
        Main = 3,
        Items =
        [
            Coded(1, 1) with { IsHidden = true },
            Coded(2, 2) with { IsHidden = true },
            new Item(3, "grid", [0, 0, 0, 1, 1, 0, 0, 128]) { Construction = 1, Properties = [Size, Profile] },
            Coded(4, 4) with { Properties = [Codec, Size, Kind(Alpha)], IsHidden = true },
            Coded(5, 5),
            new Item(6, "Exif", [0, 0, 0, 0, .. "MM\0*\0\0\0\b\0\0"u8]),
            new Item(7, "mime", "<x/>"u8.ToArray()) { Mime = "application/rdf+xml" },
            new Item(8, "grid", [0, 0, 0, 0, 0, 64, 0, 64])
            {
                Properties = [Size, Kind("urn:x:gain")], IsHidden = true,
            },
            Coded(9, 9) with { IsHidden = true },
        ],
        Links =
        [
            new("dimg", 3, 1, 2), new("auxl", 4, 3), new("thmb", 5, 3), new("cdsc", 6, 3), new("cdsc", 7, 3),
            new("auxl", 8, 3), new("dimg", 8, 9),
        ],
    };

    public static Item Coded(int id, int seed) =>
        new(id, "hvc1", Noise(seed, 400 + seed)) { Properties = [Codec, Size] };

    public static byte[] Kind(string name) => Full("auxC", 0, 0, Encoding.ASCII.GetBytes(name + "\0"));

    public static byte[] Uuid(string number) => Box("uuid", Convert.FromHexString(number), [1]);

    public static HeifWriter With(int id, Func<Item, Item> change) =>
        Photo with { Items = [.. Photo.Items.Select(item => item.Id == id ? change(item) : item)] };

    public static HeifWriter Without(params int[] ids) => Photo with
    {
        Items = [.. Photo.Items.Where(item => !ids.Contains(item.Id))],
        Links = [.. Photo.Links.Where(link => !ids.Contains(link.From))],
    };

    public static HeifWriter Property(int id, byte[] property) =>
        With(id, item => item with { Properties = [.. item.Properties, property] });

    /// <summary>The photo, different in what only the strict policy counts.</summary>
    public static byte[] Strict(string way) => (way switch
    {
        "profile" =>
            With(3, static item => item with { Properties = [Size, Box("colr", "prof"u8.ToArray(), [1, 2])] }),
        "no profile" => With(3, static item => item with { Properties = [Size] }),
        "gain map" => With(8, static item => item with { Data = [0, 0, 0, 0, 0, 64, 0, 65] }),
        "gain map's tile" => With(9, static item => item with { Data = Noise(61, 99) }),
        "no gain map" => Without(8, 9),
        "light" => Property(3, Box("clli", U32(1000))),
        _ => Photo with { Behind = Box("uuid", Noise(4, 40)) },
    }).Build();
}
