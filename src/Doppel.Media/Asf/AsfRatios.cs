using System.Text;

namespace Doppel.Media;

/// <summary>The pixel aspect ratio: two entries of the object that otherwise contains tags (3.1.5).</summary>
internal static class AsfRatios
{
    private const int EntryHeadBytes = 12;
    private const int NameBytesMax = 64;

    private static readonly byte[] s_width = Encoding.Unicode.GetBytes("AspectRatioX");
    private static readonly byte[] s_height = Encoding.Unicode.GetBytes("AspectRatioY");

    /// <summary>Adds the aspect ratios to their streams.</summary>
    internal static void AddTo(
        HeaderReader file, IReadOnlyList<AsfObject> objects, SortedDictionary<int, PayloadBuilder> streams)
    {
        foreach (AsfObject one in objects)
        {
            if (one.Id != AsfObject.Metadata || one.Bytes < 2)
            {
                continue;
            }

            long at = one.Start + 2;
            for (int left = file.LittleEndian16(one.Start); left > 0 && at + EntryHeadBytes <= one.End; left--)
            {
                int number = file.LittleEndian16(at + 2);
                int nameBytes = file.LittleEndian16(at + 4);
                long bytes = file.LittleEndian32(at + 8);
                long name = at + EntryHeadBytes;
                at = name + nameBytes + bytes;
                if (nameBytes <= NameBytesMax && (file.Is(name, s_width) || file.Is(name, s_height)))
                {
                    if (!streams.TryGetValue(number, out PayloadBuilder? stream))
                    {
                        streams[number] = stream = new PayloadBuilder();
                    }

                    // The lowest bit tells X from Y.
                    stream.AddKey((2 * Number(file, name + nameBytes, bytes)) + (file.Is(name, s_width) ? 0 : 1));
                }
            }
        }
    }

    private static long Number(HeaderReader file, long at, long bytes) => bytes switch
    {
        2 => file.LittleEndian16(at),
        4 or 8 => file.LittleEndian32(at),
        _ => 0,
    };
}
