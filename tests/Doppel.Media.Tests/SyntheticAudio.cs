using System.Buffers.Binary;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Writes files of formats for which there is no program, as their specifications say.</summary>
internal static class SyntheticAudio
{
    private const int FrameBytes = 3000;
    private const int Frames = 3;

    /// <summary>Monkey's Audio 3.99: descriptor, header, table of frames, header of a WAVE file, frames.</summary>
    /// <param name="seed">Frames are noise from here.</param>
    /// <param name="waveHeader">The header of the file that it came from.</param>
    public static byte[] Ape(int seed, string waveHeader = "RIFF as it was")
    {
        byte[] wave = Encoding.ASCII.GetBytes(waveHeader);
        byte[] ending = [1, 2, 3, 4];
        int first = 52 + 24 + (4 * Frames) + wave.Length;
        byte[] descriptor =
        [
            .. "MAC "u8, .. Short(3990), 0, 0, .. Int(52), .. Int(24), .. Int(4 * Frames), .. Int(wave.Length),
            .. Int(Frames * FrameBytes), .. Int(0), .. Int(ending.Length), .. Noise(seed, 16),
        ];
        byte[] header =
        [
            .. Short(2000), .. Short(0), .. Int(73_728), .. Int(5000), .. Int(Frames), .. Short(16), .. Short(2),
            .. Int(44_100),
        ];
        byte[] seek = [.. Enumerable.Range(0, Frames).SelectMany(i => Int(first + (i * FrameBytes)))];
        return [.. descriptor, .. header, .. seek, .. wave, .. Noise(seed, Frames * FrameBytes), .. ending];
    }

    /// <summary>Monkey's Audio 3.95: one header, the header of a WAVE file, the table of frames, frames.</summary>
    /// <param name="seed">Frames are noise from here.</param>
    /// <param name="waveHeader">The header of the file that it came from.</param>
    public static byte[] OldApe(int seed, string waveHeader = "RIFF as it was")
    {
        const int HasPeakAndSeekCount = 4 | 16;
        byte[] wave = Encoding.ASCII.GetBytes(waveHeader);
        byte[] ending = [1, 2, 3, 4];
        int first = 32 + 8 + wave.Length + (4 * Frames);
        byte[] header =
        [
            .. "MAC "u8, .. Short(3950), .. Short(2000), .. Short(HasPeakAndSeekCount), .. Short(2), .. Int(44_100),
            .. Int(wave.Length), .. Int(ending.Length), .. Int(Frames), .. Int(5000), .. Int(32_000), .. Int(Frames),
        ];
        byte[] seek = [.. Enumerable.Range(0, Frames).SelectMany(i => Int(first + (i * FrameBytes)))];
        return [.. header, .. wave, .. seek, .. Noise(seed, Frames * FrameBytes), .. ending];
    }

    /// <summary>DSD Stream File, stereo, 2.8224 MHz.</summary>
    /// <param name="seed">Samples are noise from here.</param>
    /// <param name="tag">What stands behind them.</param>
    /// <param name="points">Whether the header tells where that is.</param>
    public static byte[] Dsf(int seed, byte[]? tag = null, bool points = true)
    {
        const int BlockBytes = 4096;
        const int Blocks = 6;
        tag ??= [];
        byte[] samples = Noise(seed, Blocks * BlockBytes);
        long end = 28 + 52 + 12 + samples.Length;
        long pointer = tag.Length > 0 && points ? end : 0;
        return
        [
            .. "DSD "u8, .. Long(28), .. Long(end + tag.Length), .. Long(pointer),
            .. "fmt "u8, .. Long(52), .. Int(1), .. Int(0), .. Int(2), .. Int(2), .. Int(2_822_400), .. Int(1),
            .. Long(Blocks * BlockBytes / 2 * 8), .. Int(BlockBytes), .. Int(0),
            .. "data"u8, .. Long(12 + samples.Length), .. samples, .. tag,
        ];
    }

    /// <summary>The tag of MusicMatch Jukebox 3.0.</summary>
    /// <param name="title">What it says.</param>
    /// <param name="before">Where in the file it begins, as it says.</param>
    /// <param name="picture">Its picture.</param>
    /// <param name="hasHeader">Whether its first section, which may be left out, is there.</param>
    public static byte[] MusicMatch(string title, int before, byte[] picture, bool hasHeader)
    {
        byte[] section = [.. "18273645"u8, 0, 0, .. Padded("3.00", 246, ' ')];
        byte[] text =
        [
            .. Short(title.Length), .. Encoding.ASCII.GetBytes(title), .. Short(5), .. "Album"u8,
            .. Short(2), .. "Me"u8, .. new byte[10],
        ];
        int image = before + (hasHeader ? section.Length : 0);
        int version = image + 8 + picture.Length + 4;
        return
        [
            .. hasHeader ? section : [], .. "jpg "u8, .. Int(picture.Length), .. picture, .. Int(0), .. section,
            .. text, .. Enumerable.Repeat((byte)'-', 7868 - text.Length),
            .. Int(image), .. Int(image + 4), .. Int(version - 4), .. Int(version), .. Int(version + 256),
            .. "Brava Software Inc.             3.00            "u8,
        ];
    }

    /// <summary>A little-endian number.</summary>
    public static byte[] Int(long number) => BitConverter.GetBytes((uint)number);

    /// <summary>A little-endian number.</summary>
    public static byte[] Long(long number) => BitConverter.GetBytes(number);

    /// <summary>A big-endian number.</summary>
    public static byte[] BigInt(int number)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, number);
        return bytes;
    }

    /// <summary>A little-endian number of two bytes.</summary>
    public static byte[] Short(int number) => BitConverter.GetBytes((ushort)number);

    private static byte[] Padded(string text, int bytes, char padding) =>
        Encoding.ASCII.GetBytes(text.PadRight(bytes, padding));

    /// <summary>Bytes at random.</summary>
    public static byte[] Noise(int seed, int bytes)
    {
        byte[] noise = new byte[bytes];
        new Random(seed).NextBytes(noise);
        return noise;
    }
}
