using System.Buffers.Binary;

namespace Doppel.Media.Tests;

/// <summary>
/// Raw photos, which no program of Debian's writes: built from the specifications of TIFF/EP and DNG, and from what
/// exiftool's documentation tells of makers' files. True by construction.
/// </summary>
internal static class RawSamples
{
    private const int Width = 64;
    private const int Height = 48;
    private const int Short = TiffFolder.Short;
    private const int Long = TiffFolder.Long;

    /// <summary>The names of all of them; what follows the last point is the format's.</summary>
    public static string[] Names { get; } = ["dng", "nef", "arw", "cr2", "orf", "rw2", "pef", "srw", "raf"];

    /// <summary>One file.</summary>
    /// <param name="name">Which.</param>
    /// <param name="change">What is unlike the plain one.</param>
    /// <param name="shuffle">Lays it out anywhere; null in the order in which it is told.</param>
    public static byte[] Make(string name, RawChange change = RawChange.None, Random? shuffle = null)
    {
        byte[] sensor = Sensor();
        if (change == RawChange.Sensor)
        {
            sensor[1000] ^= 1;
        }

        byte[] jpeg = change == RawChange.Tags ? Samples.Get("progressive.jpg") : Samples.Get("jpg");
        byte[] small = new byte[16 * 12 * 3];
        small.AsSpan().Fill((byte)(change == RawChange.Tags ? 7 : 99));
        return name switch
        {
            "dng" => Dng(sensor, small, change, shuffle),
            "nef" => Nef(sensor, small, jpeg, change, shuffle),
            "arw" => Arw(sensor, jpeg, change, shuffle),
            "cr2" => Cr2(sensor, small, jpeg, change, shuffle),
            "orf" => Orf(sensor, change, shuffle),
            "rw2" => Rw2(sensor, jpeg, change, shuffle),
            "pef" => Pef(sensor, jpeg, change, shuffle),
            "srw" => Srw(sensor, jpeg, change, shuffle),
            "raf" => Raf(sensor, jpeg, change),
            _ => throw new ArgumentOutOfRangeException(nameof(name), name, "One of Names."),
        };
    }

    private static byte[] Dng(byte[] sensor, byte[] small, RawChange change, Random? shuffle)
    {
        TiffFolder raw = Raw(sensor, 2, 1, change).Set(0xC61A, Short, 64).Set(0xC61D, Long, 4095);
        TiffFolder first = Tagged(TiffFolder.Preview(small), "Doppel", "One", change);
        first.Set(0xC612, 1, 1, 4, 0, 0).Set(0xC613, 1, 1, 1, 0, 0).Set(0xC614, "Doppel One");
        long red = change == RawChange.Color ? 9001 : 9000;
        first.Set(0xC621, 10, red, 10000, -1, 8, -1, 8, -1, 8, 1, 1, -1, 8, -1, 8, -1, 8, 1, 1).Set(0xC65A, Short, 21);
        first.Set(0xC628, TiffFolder.Ratio, 1, 2, 1, 1, 2, 3);
        first.Below.Add(raw);
        return new TiffWriter(isBigEndian: false, shuffle: shuffle).Write(first);
    }

    private static byte[] Nef(byte[] sensor, byte[] small, byte[] jpeg, RawChange change, Random? shuffle)
    {
        TiffFolder first = Tagged(TiffFolder.Preview(small), "NIKON CORPORATION", "NIKON D100", change);
        first.Below.AddRange([TiffFolder.JpegPreview(jpeg, isMarked: true), Raw(sensor, 1, 1, change)]);
        return new TiffWriter(isBigEndian: true, shuffle: shuffle).Write(first);
    }

    private static byte[] Arw(byte[] sensor, byte[] jpeg, RawChange change, Random? shuffle)
    {
        TiffFolder first = Tagged(TiffFolder.JpegPreview(jpeg, isMarked: true), "SONY", "DSLR-A700", change);
        first.Below.Add(Raw(sensor, 1, 1, change).Set(0x7000, Short, 0).Set(0x7310, Short, 128, 128, 128, 128));
        return new TiffWriter(isBigEndian: false, shuffle: shuffle)
            .Write(first, TiffFolder.JpegPreview(jpeg, isMarked: true));
    }

    private static byte[] Cr2(byte[] sensor, byte[] small, byte[] jpeg, RawChange change, Random? shuffle)
    {
        TiffFolder first = TiffFolder.Picture(161, 97, 8, 3, jpeg).Set(0x103, Short, 6);
        Tagged(first, "Canon", "Canon EOS 40D", change);
        TiffFolder raw = new TiffFolder { Data = [sensor] }.Set(0x103, Short, 6).Set(0xC5D8, Long, 1)
            .Set(0xC640, Short, 1, 32, change == RawChange.Decoding ? 31 : 32);
        return new TiffWriter(isBigEndian: false, shuffle: shuffle)
        {
            Preface = [.. "CR\x02\0"u8, 0, 0, 0, 0],
            Cr2Raw = raw,
        }.Write(first, TiffFolder.JpegPreview(jpeg, isMarked: false), TiffFolder.Picture(16, 12, 8, 3, small), raw);
    }

    private static byte[] Orf(byte[] sensor, RawChange change, Random? shuffle) =>
        new TiffWriter(isBigEndian: false, shuffle: shuffle) { Magic = [.. "IIRO"u8] }
            .Write(Tagged(Raw(sensor, 4, 1, change), "OLYMPUS CORPORATION", "E-510", change));

    private static byte[] Rw2(byte[] sensor, byte[] jpeg, RawChange change, Random? shuffle)
    {
        int speed = change == RawChange.Tags ? 200 : 100;
        int black = change == RawChange.Decoding ? 15 : 16;
        int red = change == RawChange.Color ? 400 : 399;
        TiffFolder first = new() { Data = [sensor], DataTags = (0x118, 0x117) };
        first.Set(1, 7, '0', '3', '1', '0').Set(2, Short, Width).Set(3, Short, Height).Set(4, Short, 0).Set(5, Short, 0)
            .Set(6, Short, Height).Set(7, Short, Width).Set(8, Short, 1).Set(9, Short, 1).Set(10, Short, 12)
            .Set(0x0B, Short, 34316).Set(0x17, Short, speed).Set(0x1C, Short, black).Set(0x24, Short, red)
            .Set(0x111, Long, uint.MaxValue).Set(0x116, Long, Height)
            .Set(0x2E, 7, [.. jpeg.Select(static one => (long)one)]);
        Tagged(first, "Panasonic", "DMC-GF1", change);
        return new TiffWriter(isBigEndian: false, shuffle: shuffle)
        {
            Magic = [.. "IIU\0"u8],
            Preface = new byte[16],
            Last = sensor,
        }.Write(first);
    }

    private static byte[] Pef(byte[] sensor, byte[] jpeg, RawChange change, Random? shuffle) =>
        new TiffWriter(isBigEndian: true, shuffle: shuffle).Write(
            Tagged(Raw(sensor, 1, 1, change), "PENTAX Corporation", "PENTAX K10D", change),
            TiffFolder.JpegPreview(jpeg, isMarked: false), TiffFolder.JpegPreview(jpeg, isMarked: false));

    private static byte[] Srw(byte[] sensor, byte[] jpeg, RawChange change, Random? shuffle)
    {
        TiffFolder first = Tagged(TiffFolder.JpegPreview(jpeg, isMarked: true), "SAMSUNG", "NX100", change);
        first.Below.Add(Raw(sensor, 1, 32770, change));
        return new TiffWriter(isBigEndian: false, shuffle: shuffle)
            .Write(first, TiffFolder.JpegPreview(jpeg, isMarked: false));
    }

    // The sensor of Fujifilm's stands behind a list of what tells how it is read: a count, then tag, bytes and values.
    private static byte[] Raf(byte[] sensor, byte[] jpeg, RawChange change)
    {
        byte black = (byte)(change == RawChange.Decoding ? 1 : 0);
        byte[] list = [0, 0, 0, 2, 1, 0x21, 0, 4, 0, Height, 0, Width, 1, 0x30, 0, 4, 12, 12, 12, black];
        byte[] header = new byte[0x94];
        "FUJIFILMCCD-RAW 0201FF383501FinePix S5600"u8.CopyTo(header);
        "0100"u8.CopyTo(header.AsSpan(0x3C));
        byte[] padding = new byte[4 - (jpeg.Length % 4)];
        int at = header.Length + jpeg.Length + padding.Length;
        int[] places = [header.Length, jpeg.Length, at, list.Length, at + list.Length, sensor.Length];
        for (int i = 0; i < places.Length; i++)
        {
            BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(0x54 + (4 * i)), places[i]);
        }

        return [.. header, .. jpeg, .. padding, .. list, .. sensor];
    }

    private static TiffFolder Raw(byte[] sensor, int strips, int compression, RawChange change)
    {
        byte[][] data = [.. sensor.Chunk(sensor.Length / strips)];
        return TiffFolder.Picture(Width, Height, 16, 1, data).Set(0x103, Short, compression).Set(0x106, Short, 32803)
            .Set(0x828D, Short, 2, 2).Set(0x828E, 1, change == RawChange.Decoding ? [1, 0, 2, 1] : [0, 1, 1, 2]);
    }

    private static TiffFolder Tagged(TiffFolder first, string make, string model, RawChange change)
    {
        bool isRetagged = change == RawChange.Tags;
        first.Set(0x10F, make).Set(0x110, model).Set(0x112, Short, isRetagged ? 6 : 1);
        first.Exif = new TiffFolder().Set(0x829A, TiffFolder.Ratio, 1, 125)
            .Set(0x9003, isRetagged ? "2021:02:03 04:05:06" : "2020:01:02 03:04:05");
        if (isRetagged)
        {
            first.Set(0x13B, "Somebody with a long name").Set(0x8298, "Nobody's").Set(0x4746, Short, 5);
            first.Gps = new TiffFolder().Set(1, 2, 'N', 0).Set(2, TiffFolder.Ratio, 48, 1, 12, 1, 30, 1);
        }

        return first;
    }

    // A slope with some noise, of 12 bits, the lower byte first.
    private static byte[] Sensor()
    {
        var random = new Random(9);
        byte[] sensor = new byte[Width * Height * 2];
        for (int i = 0; i < sensor.Length; i += 2)
        {
            int light = 64 + (i / 2 % Width * 40) + random.Next(99);
            BinaryPrimitives.WriteInt16LittleEndian(sensor.AsSpan(i), (short)light);
        }

        return sensor;
    }
}
