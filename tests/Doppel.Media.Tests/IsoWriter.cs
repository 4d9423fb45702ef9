using System.Buffers.Binary;

namespace Doppel.Media.Tests;

/// <summary>Changes boxes of MP4, and writes small ones as the specification says.</summary>
internal static class IsoWriter
{
    public static byte[] Box(string type, params byte[][] parts)
    {
        byte[] content = [.. parts.SelectMany(static one => one)];
        return [.. Numbers(8 + content.Length), .. type.Select(static one => (byte)one), .. content];
    }

    public static byte[] Numbers(params long[] numbers)
    {
        byte[] bytes = new byte[4 * numbers.Length];
        for (int i = 0; i < numbers.Length; i++)
        {
            BinaryPrimitives.WriteUInt32BigEndian(bytes.AsSpan(4 * i), (uint)numbers[i]);
        }

        return bytes;
    }

    public static uint Number(byte[] bytes, int at) => BinaryPrimitives.ReadUInt32BigEndian(bytes.AsSpan(at));

    /// <summary>Puts something in place of all boxes with a path such as <c>moov/trak/tkhd</c>.</summary>
    /// <param name="file">The file, or the content of a box.</param>
    /// <param name="path">The path.</param>
    /// <param name="change">From the content of the box to all that is to stand there.</param>
    public static byte[] Change(byte[] file, string path, Func<byte[], byte[]> change)
    {
        string[] names = path.Split('/', 2);
        List<byte> changed = [];
        for (int at = 0; at + 8 <= file.Length;)
        {
            int bytes = (int)Number(file, at);
            byte[] content = file[(at + 8)..(at + bytes)];
            string name = string.Concat(file[(at + 4)..(at + 8)].Select(static one => (char)one));
            if (name != names[0])
            {
                changed.AddRange(file[at..(at + bytes)]);
            }
            else
            {
                changed.AddRange(names.Length == 1 ? change(content) : Box(name, Change(content, names[1], change)));
            }

            at += bytes;
        }

        return [.. changed];
    }

    /// <summary>The content of the first box with a path.</summary>
    public static byte[] Find(byte[] file, string path)
    {
        byte[]? found = null;
        Change(file, path, content =>
        {
            found ??= content;
            return content;
        });
        return found ?? throw new ArgumentException($"There is no {path}.");
    }

    /// <summary>A film of one track whose samples lie in one chunk, with a table of sizes of one's own.</summary>
    public static byte[] Film(byte[] samples, byte[] sizes, int count, byte[]? chunks = null, long offset = 24)
    {
        byte[] header = Box("tkhd", Numbers(3, 0, 0, 1, 0, 100, 0, 0, 0, 0), new byte[44]);
        byte[] codec = Box("stsd", Numbers(0, 1), Box("mp4v", new byte[78]));
        byte[] tables = Box(
            "stbl", codec, Box("stts", Numbers(0, 1, count, 10)), chunks ?? Box("stsc", Numbers(0, 1, 1, count, 1)),
            sizes, Box("stco", Numbers(0, 1, offset)));
        byte[] media = Box(
            "mdia", Box("mdhd", Numbers(0, 0, 0, 1000, 100, 0)),
            Box("hdlr", Numbers(0, 0), "vide"u8.ToArray(), new byte[13]), Box("minf", tables));
        return
        [
            .. Box("ftyp", "isom"u8.ToArray(), Numbers(0)), .. Box("mdat", samples),
            .. Box("moov", Box("mvhd", Numbers(0, 0, 0, 1000, 100), new byte[80]), Box("trak", header, media)),
        ];
    }
}
