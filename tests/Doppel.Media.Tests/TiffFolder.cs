using System.Text;

namespace Doppel.Media.Tests;

/// <summary>One directory of TIFF that a test writes, with what it points to.</summary>
internal sealed class TiffFolder
{
    public const int Short = 3;
    public const int Long = 4;
    public const int Ratio = 5;

    public SortedDictionary<int, TiffField> Fields { get; } = [];

    /// <summary>Strips, tiles or one stream of JPEG.</summary>
    public List<byte[]> Data { get; init; } = [];

    public (int Offsets, int Lengths) DataTags { get; init; } = (0x111, 0x117);

    public List<TiffFolder> Below { get; init; } = [];

    public TiffFolder? Exif { get; set; }

    public TiffFolder? Gps { get; set; }

    /// <summary>A picture of samples that stand one after the other.</summary>
    public static TiffFolder Picture(int width, int height, int bits, int samples, params byte[][] data)
    {
        TiffFolder picture = new() { Data = [.. data] };
        return picture.Set(0xFE, Long, 0).Set(0x100, Long, width).Set(0x101, Long, height)
            .Set(0x102, Short, [.. Enumerable.Repeat((long)bits, samples)]).Set(0x103, Short, 1)
            .Set(0x106, Short, samples == 3 ? 2 : 1).Set(0x115, Short, samples)
            .Set(0x116, Long, (height + data.Length - 1) / data.Length).Set(0x11C, Short, 1);
    }

    /// <summary>A small picture of the first one.</summary>
    public static TiffFolder Preview(byte[] rgb) => Picture(16, 12, 8, 3, rgb).Set(0xFE, Long, 1);

    /// <summary>A small picture as a stream of JPEG.</summary>
    public static TiffFolder JpegPreview(byte[] jpeg, bool isMarked) => (isMarked
        ? new TiffFolder { DataTags = (0x201, 0x202), Data = [jpeg] }.Set(0xFE, Long, 1)
        : new TiffFolder { DataTags = (0x201, 0x202), Data = [jpeg] }).Set(0x103, Short, 6);

    public TiffFolder Set(int tag, int type, params long[] values)
    {
        Fields[tag] = new TiffField(tag, type, values.Length, () => values);
        return this;
    }

    public TiffFolder Set(int tag, string text) =>
        Set(tag, 2, [.. Encoding.ASCII.GetBytes(text).Select(static one => (long)one), 0]);
}
