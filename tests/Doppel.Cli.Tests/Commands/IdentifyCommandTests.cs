using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Cli.Tests.Commands;

/// <summary>What <c>doppel identify</c> says of files.</summary>
public sealed class IdentifyCommandTests
{
    private const int SampleBytes = 2000;

    [Fact]
    public void Format_payload_digest_parts_and_tags_are_shown_and_nothing_can_fool_a_terminal()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/so\u202Eng", Wave("Ti\u001Btle"));
        var host = new TestHost();
        Assert.Equal(ExitCode.Done, Run(host, volume, "/so\u202Eng"));
        Assert.Equal(
            $"""
            /so\u202Eng
              format   wav
              size     2,070 B (2.0 KiB)
              payload  2,016 B (2.0 KiB), strict
              digest   xxh3-128 {Digest(Wave("Ti\u001Btle"))}
              parts            offset           length
                                   20               16  format
                                   44            2,000  samples
              tags
                title  Ti\x1Btle

            """.Replace("\\u202E", "\\u{202E}", StringComparison.Ordinal),
            host.Output);
        Assert.Equal("", host.Errors);
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void On_a_narrow_terminal_parts_take_several_lines()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/song", Wave("Title"));
        var host = new TestHost();
        host.Environment["COLUMNS"] = "40";
        Assert.Equal(ExitCode.Done, Run(host, volume, "/song"));
        Assert.Contains(
            """
              parts
                format
                  offset 20
                  length 16
                samples
                  offset 44
                  length 2,000
              tags
                title  Title

            """,
            host.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Files_of_one_sound_have_one_digest_and_others_another()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/a", Wave("One"));
        volume.AddFile("/b", Wave("Another title"));
        volume.AddFile("/c", Wave("One", sample: 1));
        JsonElement[] lines = Json(volume, "/a", "/b", "/c");
        Assert.Equal(Text(lines[0], "digest"), Text(lines[1], "digest"));
        Assert.NotEqual(Text(lines[0], "digest"), Text(lines[2], "digest"));
        Assert.Equal("Another title", lines[1].GetProperty("tags").GetProperty("title").GetString());
    }

    [Fact]
    public void Json_shows_everything_with_exact_names()
    {
        var volume = new MemoryVolume();
        volume.AddFile((byte[])[(byte)'/', 0xFF], Wave("Ünï"));
        JsonElement file = Assert.Single(Json(volume, "/\uDCFF"));
        Assert.Equal([(byte)'/', 0xFF], file.GetProperty("path").GetProperty("base64").GetBytesFromBase64());
        Assert.Equal(
            ("media", "wav", "strict", 2070L, 2016L),
            (Text(file, "type"), Text(file, "format"), Text(file, "policy"), file.GetProperty("size").GetInt64(),
            file.GetProperty("payload_size").GetInt64()));
        Assert.Equal(
            [(20, 16, "format"), (44, 2000, "samples")],
            file.GetProperty("parts").EnumerateArray().Select(static part => (
                part.GetProperty("offset").GetInt32(), part.GetProperty("length").GetInt32(), Text(part, "meaning"))));
        Assert.Equal("Ünï", file.GetProperty("tags").GetProperty("title").GetString());
    }

    [Fact]
    public void A_file_that_is_not_comparable_has_a_reason_and_is_a_problem()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/whole", Wave("One"));
        volume.AddFile("/cut", Wave("One")[..1000]);
        volume.AddFile("/text", "some text");
        volume.AddFile("/empty", "");
        var host = new TestHost();
        Assert.Equal(ExitCode.Problems, Run(host, volume, "/whole", "/cut", "/text", "/empty"));
        Assert.Contains("not comparable: it is truncated\n", host.Output, StringComparison.Ordinal);
        Assert.Contains("format   unknown\n", host.Output, StringComparison.Ordinal);
        JsonElement[] lines = Json(volume, "/cut", "/text", "/empty");
        Assert.All(lines, static line => Assert.Equal("not-comparable", Text(line, "type")));
        Assert.Equal("wav", Text(lines[0], "format"));
        Assert.Equal("unknown format", Text(lines[1], "reason"));
        Assert.False(lines[1].TryGetProperty("format", out _));
    }

    [Fact]
    public void Folders_and_paths_that_cannot_be_opened_are_refused_and_the_others_shown()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/a", Wave("One"));
        volume.AddFolder("/folder");
        volume.AddSpecial("/pipe");
        volume.AddFile("/denied", "x").Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        volume.AddLink("/link", "a");
        var host = new TestHost();
        Assert.Equal(ExitCode.Problems, Run(host, volume, "/folder", "/a", "/pipe", "/denied", "/gone", "/link"));
        Assert.StartsWith("/a\n", host.Output, StringComparison.Ordinal);
        Assert.Contains("\n\n/link\n  format   wav\n", host.Output, StringComparison.Ordinal);
        Assert.Equal(
            """
            doppel: cannot identify '/folder': it is a folder
            doppel: cannot identify '/pipe': it is not a file
            doppel: cannot open '/denied': AccessDenied (13)
            doppel: cannot open '/gone': Vanished (2)

            """,
            host.Errors);
        Assert.Equal(ExitCode.Failure, Run(new TestHost(), volume, "/folder"));
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void A_payload_is_read_once_and_besides_it_only_headers()
    {
        var volume = new MemoryVolume();
        byte[] content = Wave("One", samples: 8_000_000);
        volume.AddFile("/a", content);
        Assert.Equal(ExitCode.Done, Run(new TestHost(), volume, "/a"));
        Assert.InRange(volume.Counters.BytesRead, content.Length - 100, content.Length + (64 * 1024));
    }

    [Fact]
    public void The_policy_decides_what_counts()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/a", Gif(profile: 1));
        volume.AddFile("/b", Gif(profile: 2));
        JsonElement[] strict = Json(volume, "/a", "/b");
        JsonElement[] loose = Json(volume, "--media-policy=loose", "/a", "/b");
        Assert.NotEqual(Text(strict[0], "digest"), Text(strict[1], "digest"));
        Assert.Equal(Text(loose[0], "digest"), Text(loose[1], "digest"));
        Assert.Equal("loose", Text(loose[0], "policy"));
    }

    [Fact]
    public void The_whole_program_identifies_real_files()
    {
        using var tree = new TempTree();
        tree.AddFile("a.wav", Wave("One"));
        var host = new TestHost();
        Assert.Equal(0, host.Run("identify", $"{tree.Folder}/a.wav"));
        Assert.Contains("title  One\n", host.Output, StringComparison.Ordinal);
        var bad = new TestHost();
        Assert.Equal(2, bad.Run("identify"));
        Assert.Equal(2, bad.Run("identify", "--media-policy", "odd", "x"));
    }

    private static string Digest(byte[] content)
    {
        MediaMap map = new MediaMapper().Map(new Source(content), MediaPolicy.Strict).Map!;
        byte[] key = new byte[16];
        map.Key.WriteBytes(key);
        byte[] payload = [.. map.Extents.SelectMany(one => content.Skip((int)one.Offset).Take((int)one.Length))];
        return Xxh3.Hash128([.. key, .. payload]).ToString();
    }

    private static string? Text(JsonElement element, string name) => element.GetProperty(name).GetString();

    private static JsonElement[] Json(MemoryVolume volume, params string[] arguments)
    {
        var host = new TestHost();
        Run(host, volume, ["--format=json", .. arguments]);
        return [.. host.Output.TrimEnd('\n').Split('\n').Select(static line => JsonDocument.Parse(line).RootElement)];
    }

    private static ExitCode Run(TestHost host, MemoryVolume volume, params string[] arguments)
    {
        host.Volume = volume;
        host.Paths = new RootPaths("/"u8.ToArray());
        return (ExitCode)host.Run(["identify", .. arguments]);
    }

    private static byte[] Wave(string title, byte sample = 0, int samples = SampleBytes)
    {
        byte[] name = Encoding.UTF8.GetBytes(title);
        int padding = name.Length & 1;
        byte[] info = [.. "INFOINAM"u8, .. Number(name.Length), .. name, .. new byte[padding]];
        byte[] sound = new byte[samples];
        sound[^1] = sample;
        byte[] body =
        [
            .. "WAVEfmt "u8, .. Number(16), 1, 0, 1, 0, .. Number(8000), .. Number(8000), 1, 0, 8, 0,
            .. "data"u8, .. Number(samples), .. sound, .. "LIST"u8, .. Number(info.Length), .. info,
        ];
        return [.. "RIFF"u8, .. Number(body.Length), .. body];
    }

    private static byte[] Gif(byte profile) =>
    [
        .. "GIF89a"u8, 1, 0, 1, 0, 0, 0, 0, 0x21, 0xFF, 11, .. "ICCRGBG1012"u8, 1, profile, 0,
        0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ];

    private static byte[] Number(int number)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, number);
        return bytes;
    }

    private sealed class Source(byte[] content) : IMediaSource
    {
        public long Length => content.Length;

        public bool TryRead(long offset, Span<byte> buffer)
        {
            content.AsSpan((int)offset, buffer.Length).CopyTo(buffer);
            return true;
        }
    }
}
