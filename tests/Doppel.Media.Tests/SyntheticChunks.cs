using System.Buffers.Binary;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Writes sound in formats that no program of Debian writes, most of them in chunks or blocks.</summary>
internal static class SyntheticChunks
{
    private const int Samples = 44_100;

    /// <summary>Musepack of stream version 7: a header of 25 bytes, then frames.</summary>
    /// <param name="seed">Frames are noise from here.</param>
    /// <param name="gain">The loudness of the title.</param>
    public static byte[] OldMusepack(int seed, int gain = 0) =>
    [
        .. "MP+"u8, 0x07, .. SyntheticAudio.Int(Samples / 1152), .. SyntheticAudio.Int(0x5CA0_0000),
        .. SyntheticAudio.Short(100), .. SyntheticAudio.Short(gain), .. SyntheticAudio.Int(0),
        .. SyntheticAudio.Int(0x8000_0000), 0x73, .. SyntheticAudio.Noise(seed, 8000),
    ];

    /// <summary>TAK: blocks of parameters, then frames.</summary>
    /// <param name="seed">Frames are noise from here.</param>
    /// <param name="more">How many bytes longer than the last frame it says that it is.</param>
    public static byte[] Tak(int seed, int more = 0)
    {
        byte[] frames = SyntheticAudio.Noise(seed, 9000);
        byte[] last = [.. BitConverter.GetBytes(6000L)[..5], .. SyntheticAudio.Int(3000 + more)[..3], 1, 2, 3];
        return
        [
            .. "tBaK"u8, .. TakBlock(1, SyntheticAudio.Noise(1, 13)), .. TakBlock(7, last),
            .. TakBlock(4, [0, 3, 2, 2, 0, 0, 0]), .. TakBlock(6, SyntheticAudio.Noise(2, 19)),
            .. TakBlock(3, SyntheticAudio.Noise(3, 53)), .. TakBlock(0, []), .. frames,
        ];
    }

    /// <summary>OptimFROG: parameters, the header of the source, frames, what followed in the source.</summary>
    /// <param name="seed">Frames are noise from here.</param>
    public static byte[] OptimFrog(int seed) =>
    [
        .. RiffWriter.Chunk("OFR ", SyntheticAudio.Noise(1, 12)),
        .. RiffWriter.Chunk("HEAD", "RIFF as it was"u8.ToArray()),
        .. RiffWriter.Chunk("COMP", SyntheticAudio.Noise(seed, 5000)),
        .. RiffWriter.Chunk("COMP", SyntheticAudio.Noise(seed + 1, 3000)), .. RiffWriter.Chunk("TAIL", []),
    ];

    /// <summary>DSDIFF, stereo, 2.8224 MHz.</summary>
    /// <param name="seed">Samples are noise from here.</param>
    /// <param name="isCompressed">Whether they are said to be compressed.</param>
    /// <param name="behind">Chunks behind the samples.</param>
    public static byte[] Dsdiff(int seed, bool isCompressed = false, params byte[][] behind)
    {
        byte[] properties =
        [
            .. "SND "u8, .. Chunk("FS  ", Big(2_822_400)), .. Chunk("CHNL", [0, 2, .. "SLFTSRGT"u8]),
            .. isCompressed
                ? Chunk("CMPR", [.. "DST "u8, 11, .. "DST Encoded"u8])
                : Chunk("CMPR", [.. "DSD "u8, 14, .. "not compressed"u8, 0]),
        ];
        byte[] frames = [.. Enumerable.Range(seed, 5).SelectMany(i => Chunk("DSTF", SyntheticAudio.Noise(i, 1999)))];
        byte[] sound = isCompressed
            ? Chunk("DST ", [.. Chunk("FRTE", [.. Big(5), 0, 75]), .. frames])
            : Chunk("DSD ", SyntheticAudio.Noise(seed, 4704 * 4));
        return Form([.. Chunk("FVER", [1, 5, 0, 0]), .. Chunk("PROP", properties), .. sound, .. Joined(behind)]);
    }

    /// <summary>A whole file of DSDIFF.</summary>
    /// <param name="chunks">What it holds.</param>
    public static byte[] Form(byte[] chunks) => Chunk("FRM8", [.. "DSD "u8, .. chunks]);

    /// <summary>A chunk whose length has eight bytes and is made even.</summary>
    public static byte[] Chunk(string id, byte[] content) =>
        [.. LongChunk(id, content), .. new byte[content.Length & 1]];

    /// <summary>A chunk whose length has eight bytes.</summary>
    public static byte[] LongChunk(string id, byte[] content)
    {
        byte[] length = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(length, content.Length);
        return [.. Encoding.ASCII.GetBytes(id), .. length, .. content];
    }

    /// <summary>A big-endian number.</summary>
    public static byte[] Big(int number) => SyntheticAudio.BigInt(number);

    private static byte[] TakBlock(byte kind, byte[] content) =>
        [kind, .. SyntheticAudio.Int(content.Length)[..3], .. content];

    private static byte[] Joined(byte[][] parts) => [.. parts.SelectMany(static part => part)];
}
