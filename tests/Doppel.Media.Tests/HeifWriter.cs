using System.Text;
using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>Writes HEIF of given items, in each of the ways in which the same can be written.</summary>
internal sealed record HeifWriter
{
    public required IReadOnlyList<Item> Items { get; init; }

    public IReadOnlyList<Link> Links { get; init; } = [];

    public IReadOnlyList<Group> Groups { get; init; } = [];

    public int Main { get; init; } = 1;

    public string Brand { get; init; } = "heic";

    /// <summary>Version of the table of places, 0 to 2.</summary>
    public int PlacesVersion { get; init; } = 1;

    /// <summary>In how many pieces each item lies.</summary>
    public int Pieces { get; init; } = 1;

    /// <summary>What stands between the pieces.</summary>
    public byte[] Gap { get; init; } = [];

    /// <summary>Whether all items begin at a common place.</summary>
    public bool HasBase { get; init; }

    /// <summary>How many other properties stand before those that are used.</summary>
    public int OtherProperties { get; init; }

    /// <summary>Whether each item has properties of its own, even where others have the same.</summary>
    public bool IsUnshared { get; init; }

    /// <summary>What numbers are multiplied with.</summary>
    public int IdFactor { get; init; } = 1;

    /// <summary>A box in the meta box that describes no items.</summary>
    public byte[] InMeta { get; init; } = [];

    /// <summary>What follows the meta box.</summary>
    public byte[] Behind { get; init; } = [];

    private byte[][] Properties
    {
        get
        {
            IEnumerable<byte[]> all = Items.SelectMany(static item => item.Properties);
            return [.. IsUnshared ? all : all.Distinct()];
        }
    }

    private int IdBytes => PlacesVersion == 2 ? 4 : 2;

    public byte[] Build()
    {
        // Places stand before what they tell of: written twice, the first time to learn how long all is.
        int dataAt = Build(0).Length - Data().Length;
        return Build(dataAt);
    }

    private byte[] Build(int dataAt)
    {
        byte[] properties =
        [
            .. Enumerable.Range(0, OtherProperties).SelectMany(static i => Box("free", new byte[i])),
            .. Properties.SelectMany(static one => one),
        ];
        byte[] meta = Full(
            "meta", 0, 0,
            Full("hdlr", 0, 0, U32(0), "pict"u8.ToArray(), new byte[13]), InMeta,
            IdBytes == 4 ? Full("pitm", 1, 0, U32(Main * IdFactor)) : Full("pitm", 0, 0, U16(Main * IdFactor)),
            Places(dataAt),
            Full("iinf", 0, 0, [U16(Items.Count), .. Items.Select(Infe)]),
            Box("iprp", Box("ipco", properties), Uses()),
            Full("iref", IdBytes == 4 ? 1 : 0, 0, [.. Links.Select(Reference)]),
            Groups.Count == 0 ? [] : Box("grpl", [.. Groups.Select(One)]),
            Box("idat", [.. Items.Where(static item => item.Construction == 1).Select(static item => item.Data)]));
        byte[] type = Box("ftyp", Encoding.ASCII.GetBytes(Brand), U32(0), "mif1"u8.ToArray());
        return [.. type, .. meta, .. Behind, .. Data()];
    }

    private byte[] Data() =>
        Box("mdat", [.. Items.Where(static item => item is { Construction: 0, Within: null }).Select(Spread)]);

    private byte[] Spread(Item item) =>
        [.. Cut(item.Data).SelectMany(piece => (byte[])[.. item.Data[piece.From..piece.To], .. Gap])];

    private IEnumerable<(int From, int To)> Cut(byte[] data)
    {
        for (int i = 0; i < Pieces; i++)
        {
            yield return (data.Length * i / Pieces, data.Length * (i + 1) / Pieces);
        }
    }

    private byte[] Places(int dataAt)
    {
        List<byte[]> entries = [];
        int inFile = dataAt + 8;
        int inMeta = 0;
        foreach (Item item in Items)
        {
            List<byte[]> pieces = [];
            foreach ((int from, int to) in item.Construction == 0 ? Cut(item.Data) : [(0, item.Data.Length)])
            {
                int place = item.Construction switch { 0 => inFile, 1 => inMeta, _ => item.Offset };
                place = item.Within is { } at ? dataAt + 8 + at : place;
                int index = PlacesVersion == 0 ? 0 : 4;
                place -= HasBase && item.Construction == 0 ? dataAt : 0;
                pieces.Add([.. Number(1, index), .. U32(place), .. U32(to - from)]);
                inFile += item is { Construction: 0, Within: null } ? to - from + Gap.Length : 0;
                inMeta += item.Construction == 1 ? to - from : 0;
            }

            entries.Add(
            [
                .. Number(item.Id * IdFactor, IdBytes),
                .. PlacesVersion == 0 ? [] : U16(item.Construction), .. U16(0),
                .. U32(HasBase && item.Construction == 0 ? dataAt : 0),
                .. U16(pieces.Count), .. pieces.SelectMany(static one => one),
            ]);
        }

        return Full(
            "iloc", PlacesVersion, 0, U16(PlacesVersion == 0 ? 0x4440 : 0x4444), Number(Items.Count, IdBytes),
            [.. entries.SelectMany(static one => one)]);
    }

    private byte[] Infe(Item item)
    {
        int flags = item.IsHidden ? 1 : 0;
        return IdBytes == 4
            ? Full("infe", 3, flags, U32(item.Id * IdFactor), Kind(item))
            : Full("infe", 2, flags, U16(item.Id * IdFactor), Kind(item));
    }

    private static byte[] Kind(Item item) =>
    [
        .. U16(item.Protection), .. Encoding.ASCII.GetBytes(item.Type), .. Encoding.ASCII.GetBytes(item.Name), 0,
        .. item.Type == "mime" ? Encoding.ASCII.GetBytes(item.Mime + "\0") : [],
    ];

    private byte[] Uses()
    {
        byte[][] properties = Properties;
        int next = 0;
        byte[] Number(byte[] property)
        {
            int number = OtherProperties + 1 + (IsUnshared ? next++ : Array.IndexOf(properties, property));
            return OtherProperties > 100 ? U16(number) : [(byte)(0x80 | number)];
        }

        return Full(
            "ipma", IdBytes == 4 ? 1 : 0, OtherProperties > 100 ? 1 : 0,
            [
                U32(Items.Count),
                .. Items.Select(item => (byte[])
                [
                    .. BoxBytes.Number(item.Id * IdFactor, IdBytes), (byte)item.Properties.Count,
                    .. item.Properties.SelectMany(Number),
                ]),
            ]);
    }

    private byte[] Reference(Link link) => Box(
        link.Type, Number(link.From * IdFactor, IdBytes), U16(link.To.Length),
        [.. link.To.SelectMany(id => Number(id * IdFactor, IdBytes))]);

    private byte[] One(Group group) => Full(
        group.Type, 0, 0, U32(1000), U32(group.Members.Length),
        [.. group.Members.SelectMany(id => U32(id * IdFactor))]);

    /// <summary>An item.</summary>
    internal sealed record Item(int Id, string Type, byte[] Data)
    {
        public bool IsHidden { get; init; }

        public int Construction { get; init; }

        public int Offset { get; init; }

        /// <summary>Where its bytes lie among those of other items; null if they lie behind them.</summary>
        public int? Within { get; init; }

        public int Protection { get; init; }

        public string Name { get; init; } = "";

        public string Mime { get; init; } = "";

        public IReadOnlyList<byte[]> Properties { get; init; } = [];
    }

    /// <summary>A reference.</summary>
    internal sealed record Link(string Type, int From, params int[] To);

    /// <summary>A group of items.</summary>
    internal sealed record Group(string Type, params int[] Members);
}
