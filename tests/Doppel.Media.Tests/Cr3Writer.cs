using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>
/// Writes what a Canon camera writes into CR3, as far as others have found out: a JPEG track, two of the sensor, one of
/// measured data.
/// </summary>
internal sealed record Cr3Writer
{
    private static readonly byte[] s_canon = Convert.FromHexString("85C0B687820F11E08111F4CE462B6A48");
    private static readonly byte[] s_xmp = Convert.FromHexString("BE7ACFCB97A942E89C71999491E3AFAC");
    private static readonly byte[] s_preview = Convert.FromHexString("EAF42B5E1C984B88B9FBB7DC406E4D16");

    public byte[] Artist { get; init; } = "Nobody"u8.ToArray();

    public byte[] Xmp { get; init; } = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"u8.ToArray();

    public byte[] Jpeg { get; init; } = Noise(1, 900);

    public byte[] Small { get; init; } = Noise(2, 3000);

    public byte[] Sensor { get; init; } = Noise(3, 9000);

    public byte[] Measured { get; init; } = Noise(4, 300);

    public byte[] Codec { get; init; } = Noise(5, 44);

    public byte[] Thumbnail { get; init; } = Noise(6, 200);

    public byte[] Preview { get; init; } = Noise(8, 400);

    public byte[] Notes { get; init; } = Tiff([]);

    public byte[] Free { get; init; } = [];

    public bool HasSensor { get; init; } = true;

    public byte[] Build()
    {
        byte[] head = Head(0);
        return [.. Head(head.Length + 8), .. Box("mdat", Jpeg, Small, Sensor, Measured)];
    }

    private static byte[] Tiff(byte[] text) =>
    [
        .. "II"u8, 42, 0, 8, 0, 0, 0, 1, 0, 0x3B, 0x01, 2, 0, (byte)(text.Length + 1), 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0,
        .. text, 0,
    ];

    private byte[] Head(int data)
    {
        byte[] notes = Box(
            "uuid", s_canon, Box("CNCV", "CanonCR3_001/00.09.00/00.00.00"u8.ToArray()), Box("CMT1", Tiff(Artist)),
            Box("CMT2", Tiff([])), Box("CMT3", Notes), Box("CMT4", Tiff([])), Box("THMB", new byte[16], Thumbnail));
        int small = data + Jpeg.Length;
        int sensor = small + Small.Length;
        byte[][] tracks =
        [
            Track(1, "vide", Entry(Box("JPEG", new byte[4])), data, Jpeg.Length),
            .. HasSensor
                ? (byte[][])
                [
                    Track(2, "vide", Entry(Box("CMP1", Codec)), small, Small.Length),
                    Track(3, "vide", Entry(Box("CMP1", Codec)), sensor, Sensor.Length),
                ]
                : [],
            Track(4, "meta", Box("CTMD", new byte[8]), sensor + Sensor.Length, Measured.Length),
        ];
        return
        [
            .. Box("ftyp", "crx \0\0\0\x01crx isom"u8.ToArray()),
            .. Box("moov", [notes, Full("mvhd", 0, 0, new byte[96]), .. tracks]),
            .. Box("uuid", s_xmp, Xmp), .. Box("uuid", s_preview, U64(1), Box("PRVW", new byte[16], Preview)),
            .. Free.Length > 0 ? Box("free", Free) : [],
        ];
    }

    private static byte[] Entry(byte[] codec) => Box("CRAW", new byte[6], U16(1), new byte[70], codec);

    private static byte[] Track(int id, string handler, byte[] entry, long offset, int bytes)
    {
        byte[] stbl = Box(
            "stbl", Full("stsd", 0, 0, U32(1), entry), Full("stts", 0, 0, U32(1), U32(1), U32(1)),
            Full("stsc", 0, 0, U32(1), U32(1), U32(1), U32(1)), Full("stsz", 0, 0, U32(0), U32(1), U32(bytes)),
            Full("co64", 0, 0, U32(1), U64(offset)));
        return Box(
            "trak", Full("tkhd", 0, 7, U64(0), U32(id), new byte[68]),
            Box(
                "mdia", Full("mdhd", 0, 0, U64(0), U32(1), new byte[8]),
                Full("hdlr", 0, 0, U32(0), System.Text.Encoding.ASCII.GetBytes(handler), new byte[13]),
                Box("minf", Box("dinf", Full("dref", 0, 0, U32(1), Full("url ", 0, 1))), stbl)));
    }
}
