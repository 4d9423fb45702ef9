namespace Doppel.Media;

/// <summary>Locates the parts of a Monkey's Audio file.</summary>
/// <param name="Start">The offset of the file header, after any tags.</param>
/// <param name="Seek">The offset of the seek table, which locates the frames.</param>
/// <param name="SeekBytes">The length of the seek table in bytes.</param>
/// <param name="Frames">The offset of the frames.</param>
/// <param name="FrameBytes">The length of the frames in bytes.</param>
/// <param name="End">The offset at which the last part ends.</param>
/// <param name="FrameCount">The number of frames.</param>
internal readonly record struct ApeLayout(
    long Start, long Seek, long SeekBytes, long Frames, long FrameBytes, long End, uint FrameCount)
{
    /// <summary>Gets the offset of the bit table that follows the seek table in the oldest files.</summary>
    internal long Bits => Seek + SeekBytes;

    /// <summary>The first version in which a descriptor precedes the header.</summary>
    internal const int DescriptorVersion = 3980;

    private const int OldHeaderBytes = 32;
    private const int DescriptorBytes = 52;
    private const int HeaderBytes = 24;

    private const int HasPeak = 4;
    private const int HasSeekCount = 16;
    private const int MakesHeader = 32;
    private const int LastBitTableVersion = 3800;

    /// <summary>Reads the layout of a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="start">The offset of the file header, after any tags.</param>
    /// <param name="tags">The offset at which the tags at the end begin.</param>
    internal static ApeLayout Read(HeaderReader file, long start, long tags) =>
        file.LittleEndian16(start + 4) >= DescriptorVersion ? ReadNew(file, start) : ReadOld(file, start, tags);

    private static ApeLayout ReadNew(HeaderReader file, long start)
    {
        long descriptor = file.LittleEndian32(start + 8);
        long header = file.LittleEndian32(start + 12);
        long seek = file.LittleEndian32(start + 16);
        long wave = file.LittleEndian32(start + 20);
        long frames = file.LittleEndian32(start + 24) | ((long)(file.LittleEndian32(start + 28) & 0x7FFF) << 32);
        long ending = file.LittleEndian32(start + 32);
        if (descriptor < DescriptorBytes || header < HeaderBytes)
        {
            NotComparableException.Throw("its header is damaged");
        }

        uint count = file.LittleEndian32(start + descriptor + 12);
        long seekAt = start + descriptor + header;
        long framesAt = seekAt + seek + wave;
        return new ApeLayout(start, seekAt, seek, framesAt, frames, framesAt + frames + ending, count);
    }

    // The frames extend to the trailing data of the original WAV file.
    private static ApeLayout ReadOld(HeaderReader file, long start, long tags)
    {
        int flags = file.LittleEndian16(start + 8);
        long wave = file.LittleEndian32(start + 16);
        long ending = file.LittleEndian32(start + 20);
        uint count = file.LittleEndian32(start + 24);
        long seek = count;
        long at = start + OldHeaderBytes + ((flags & HasPeak) != 0 ? 4 : 0);
        if ((flags & HasSeekCount) != 0)
        {
            seek = file.LittleEndian32(at);
            at += 4;
        }

        at += (flags & MakesHeader) != 0 ? 0 : wave;
        long bits = file.LittleEndian16(start + 4) <= LastBitTableVersion ? count : 0;
        long frames = at + (4 * seek) + bits;
        return new ApeLayout(start, at, 4 * seek, frames, tags - ending - frames, tags, count);
    }
}
