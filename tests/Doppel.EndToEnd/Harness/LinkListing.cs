using System.Text.Json;

namespace Doppel.EndToEnd.Harness;

/// <summary>What <c>doppel list-links --json</c> wrote, read without any code of the project.</summary>
internal sealed class LinkListing
{
    /// <summary>Sets of names by how many there are in all, each <c>inode links: names</c>.</summary>
    public List<HardSet> Hard { get; } = [];

    public List<SymbolicLink> Symbolic { get; } = [];

    /// <summary>The copies of each set.</summary>
    public List<ContentCopy[]> Reflinks { get; } = [];

    public List<string> Problems { get; } = [];

    public List<string> Types { get; } = [];

    public JsonElement Summary { get; private set; }

    /// <summary>Runs it to a clean end.</summary>
    public static LinkListing Of(params IReadOnlyList<ByteName> arguments) => Of(VolumeKind.Native, 0, arguments);

    /// <summary>Runs it through a volume to an exit code.</summary>
    public static LinkListing Of(VolumeKind volume, int exitCode, params IReadOnlyList<ByteName> arguments)
    {
        ProcessEnd end = Tool.Run(DoppelProgram.Start(["list-links", "--json", .. arguments]).Through(volume));
        Assert.True(end.ExitCode == exitCode, $"exit code {end.ExitCode}: {end.ErrorText}");
        return Parse(end.Output);
    }

    public static LinkListing Parse(byte[] bytes)
    {
        var listing = new LinkListing();
        int start = 0;
        while (start < bytes.Length)
        {
            int length = bytes.AsSpan(start).IndexOf((byte)'\n');
            Assert.True(length >= 0, "The last line has an end.");
            listing.AddLine(JsonSerializer.Deserialize<JsonElement>(bytes.AsSpan(start, length)));
            start += length + 1;
        }

        Assert.Equal("begin", listing.Types[0]);
        Assert.Equal("summary", listing.Types[^1]);
        listing.CheckTotals();
        return listing;
    }

    private void AddLine(JsonElement line)
    {
        string type = line.GetProperty("type").GetString()!;
        Types.Add(type);
        switch (type)
        {
            case "hard_links":
                JsonElement copy = line.GetProperty("copy");
                Hard.Add(new HardSet(
                    Copy(copy), copy.GetProperty("links").GetInt64(), line.GetProperty("outside").GetInt64(),
                    line.GetProperty("size").GetInt64(), line.GetProperty("frees_max").GetInt64()));
                break;
            case "symbolic_link":
                Symbolic.Add(new SymbolicLink(
                    FindReport.Name(line.GetProperty("name")), FindReport.Name(line.GetProperty("target")),
                    line.GetProperty("state").GetString()!,
                    line.TryGetProperty("final", out JsonElement final) ? FindReport.Name(final) : default(ByteName?),
                    Flag(line, "leaves_roots"), Flag(line, "crosses_volumes")));
                break;
            case "reflinks":
                Reflinks.Add([.. line.GetProperty("copies").EnumerateArray().Select(Copy)]);
                break;
            case "problem":
                Problems.Add($"{FindReport.Name(line.GetProperty("path"))} {line.GetProperty("step").GetString()} "
                    + line.GetProperty("reason").GetString());
                break;
            case "summary":
                Summary = line;
                break;
        }
    }

    private static ContentCopy Copy(JsonElement copy) => new(
        copy.GetProperty("device").GetString()!, copy.GetProperty("inode").GetString()!,
        [.. copy.GetProperty("names").EnumerateArray().Select(FindReport.Name)]);

    private static bool? Flag(JsonElement line, string name) =>
        line.TryGetProperty(name, out JsonElement flag) ? flag.GetBoolean() : null;

    private void CheckTotals()
    {
        Assert.Equal(Hard.Count, Total("hard_link_sets"));
        Assert.Equal(Hard.Sum(set => set.Copy.Names.Count), Total("hard_link_names"));
        Assert.Equal(Symbolic.Count, Total("symbolic_links"));
        Assert.Equal(Symbolic.Count(link => link.State == "broken"), Total("broken_links"));
        Assert.Equal(Symbolic.Count(link => link.State == "loop"), Total("looping_links"));
        Assert.Equal(Reflinks.Count, Total("reflink_sets"));
        Assert.Equal(Reflinks.Sum(set => set.Length), Total("reflinked_files"));
        Assert.Equal(Problems.Count, Total("problems"));
    }

    private long Total(string name) => Summary.GetProperty(name).GetInt64();

    internal sealed record HardSet(ContentCopy Copy, long Links, long Outside, long Size, long FreesMax);

    internal sealed record SymbolicLink(
        ByteName Name, ByteName Target, string State, ByteName? Final, bool? Leaves, bool? Crosses);
}
