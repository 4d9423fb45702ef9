using System.Buffers.Binary;
using System.Text;

namespace Doppel.Testing.Trees;

/// <summary>Small sounds under tags, written by the specification of RIFF WAVE.</summary>
public static class WaveFile
{
    /// <summary>The samples of a sound, which depend on its number alone.</summary>
    public static byte[] Samples(int number)
    {
        byte[] samples = new byte[300];
        new Random(number).NextBytes(samples);
        return samples;
    }

    /// <summary>A sound with tags before and behind its samples.</summary>
    /// <param name="number">Which sound.</param>
    /// <param name="title">What it is called; empty for no tag.</param>
    /// <param name="artist">Who plays, which stands behind the samples; empty for no tag.</param>
    public static byte[] Make(int number, string title = "", string artist = "")
    {
        byte[] format = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0];
        byte[] body =
        [
            .. "WAVE"u8, .. Chunk("fmt ", format), .. Info("INAM", title), .. Chunk("data", Samples(number)),
            .. Info("IART", artist),
        ];
        return Chunk("RIFF", body);
    }

    private static byte[] Info(string name, string value) => value.Length == 0
        ? []
        : Chunk("LIST", [.. "INFO"u8, .. Chunk(name, [.. Encoding.UTF8.GetBytes(value), 0])]);

    private static byte[] Chunk(string name, byte[] content)
    {
        byte[] length = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(length, content.Length);
        return [.. Encoding.ASCII.GetBytes(name), .. length, .. content, .. new byte[content.Length & 1]];
    }
}
