using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Xunit;

namespace Doppel.Reports.Tests.Support;

/// <summary>
/// Reads the JSON report of fclones 0.35 strictly, written from the description of that format alone: key order, types,
/// STFU-8 in names, layout. Shares no code with the product.
/// </summary>
internal sealed partial class StrictFclonesReader
{
    private static readonly string[] s_headerKeys = ["version", "timestamp", "command", "base_dir", "stats"];

    public required IReadOnlyList<byte[]> Command { get; init; }

    public required byte[] BaseDir { get; init; }

    public required DateTimeOffset Timestamp { get; init; }

    public required IReadOnlyList<(long Length, string Hash, IReadOnlyList<byte[]> Files)> Groups { get; init; }

    public static StrictFclonesReader Read(byte[] bytes)
    {
        Assert.Equal((byte)'{', bytes[0]);
        Assert.Equal((byte)'}', bytes[^1]);
        string text = new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(bytes);
        Assert.All(text.Split('\n'), line => Assert.Matches("^( {2})*[^ ]", line));
        using JsonDocument document = JsonDocument.Parse(text);
        JsonElement root = document.RootElement;
        Assert.Equal(["header", "groups"], root.EnumerateObject().Select(p => p.Name));
        JsonElement header = root.GetProperty("header");
        Assert.Equal(s_headerKeys, header.EnumerateObject().Select(p => p.Name).Take(5));
        Assert.Equal(JsonValueKind.String, header.GetProperty("version").ValueKind);
        JsonValueKind stats = header.GetProperty("stats").ValueKind;
        Assert.True(stats is JsonValueKind.Null or JsonValueKind.Object);
        return new StrictFclonesReader
        {
            Command = header.GetProperty("command").EnumerateArray().Select(e => Decode(e.GetString()!)).ToArray(),
            BaseDir = Decode(header.GetProperty("base_dir").GetString()!),
            Timestamp = DateTimeOffset.Parse(
                header.GetProperty("timestamp").GetString()!,
                CultureInfo.InvariantCulture,
                DateTimeStyles.RoundtripKind),
            Groups = root.GetProperty("groups").EnumerateArray().Select(ReadGroup).ToArray(),
        };
    }

    private static (long Length, string Hash, IReadOnlyList<byte[]> Files) ReadGroup(JsonElement group)
    {
        Assert.Equal(["file_len", "file_hash", "files"], group.EnumerateObject().Select(p => p.Name));
        string hash = group.GetProperty("file_hash").GetString()!;
        Assert.Matches("^[0-9a-f]{32}$", hash);
        byte[][] files = group.GetProperty("files").EnumerateArray().Select(e => Decode(e.GetString()!)).ToArray();
        Assert.True(files.Length > 1);
        return (group.GetProperty("file_len").GetInt64(), hash, files);
    }

    private static byte[] Decode(string text)
    {
        Assert.DoesNotContain(text, char.IsControl);
        List<byte> bytes = [];
        foreach (Match match in Pieces().Matches(text))
        {
            string piece = match.Value;
            Assert.NotEqual(@"\", piece);
            bytes.AddRange(piece switch
            {
                @"\\" => "\\"u8.ToArray(),
                ['\\', 'x', ..] => [byte.Parse(piece.AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture)],
                _ => Encoding.UTF8.GetBytes(piece),
            });
        }

        return bytes.ToArray();
    }

    [GeneratedRegex(@"\\\\|\\x[0-9A-F]{2}|\\|[^\\]+")]
    private static partial Regex Pieces();
}
