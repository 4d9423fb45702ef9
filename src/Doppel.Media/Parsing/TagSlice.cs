using System.Text;
using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>A range of bytes that contains a tag or part of one.</summary>
/// <param name="File">The file, or data decompressed from it.</param>
/// <param name="At">The offset of the first byte.</param>
/// <param name="Bytes">The length in bytes. The range never extends past the end of the file.</param>
/// <remarks>No member reads outside the range, whatever its arguments.</remarks>
internal readonly record struct TagSlice(HeaderReader File, long At, long Bytes)
{
    // Text is cut after some thousand characters. Data to decompress or search has a bound of its own.
    private const int TextBytesMax = 256 * 1024;

    /// <summary>Gets the offset of the end of the range.</summary>
    internal long End => At + Bytes;

    /// <summary>Creates a slice of a file. A range that extends past the end of the file is cut off there.</summary>
    internal static TagSlice Within(HeaderReader file, long at, long bytes)
    {
        long start = Math.Clamp(at, 0, file.Length);
        return new TagSlice(file, start, Math.Clamp(bytes, 0, file.Length - start));
    }

    /// <summary>Creates a slice of bytes in memory.</summary>
    internal static TagSlice Of(byte[] bytes)
    {
        var reader = new HeaderReader();
        reader.Open(new BytesSource(bytes));
        return new TagSlice(reader, 0, bytes.Length);
    }

    /// <summary>Creates one slice from several ranges of a file.</summary>
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

    /// <summary>Returns the rest of the slice after the given number of bytes.</summary>
    internal TagSlice From(long bytes) => Part(bytes, Bytes);

    /// <summary>Returns part of the slice. A range that extends outside the slice is cut off.</summary>
    internal TagSlice Part(long offset, long bytes)
    {
        long start = Math.Clamp(offset, 0, Bytes);
        return new TagSlice(File, At + start, Math.Clamp(bytes, 0, Bytes - start));
    }

    /// <summary>Gets one byte of the slice, or 0 if the offset is outside it.</summary>
    internal byte this[long offset] => offset >= 0 && offset < Bytes ? File.ByteAt(At + offset) : (byte)0;

    /// <summary>Reads a big-endian number of 1 to 8 bytes. Bytes past the end are omitted.</summary>
    internal long BigEndian(long offset, int bytes)
    {
        long number = 0;
        for (int i = 0; i < bytes && offset + i < Bytes; i++)
        {
            number = (number << 8) | this[offset + i];
        }

        return number;
    }

    /// <summary>Reads a little-endian number of 1 to 8 bytes. Bytes past the end are read as 0.</summary>
    internal long LittleEndian(long offset, int bytes)
    {
        long number = 0;
        for (int i = bytes - 1; i >= 0; i--)
        {
            number = (number << 8) | this[offset + i];
        }

        return number;
    }

    /// <summary>Returns whether the slice contains the given bytes at an offset.</summary>
    internal bool Is(long offset, ReadOnlySpan<byte> bytes) =>
        offset >= 0 && bytes.Length <= Bytes - offset && File.Is(At + offset, bytes);

    /// <summary>Returns the offset of the first occurrence of a byte, or -1 if it does not occur.</summary>
    /// <param name="value">The byte to find.</param>
    /// <param name="from">The offset at which to start.</param>
    /// <param name="bytesMax">The maximum number of bytes to search. Default: 256 KiB.</param>
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

    /// <summary>Returns a copy of the slice or of its beginning.</summary>
    /// <param name="bytesMax">The maximum number of bytes to copy. Default: 256 KiB.</param>
    internal byte[] ToArray(int bytesMax = TextBytesMax)
    {
        byte[] copy = new byte[Math.Min(Bytes, bytesMax)];
        File.Spend(copy.Length);
        File.Copy(At, copy);
        return copy;
    }

    /// <summary>Decodes the slice as text.</summary>
    internal string Text(Encoding encoding) => encoding.GetString(ToArray());

    /// <summary>Decodes the slice as text of unknown encoding: UTF-8 if valid, otherwise Latin-1.</summary>
    internal string Text() => TagText.Guess(ToArray());

    /// <summary>
    /// Describes binary data by its length in bytes and a digest, so that values can be compared. Of more than 16 MiB,
    /// the beginning is read.
    /// </summary>
    internal string Describe()
    {
        const long BytesMax = 16 << 20;
        long read = Math.Min(Bytes, BytesMax);
        File.Spend(read);
        var state = new Xxh3State();
        Span<byte> block = stackalloc byte[(int)Math.Min(read, 16 * 1024)];
        for (long done = 0; done < read; done += block.Length)
        {
            block = block[..(int)Math.Min(block.Length, read - done)];
            File.Copy(At + done, block);
            state.Append(block);
        }

        return $"{Bytes} bytes, xxh3 {(Bytes > read ? "of the first 16 MiB " : "")}{state.GetDigest().High:x16}";
    }
}

/// <summary>Reads bytes in memory like a file, for data that had to be decompressed first.</summary>
internal sealed class BytesSource(ReadOnlyMemory<byte> bytes) : IMediaSource
{
    public long Length => bytes.Length;

    public bool TryRead(long offset, Span<byte> buffer)
    {
        bytes.Span.Slice((int)offset, buffer.Length).CopyTo(buffer);
        return true;
    }
}
