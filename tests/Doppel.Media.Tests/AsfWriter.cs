using System.Buffers.Binary;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Takes the header of ASF apart, and puts it together anew.</summary>
internal static class AsfWriter
{
    private const int CountBytes = 6;
    private const string HeaderExtension = "5FBF03B5-A92E-11CF-8EE3-00C00C205365";

    /// <summary>The objects of a header, and what follows it.</summary>
    public static (List<byte[]> Header, byte[] Behind) Split(byte[] file)
    {
        int end = (int)BinaryPrimitives.ReadInt64LittleEndian(file.AsSpan(16));
        List<byte[]> objects = [];
        for (int at = 24 + CountBytes; at < end;)
        {
            int bytes = (int)BinaryPrimitives.ReadInt64LittleEndian(file.AsSpan(at + 16));
            objects.Add(file[at..(at + bytes)]);
            at += bytes;
        }

        return (objects, file[end..]);
    }

    /// <summary>A file of these objects in its header.</summary>
    public static byte[] Join(List<byte[]> objects, byte[] rest)
    {
        byte[] content = [.. BitConverter.GetBytes(objects.Count), 1, 2, .. objects.SelectMany(static one => one)];
        return [.. Object("75B22630-668E-11CF-A6D9-00AA0062CE6C", content), .. rest];
    }

    /// <summary>An object.</summary>
    public static byte[] Object(string id, byte[] content, bool isList = false)
    {
        byte[] count = isList ? [1, 0] : [];
        return
        [
            .. new Guid(id).ToByteArray(), .. BitConverter.GetBytes(24L + count.Length + content.Length), .. count,
            .. content,
        ];
    }

    /// <summary>The extension of a header, with an object in it.</summary>
    public static byte[] Extended(byte[] inner) =>
        Object(HeaderExtension, [.. new byte[18], .. BitConverter.GetBytes(inner.Length), .. inner]);

    /// <summary>One entry of a library of metadata.</summary>
    public static byte[] Entry(string name, int value)
    {
        byte[] text = Encoding.Unicode.GetBytes(name + "\0");
        return [0, 0, 1, 0, (byte)text.Length, 0, 3, 0, 4, 0, 0, 0, .. text, .. BitConverter.GetBytes(value)];
    }

    /// <summary>Whether an object is of a kind.</summary>
    public static bool Is(byte[] one, string id) => new Guid(one.AsSpan(0, 16)) == new Guid(id);
}
