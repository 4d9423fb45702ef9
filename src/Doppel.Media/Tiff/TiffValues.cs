using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Takes in the values of an entry by what they are, not by how they are written.</summary>
internal static class TiffValues
{
    // What is longer stands in the payload as it is in the file: a profile is not read to find where it is.
    private const int InKeyBytesMax = 1024;

    /// <summary>Takes in an entry: tag, count and values.</summary>
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

    /// <summary>Whether all values of an entry are this one.</summary>
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

    // As precise as libtiff keeps it, which writes another fraction of the same value.
    private static double Ratio(double numerator, double denominator) => (float)(numerator / denominator);
}
