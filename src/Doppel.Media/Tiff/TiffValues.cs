namespace Doppel.Media;

/// <summary>Adds the values of an entry by their meaning, not by how they are stored.</summary>
internal static class TiffValues
{
    // Longer values, such as profiles, are added to the payload as extents, so that mapping does not read them.
    private const int InKeyBytesMax = 1024;

    /// <summary>Adds an entry: tag, count and values.</summary>
    internal static void Add(TiffReader tiff, TiffEntry entry, PayloadBuilder payload)
    {
        payload.AddKey(entry.Tag);
        payload.AddKey(entry.Count);
        if (entry.Bytes > InKeyBytesMax)
        {
            payload.AddKey(entry.ValueBytes);
            payload.AddKey(entry.ValueBytes > 1 && tiff.IsBigEndian ? 1 : 0);
            payload.Add(entry.At, entry.Bytes, "tag");
            return;
        }

        ReadOnlySpan<byte> bytes = tiff.File.At(entry.At, (int)entry.Bytes);
        for (int size = entry.ValueBytes; bytes.Length > 0; bytes = bytes[size..])
        {
            payload.AddKey(BitConverter.DoubleToInt64Bits(Value(tiff, entry.Type, bytes[..size])));
        }
    }

    /// <summary>Returns whether all values of an entry equal the given one.</summary>
    internal static bool AreAll(TiffReader tiff, TiffEntry entry, int value)
    {
        if (entry.Bytes > InKeyBytesMax)
        {
            return false;
        }

        ReadOnlySpan<byte> bytes = tiff.File.At(entry.At, (int)entry.Bytes);
        for (int size = entry.ValueBytes; bytes.Length > 0; bytes = bytes[size..])
        {
            if (Value(tiff, entry.Type, bytes[..size]) != value)
            {
                return false;
            }
        }

        return true;
    }

    private static double Value(TiffReader tiff, int type, ReadOnlySpan<byte> bytes) => type switch
    {
        5 => Ratio(tiff.Number(bytes[..4]), tiff.Number(bytes[4..])),
        6 => (sbyte)bytes[0],
        8 => (short)tiff.Number(bytes),
        9 => (int)tiff.Number(bytes),
        10 => Ratio((int)tiff.Number(bytes[..4]), (int)tiff.Number(bytes[4..])),
        11 => BitConverter.UInt32BitsToSingle((uint)tiff.Number(bytes)),
        12 => BitConverter.UInt64BitsToDouble(tiff.Number(bytes)),
        17 => (long)tiff.Number(bytes),
        _ => tiff.Number(bytes),
    };

    // With the precision that libtiff keeps, since it may write a different fraction for the same value.
    private static double Ratio(double numerator, double denominator) => (float)(numerator / denominator);
}
