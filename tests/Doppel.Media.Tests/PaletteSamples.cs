using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>Pictures with a palette, built from the specifications: true by construction.</summary>
internal static class PaletteSamples
{
    private const int Width = 32;
    private const int Height = 16;

    /// <summary>The names of all of them; what follows the last point is the format's.</summary>
    public static string[] Names { get; } = ["palette.avi", "palette.jp2"];

    /// <summary>One of them.</summary>
    public static byte[] Make(string name) => name == "palette.avi" ? Avi() : Jpeg2000();

    // Frames of 8 bits, between which a color of the palette changes, and data for the driver of the codec.
    private static byte[] Avi()
    {
        byte[] palette = RiffWriter.Bytes32(0x000000, 0x0000FF, 0x00FF00, 0xFF0000);
        byte[] stream = RiffWriter.List(
            "strl",
            RiffWriter.Chunk(
                "strh", "vidsDIB "u8.ToArray(), RiffWriter.Bytes32(0, 0, 0, 1, 25, 0, 3, Width * Height, 0, 0, 0, 0)),
            RiffWriter.Chunk(
                "strf", RiffWriter.Bytes32(40, Width, Height, 0x80001, 0, Width * Height, 0, 0, 4, 0), palette),
            RiffWriter.Chunk("strd", Noise(1, 20)));
        return RiffWriter.Riff(
            "AVI ", RiffWriter.List("hdrl", RiffWriter.MainHeader(frames: 3), stream),
            RiffWriter.List(
                "movi", RiffWriter.Chunk("00db", Frame(1)), RiffWriter.Chunk("00pc", [1, 1, 0, 0, 9, 9, 9, 0]),
                RiffWriter.Chunk("00db", Frame(2)), RiffWriter.Chunk("00db", Frame(3))));
    }

    // The code stream is any; what stands around it gives it a palette, channels, colors and a resolution.
    private static byte[] Jpeg2000()
    {
        byte[] header = Box(
            "jp2h", Box("ihdr", U32(97), U32(161), U16(1), [7, 7, 0, 0]), Box("colr", [1, 0, 0], U32(16)),
            Box("pclr", [0, 2, 3, 7, 7, 7, 10, 20, 30, 40, 50, 60]),
            Box("cmap", [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2]),
            Box("cdef", [0, 1, 0, 0, 0, 0, 0, 1]),
            Box("res ", Box("resc", [0, 1, 0, 1, 0, 1, 0, 1, 0, 0])));
        return
        [
            .. Box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]), .. Box("ftyp", "jp2 \0\0\0\0jp2 "u8.ToArray()), .. header,
            .. Box("jp2c", Samples.Get("j2k")),
        ];
    }

    private static byte[] Frame(int seed) => [.. Noise(seed, Width * Height).Select(static one => (byte)(one & 3))];
}
