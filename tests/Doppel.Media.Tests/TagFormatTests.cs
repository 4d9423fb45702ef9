using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using static Doppel.Media.Tests.TagWriting;

namespace Doppel.Media.Tests;

/// <summary>
/// What few programs write around sound today, built by the specifications; exiftool and mutagen read the same.
/// </summary>
public sealed class TagFormatTests
{
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Each_version_of_id3_is_read_in_each_encoding_and_with_all_that_was_done_to_it(int version)
    {
        bool is2 = version == 2;
        byte[] tag = Id3(version, 0,
            Frame(version, is2 ? "TT2" : "TIT2", [0, .. Encoding.Latin1.GetBytes("Tïtle")]),
            Frame(version, is2 ? "TP1" : "TPE1", [1, 0xFF, 0xFE, .. Encoding.Unicode.GetBytes("漢字")]),
            Frame(version, is2 ? "TCM" : "TCOM", [1, 0xFE, 0xFF, .. Encoding.BigEndianUnicode.GetBytes("Ünï")]),
            Frame(version, is2 ? "COM" : "COMM", [0, .. "eng"u8, .. "\0Remark"u8]),
            Frame(version, is2 ? "ULT" : "USLT", [1, .. "eng"u8, 0xFF, 0xFE, 0, 0, 0xFF, 0xFE, .. "l\0a\0"u8]),
            Frame(version, is2 ? "TXX" : "TXXX", [0, .. "MOOD\0calm"u8]),
            Frame(version, is2 ? "POP" : "POPM", [.. "a@b\0"u8, 196, 0, 0, 0, 3]),
            Frame(version, is2 ? "TRK" : "TRCK", [0, .. "3/12"u8]),
            Frame(version, is2 ? "TCO" : "TCON", [0, .. "(17)"u8]),
            Frame(version, is2 ? "PIC" : "APIC", [0, .. is2 ? "JPG"u8 : "image/jpeg\0"u8, 4, .. "back\0"u8, .. Cover]));
        Check(
            tag,
            $"""
            title=Tïtle
            artist=漢字
            composer=Ünï
            comment=Remark
            lyrics=la
            id3:TXXX:MOOD=calm
            rating=196/255
            id3:POPM:a@b=3 plays
            track=3/12
            genre=Rock
            cover=back, image/jpeg, 161x97, {Cover.Length} bytes,
            """,
            "Tïtle", "漢字", "Ünï", "Remark", "la", "calm", "196", "3/12", "Rock", $"{Cover.Length} bytes");
    }

    // Many programs write UTF-8 into tags whose version has no such encoding.
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void UTF_8_that_is_marked_as_Latin_1_is_the_same_value_as_UTF_16(int version)
    {
        bool is2 = version == 2;
        const string Title = "Tïtle 漢字 \U0001F3B5";
        const string Remark = "naïve";
        byte[] marked = Id3(version, 0,
            Frame(version, is2 ? "TT2" : "TIT2", [0, .. Encoding.UTF8.GetBytes(Title)]),
            Frame(version, is2 ? "TXX" : "TXXX", [0, .. Encoding.UTF8.GetBytes($"MÖD\0{Remark}")]),
            Frame(version, is2 ? "COM" : "COMM", [0, .. "eng\0"u8, .. Encoding.UTF8.GetBytes(Remark)]));
        byte[] wide = Id3(version, 0,
            Frame(version, is2 ? "TT2" : "TIT2", Wide("", Title)),
            Frame(version, is2 ? "TXX" : "TXXX", Wide("", "MÖD\0", Remark)),
            Frame(version, is2 ? "COM" : "COMM", Wide("eng", "\0", Remark)));
        byte[] sound = Samples.Get("mp2");
        Assert.Equal(Read([.. wide, .. sound]), Read([.. marked, .. sound]));
        Check(marked, $"title={Title}\nid3:TXXX:MÖD={Remark}\ncomment={Remark}");
    }

    [Fact]
    public void Latin_1_that_is_not_UTF_8_stays_Latin_1()
    {
        int seed = 573 + TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < TestRun.Count(3, 50); round++)
        {
            List<byte[]> frames = [];
            List<string> texts = [];
            while (frames.Count < 30)
            {
                byte[] text = [(byte)'a', .. new byte[random.Next(1, 12)], (byte)'z'];
                for (int i = 1; i < text.Length - 1; i++)
                {
                    text[i] = (byte)(random.Next(2) == 0 ? random.Next('a', 'z') : random.Next(0xAE, 0x100));
                }

                // What is UTF-8 by chance is read as UTF-8: one text of a thousand that people write.
                if (!System.Text.Unicode.Utf8.IsValid(text))
                {
                    texts.Add(Encoding.Latin1.GetString(text));
                    frames.Add(Frame(3, "TXXX", [0, .. Encoding.ASCII.GetBytes($"{frames.Count}\0"), .. text]));
                }
            }

            IEnumerable<string> lines = texts.Select(static (text, i) => $"id3:TXXX:{i}={text}");
            Check(Id3(3, 0, [.. frames]), string.Join('\n', lines), [.. texts]);
        }
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void ID3_unsynchronization_is_reversed(int version)
    {
        // A picture is full of bytes that look like a frame of sound.
        byte[] content = [0, .. version == 2 ? "JPG"u8 : "image/jpeg\0"u8, 3, 0, .. Cover];
        byte[] frame = Frame(version, version == 2 ? "PIC" : "APIC", version == 4 ? Unsynchronised(content) : content);
        if (version == 4)
        {
            frame[9] = 0x02;
        }

        byte[] tag = Id3(version, 0x80, version == 4 ? frame : Unsynchronised(frame));
        Check(tag, $"cover=image/jpeg, 161x97, {Cover.Length} bytes,", $"{Cover.Length} bytes");
    }

    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    public void Compressed_frames_and_extended_headers_are_read_and_encrypted_frames_reported(int version)
    {
        byte[] text = [3, .. "Packed and packed and packed"u8];
        using var packed = new MemoryStream();
        using (var stream = new ZLibStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            stream.Write(text);
        }

        byte[] content = [0, 0, 0, (byte)text.Length, .. packed.ToArray()];
        byte[] frame = Frame(version, "TIT2", content);
        frame[9] = (byte)(version == 3 ? 0x80 : 0x09);
        byte[] secret = Frame(version, "TPE1", [1, .. "secret"u8]);
        secret[9] = (byte)(version == 3 ? 0x40 : 0x04);
        byte[] extended = version == 3 ? [0, 0, 0, 6, 0, 0, 0, 0, 0, 0] : [0, 0, 0, 6, 1, 0];
        byte[] tag = Id3(version, 0x40, extended, frame, secret);
        Check(tag, "title=Packed and packed and packed\nid3:TPE1=encrypted, 7 bytes,", "Packed and packed and packed");
    }

    // RFC 1950: the sixth bit of the second byte asks for a dictionary that nobody has.
    [Fact]
    public void A_compressed_frame_that_wants_a_dictionary_says_nothing_and_the_others_are_read()
    {
        byte[] frame = Frame(3, "TIT2", [0, 0, 0, 9, 0x78, 0x20, 1, 2, 3, 4, 5, 6, 7, 8]);
        frame[9] = 0x80;
        Check(Id3(3, 0, frame, Frame(3, "TPE1", [3, .. "Somebody"u8])), "artist=Somebody", "Somebody");
    }

    // ffmpeg writes a comment so.
    [Theory]
    [InlineData("comment", "comment")]
    [InlineData("Description", "description")]
    [InlineData("commentary", "id3:TXXX:commentary")]
    public void A_text_that_is_described_as_a_comment_is_one(string description, string name) => Check(
        Id3(3, 0, Frame(3, "TXXX", [0, .. Encoding.ASCII.GetBytes($"{description}\0live in Bern")])),
        $"{name}=live in Bern", "live in Bern");

    [Fact]
    public void Several_values_are_several_tags_and_dates_are_put_together()
    {
        Check(
            Id3(4, 0, Frame(4, "TPE1", [3, .. "One\0Two"u8]), Frame(4, "TCON", [3, .. "17\0Own\0RX"u8])),
            "artist=One\nartist=Two\ngenre=Rock\ngenre=Own\ngenre=Remix", "One", "Two", "Rock", "Own");
        Check(
            Id3(3, 0, Frame(3, "TYER", [0, .. "2001"u8]), Frame(3, "TDAT", [0, .. "2512"u8]),
                Frame(3, "TIME", [0, .. "1830"u8]), Frame(3, "CHAP", [.. "a\0"u8, .. new byte[16]]),
                Frame(
                    3, "CHAP",
                    [.. "b\0"u8, 0, 0, 8, 0, .. new byte[12], .. Frame(3, "TIT2", [0, .. "Two"u8])])),
            "chapter=0:00:00.000\nchapter=0:00:02.048 Two\ndate=2001-12-25 18:30\nchapters=2", "2001");

        // The length of a frame longer than 127 bytes, plainly as some programs write it.
        byte[] plain = Frame(4, "TIT2", [3, .. Encoding.ASCII.GetBytes(new string('x', 199))]);
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(4), 200);
        Check(
            Id3(4, 0, plain, Frame(4, "TPE1", [3, .. "Me"u8])), $"title={new string('x', 199)}\nartist=Me",
            new string('x', 199), "Me");
    }

    [Fact]
    public void Tags_after_the_sound_are_read_from_the_inside_out_and_truncated_values_are_omitted()
    {
        string title = "A title that is longer than thirty letters";
        byte[] ape = Ape(
            ("Title", 0, Encoding.UTF8.GetBytes(title)), ("Artist", 0, "One\0Two"u8.ToArray()),
            ("Track", 0, "3/12"u8.ToArray()), ("MOOD", 0, "calm"u8.ToArray()),
            ("Cover Art (Front)", 2, [.. "cover.jpg\0"u8, .. Cover]));
        byte[] body = [.. "LYRICSBEGIN"u8, .. "IND0000211"u8, .. "LYR00005la la"u8, .. "EAL00005Album"u8];
        byte[] lyrics = [.. body, .. Encoding.ASCII.GetBytes($"{body.Length:000000}"), .. "LYRICS200"u8];
        byte[] old = new byte[128];
        "TAG"u8.CopyTo(old);
        Encoding.ASCII.GetBytes(title)[..30].CopyTo(old, 3);
        "Me"u8.CopyTo(old.AsSpan(33));
        old[126] = 3;
        old[127] = 8;
        byte[] sound = Samples.Get("mp2");
        CheckFile(
            [.. sound, .. ape, .. lyrics, .. old],
            $"""
            title={title}
            artist=One
            artist=Two
            track=3/12
            ape:MOOD=calm
            cover=image/jpeg, 161x97, {Cover.Length} bytes,
            lyrics=la la
            album=Album
            artist=Me
            genre=Jazz
            """,
            "Me", "Jazz");
        CheckFile([.. sound, .. ape], $"title={title}", title, "One", "Two", "3/12", "calm");

        // The extension holds what does not fit.
        byte[] extension = new byte[227];
        "TAG+"u8.CopyTo(extension);
        Encoding.ASCII.GetBytes(title)[30..].CopyTo(extension, 4);
        "Genre of my own"u8.CopyTo(extension.AsSpan(185));
        CheckFile(
            [.. sound, .. extension, .. old],
            $"title={title}\nartist=Me\ntrack=3\ngenre=Genre of my own\ngenre=Jazz", "Jazz");
    }

    // UTF-16 with a byte order mark in front of each text.
    private static byte[] Wide(string language, params string[] texts) =>
    [
        1, .. Encoding.ASCII.GetBytes(language),
        .. texts.SelectMany(static text => (byte[])[0xFF, 0xFE, .. Encoding.Unicode.GetBytes(text)]),
    ];

    private static void Check(byte[] tag, string expected, params string[] judged) =>
        CheckFile([.. tag, .. Samples.Get("mp2")], expected, judged);

    // What is read is all that is expected, in order; what others print holds what is judged.
    private static void CheckFile(byte[] file, string expected, params string[] judged)
    {
        string[] told = Read(file);
        string[] wanted = expected.ReplaceLineEndings("\n").Split('\n');
        for (int i = 0; i < wanted.Length; i++)
        {
            Assert.True(i < told.Length && told[i].StartsWith(wanted[i], StringComparison.Ordinal),
                $"{wanted[i]} is not at its place in\n{string.Join('\n', told)}");
        }

        // One of them reads no APE without ID3, the other no ID3 1.
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        Samples.Needs("mutagen-inspect", "python3-mutagen");
        using var tree = new TempTree();
        tree.AddFile("file.mp3", file);
        tree.AddFile("file", file);
        string printed = Tool.Run("exiftool", "-a", "-u", $"{tree.Folder}/file.mp3").OutputText
            + Tool.Run("mutagen-inspect", $"{tree.Folder}/file.mp3").OutputText
            + Tool.Run("mutagen-inspect", $"{tree.Folder}/file").OutputText;
        Assert.All(judged, one => Assert.Contains(one, printed, StringComparison.Ordinal));
    }
}
