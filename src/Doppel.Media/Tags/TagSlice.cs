using System.Text;
using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>A run of bytes that a tag consists of.</summary>
/// <param name="File">The file, or what was unpacked from it.</param>
/// <param name="At">Where they begin.</param>
/// <param name="Bytes">How many they are; never more than the file has from there.</param>
/// <remarks>Whatever is asked of it, nothing outside of it is read.</remarks>
internal readonly record struct TagSlice(HeaderReader File, long At, long Bytes)
{
    // Text is cut after some thousand characters; what is unpacked or looked through has another bound.
    private const int TextBytesMax = 256 * 1024;

    /// <summary>Where they end.</summary>
    internal long End => At + Bytes;

    /// <summary>A run that lies in the file: what reaches beyond its end is cut off.</summary>
    internal static TagSlice Within(HeaderReader file, long at, long bytes)
    {
        long start = Math.Clamp(at, 0, file.Length);
        return new TagSlice(file, start, Math.Clamp(bytes, 0, file.Length - start));
    }

    /// <summary>Bytes in memory.</summary>
    internal static TagSlice Of(byte[] bytes)
    {
        var reader = new HeaderReader();
        reader.Open(new BytesSource(bytes));
        return new TagSlice(reader, 0, bytes.Length);
    }

    /// <summary>Runs of a file that belong together, as one.</summary>
    internal static TagSlice Of(HeaderReader file, IReadOnlyList<PayloadExtent> extents)
    {
        if (extents.Count == 1)
        {
            return Within(file, extents[0].Offset, extents[0].Length);
        }

        var reader = new HeaderReader();
        reader.Open(new ExtentSource(file, extents));
        return new TagSlice(reader, 0, reader.Length);
    }

    /// <summary>What is left of it behind so many bytes.</summary>
    internal TagSlice From(long bytes) => Part(bytes, Bytes);

    /// <summary>A part of it; what lies outside of it is cut off.</summary>
    internal TagSlice Part(long offset, long bytes)
    {
        long start = Math.Clamp(offset, 0, Bytes);
        return new TagSlice(File, At + start, Math.Clamp(bytes, 0, Bytes - start));
    }

    /// <summary>One byte of it; 0 behind its end.</summary>
    internal byte this[long offset] => offset >= 0 && offset < Bytes ? File.ByteAt(At + offset) : (byte)0;

    /// <summary>A big-endian number of 1 to 8 bytes; those behind the end are missing.</summary>
    internal long BigEndian(long offset, int bytes)
    {
        long number = 0;
        for (int i = 0; i < bytes && offset + i < Bytes; i++)
        {
            number = (number << 8) | this[offset + i];
        }

        return number;
    }

    /// <summary>A little-endian number of 1 to 8 bytes; those behind the end are 0.</summary>
    internal long LittleEndian(long offset, int bytes)
    {
        long number = 0;
        for (int i = bytes - 1; i >= 0; i--)
        {
            number = (number << 8) | this[offset + i];
        }

        return number;
    }

    /// <summary>Whether it holds these bytes there.</summary>
    internal bool Is(long offset, ReadOnlySpan<byte> bytes) =>
        offset >= 0 && bytes.Length <= Bytes - offset && File.Is(At + offset, bytes);

    /// <summary>Where a byte, or one of those that follow it, first stands; -1 where it does not.</summary>
    /// <param name="value">The byte.</param>
    /// <param name="from">Where to begin.</param>
    /// <param name="bytesMax">So many are looked through.</param>
    internal long IndexOf(byte value, long from = 0, long bytesMax = TextBytesMax)
    {
        long last = Math.Min(Bytes, from + bytesMax);
        for (long at = from; at < last;)
        {
            int bytes = (int)Math.Min(HeaderReader.BytesAtOnceMax, last - at);
            int found = File.At(At + at, bytes).IndexOf(value);
            if (found >= 0)
            {
                return at + found;
            }

            at += bytes;
        }

        return -1;
    }

    /// <summary>A copy of it, or of its beginning.</summary>
    /// <param name="bytesMax">No more than this.</param>
    internal byte[] ToArray(int bytesMax = TextBytesMax)
    {
        byte[] copy = new byte[Math.Min(Bytes, bytesMax)];
        File.Spend(copy.Length);
        File.Copy(At, copy);
        return copy;
    }

    /// <summary>It as text.</summary>
    internal string Text(Encoding encoding) => encoding.GetString(ToArray());

    /// <summary>It as text of an encoding that is not told: UTF-8 where it can be, else Latin-1.</summary>
    internal string Text() => TagText.Guess(ToArray());

    /// <summary>It as nobody reads it: how many bytes, and a digest by which to compare them.</summary>
    internal string Describe()
    {
        File.Spend(Bytes);
        var state = new Xxh3State();
        Span<byte> block = stackalloc byte[(int)Math.Min(Bytes, 16 * 1024)];
        for (long done = 0; done < Bytes; done += block.Length)
        {
            block = block[..(int)Math.Min(block.Length, Bytes - done)];
            File.Copy(At + done, block);
            state.Append(block);
        }

        return $"{Bytes} bytes, xxh3 {state.GetDigest().High:x16}";
    }
}
