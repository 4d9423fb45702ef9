using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Doppel.EndToEnd.Harness;

/// <summary>A JSON Lines report as docs/ describes it, read without any code of the project.</summary>
internal sealed partial class FindReport
{
    private FindReport(byte[] bytes) => Bytes = bytes;

    /// <summary>The report as it was written.</summary>
    public byte[] Bytes { get; }

    public JsonElement Begin { get; private set; }

    public JsonElement Summary { get; private set; }

    public List<JsonElement> GroupElements { get; } = [];

    public List<ContentGroup> Groups { get; } = [];

    /// <summary>What is told of folders: lines of the types folders, contained and empty.</summary>
    public List<JsonElement> Folders { get; } = [];

    /// <summary>What is told of media: lines of the types media-group and not-comparable.</summary>
    public List<JsonElement> Media { get; } = [];

    public List<(long Size, ContentCopy Copy)> Uniques { get; } = [];

    public List<FoundProblem> Problems { get; } = [];

    /// <summary>The types of its lines in their order.</summary>
    public List<string> Types { get; } = [];

    public long Opened => Summary.GetProperty("opened").GetInt64();

    public long BytesRead => Summary.GetProperty("bytes_read").GetInt64();

    public bool IsComplete => Summary.GetProperty("complete").GetBoolean();

    /// <summary>The report without the times at which and in which it was made.</summary>
    public string WithoutTimes =>
        Times.Replace(Encoding.Latin1.GetString(Bytes), match => match.Groups["name"].Value + "0");

    /// <summary>Indexes of the copies of a group that share their blocks, list by list.</summary>
    public static int[][] SharedOf(JsonElement group) => !group.TryGetProperty("shared", out JsonElement shared)
        ? []
        : [.. shared.EnumerateArray().Select(
            sharing => sharing.EnumerateArray().Select(copy => copy.GetInt32()).ToArray())];

    public static FindReport Parse(byte[] bytes)
    {
        var report = new FindReport(bytes);
        int start = 0;
        while (start < bytes.Length)
        {
            int length = bytes.AsSpan(start).IndexOf((byte)'\n');
            Assert.True(length >= 0, "The last line has an end.");
            report.AddLine(JsonSerializer.Deserialize<JsonElement>(bytes.AsSpan(start, length)));
            start += length + 1;
        }

        return report;
    }

    /// <summary>A name: a string, or the bytes of one that is no UTF-8.</summary>
    public static ByteName Name(JsonElement name) => name.ValueKind == JsonValueKind.String
        ? name.GetString()!
        : new ByteName(name.GetProperty("base64").GetBytesFromBase64());

    /// <summary>The group of a line.</summary>
    public static ContentGroup Group(JsonElement line) => new(
        line.GetProperty("size").GetInt64(), [.. line.GetProperty("copies").EnumerateArray().Select(Copy)]);

    private void AddLine(JsonElement line)
    {
        string type = line.GetProperty("type").GetString()!;
        Types.Add(type);
        switch (type)
        {
            case "begin":
                Begin = line;
                break;
            case "folders" or "contained" or "empty":
                Folders.Add(line);
                break;
            case "media-group" or "not-comparable":
                Media.Add(line);
                break;
            case "group":
                GroupElements.Add(line);
                Groups.Add(Group(line));
                break;
            case "unique":
                Uniques.Add((line.GetProperty("size").GetInt64(), Copy(line.GetProperty("copy"))));
                break;
            case "problem":
                Problems.Add(new FoundProblem(
                    Name(line.GetProperty("path")), line.GetProperty("step").GetString()!,
                    line.GetProperty("reason").GetString()!, line.GetProperty("message").GetString()!));
                break;
            case "summary":
                Summary = line;
                break;
            default:
                Assert.Fail($"No line is of type {type}.");
                break;
        }
    }

    private static ContentCopy Copy(JsonElement copy) => new(
        copy.GetProperty("device").GetString()!, copy.GetProperty("inode").GetString()!,
        [.. copy.GetProperty("names").EnumerateArray().Select(Name)]);

    [GeneratedRegex("""(?<name>"(started|seconds)":)("[^"]*"|[-+.0-9eE]+)""")]
    private static partial Regex Times { get; }
}
