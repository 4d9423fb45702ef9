using System.Buffers.Binary;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Tags around sound, in every order, damaged ones, and sound that looks like a tag.</summary>
public sealed class TagTests
{
    private static byte[] Id3v1 => [.. "TAG"u8, .. Text("Title", 30), .. Text("Artist", 30), .. Text("", 64), 12];

    private static byte[] Id3v1Extension => [.. "TAG+"u8, .. Text("Long title", 223)];

    private static byte[] Lyrics3v1 => [.. "LYRICSBEGIN"u8, .. Text("la la", 300), .. "LYRICSEND"u8];

    private static byte[] Lyrics3v2
    {
        get
        {
            byte[] body = [.. "LYRICSBEGIN"u8, .. "IND0000211"u8, .. Text("EAR00005Hello", 13)];
            return [.. body, .. Encoding.ASCII.GetBytes($"{body.Length:000000}"), .. "LYRICS200"u8];
        }
    }

    public static TheoryData<string> Stacks { get; } =
    [
        "", "i", "ii", "1", "a1", "A1", "+1", "L1", "l1", "aL1", "iA", "iiA1", "f", "iaLf", "p", "ip1", "iA+1", "i0",
    ];

    [Theory, MemberData(nameof(Stacks))]
    public void Tags_around_frames_are_no_payload(string stack)
    {
        byte[] sound = Samples.Get("mp2");
        byte[] front = [];
        byte[] back = [];
        foreach (char one in stack)
        {
            front = one switch
            {
                'i' => [.. front, .. Id3v2(3, 0, 200)],
                'p' => [.. front, .. Ape(header: true, footer: true)],
                '0' => [.. front, .. new byte[777]],
                _ => front,
            };
            back = one switch
            {
                '1' => [.. back, .. Id3v1],
                '+' => [.. back, .. Id3v1Extension],
                'a' => [.. back, .. Ape(header: false, footer: true)],
                'A' => [.. back, .. Ape(header: true, footer: true)],
                'L' => [.. back, .. Lyrics3v2],
                'l' => [.. back, .. Lyrics3v1],
                'f' => [.. back, .. Id3v2(4, 0x10, 100)],
                _ => back,
            };
        }

        Assert.Equal(Payload.Of(sound), Payload.Of([.. front, .. sound, .. back]));
    }

    [Fact]
    public void Data_that_is_not_a_known_tag_counts()
    {
        byte[] sound = Samples.Get("mp2");
        string plain = Payload.Of(sound);
        Assert.NotEqual(plain, Payload.Of([.. sound, .. "unknown"u8]));
        Assert.NotEqual(plain, Payload.Of([.. sound, .. "unknown"u8, .. Id3v1]));
        Assert.NotEqual(plain, Payload.Of([.. Id3v2(3, 0, 50), .. "junk"u8, .. sound]));
    }

    [Fact]
    public void Sound_that_holds_the_letters_of_a_tag_is_sound()
    {
        byte[] sound = [.. Samples.Get("mp2")];
        "TAG"u8.CopyTo(sound.AsSpan(sound.Length - 128));
        byte[] other = [.. sound];
        other[^1] ^= 1;
        Assert.NotEqual(Payload.Of(sound), Payload.Of(other));

        // Even where all of it could be text: a frame reaches over it to the end.
        sound.AsSpan(sound.Length - 125).Fill((byte)'x');
        other = [.. sound];
        other[^1] ^= 1;
        Assert.NotEqual(Payload.Of(sound), Payload.Of(other));

        byte[] flac = [.. Samples.Get("flac")];
        "TAG"u8.CopyTo(flac.AsSpan(flac.Length - 128));
        flac[^100] = 1;
        other = [.. flac];
        other[^1] ^= 1;
        Assert.NotEqual(Payload.Of(flac), Payload.Of(other));
    }

    [Fact]
    public void Tags_that_lie_about_their_length_make_a_file_not_comparable()
    {
        byte[] sound = Samples.Get("mp2");
        byte[] ape = Ape(header: false, footer: true);
        BinaryPrimitives.WriteInt32LittleEndian(ape.AsSpan(ape.Length - 20), int.MaxValue);
        byte[] lyrics = [.. Lyrics3v2];
        "999999"u8.CopyTo(lyrics.AsSpan(lyrics.Length - 15));
        byte[] id3 = Id3v2(3, 0, 10);
        id3.AsSpan(6, 4).Fill(0x7F);
        foreach (byte[] file in (byte[][])[[.. sound, .. ape], [.. sound, .. lyrics], [.. id3, .. sound]])
        {
            Assert.StartsWith("not comparable", Payload.Of(file), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Tags_without_sound_are_no_payload()
    {
        foreach (byte[] file in (byte[][])[Id3v1, Id3v2(3, 0, 500), [.. Id3v2(3, 0, 500), .. Id3v1]])
        {
            Assert.StartsWith("no", Payload.Of(file), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void An_encoders_header_counts_by_the_strict_policy_only()
    {
        byte[] song = Samples.Get("mp3");
        int at = song.AsSpan().IndexOf("Info"u8);
        Assert.True(at > 0);
        byte[] gained = [.. song];
        gained[at + 20] ^= 0x55;
        Assert.NotEqual(Payload.Of(song), Payload.Of(gained));
        Assert.Equal(Payload.Of(song, MediaPolicy.Loose), Payload.Of(gained, MediaPolicy.Loose));
        gained[^500] ^= 0x55;
        Assert.NotEqual(Payload.Of(song, MediaPolicy.Loose), Payload.Of(gained, MediaPolicy.Loose));
    }

    private static byte[] Text(string text, int bytes)
    {
        byte[] field = new byte[bytes];
        Encoding.ASCII.GetBytes(text).CopyTo(field, 0);
        return field;
    }

    private static byte[] Id3v2(byte version, byte flags, int bytes)
    {
        byte[] size = [0, 0, (byte)(bytes >> 7), (byte)(bytes & 0x7F)];
        byte[] footer = (flags & 0x10) != 0 ? [.. "3DI"u8, version, 0, flags, .. size] : [];
        return [.. "ID3"u8, version, 0, flags, .. size, .. new byte[bytes], .. footer];
    }

    private static byte[] Ape(bool header, bool footer)
    {
        byte[] item = [5, 0, 0, 0, 0, 0, 0, 0, .. "Title\0Hello"u8];
        byte[] Around(uint flags)
        {
            byte[] bytes = new byte[32];
            "APETAGEX"u8.CopyTo(bytes);
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(8), 2000);
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(12), item.Length + 32);
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(16), 1);
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(20), flags);
            return bytes;
        }

        uint has = header ? 1u << 31 : 0;
        return
        [
            .. header ? Around(has | (1u << 29)) : [], .. item, .. footer ? Around(has) : [],
        ];
    }
}
