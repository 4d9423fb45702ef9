using System.Text;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary><c>--removed-list</c> names each file that is gone and the copy that stays, and nothing else.</summary>
public sealed class RemovedListTests
{
    [Theory]
    [InlineData("trash")]
    [InlineData("delete")]
    [InlineData("move --folders")]
    public void Each_name_that_is_gone_has_one_line_with_a_keeper_that_is_there(string action)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        int seed = TestRun.SeedOffset + 5730;
        var random = new Random(seed);
        for (int i = 0; i < 60; i++)
        {
            tree.AddFile($"{random.Next(4)}/{i} é", $"content {random.Next(20)}");
        }

        tree.AddHardLink("0/second name", Directory.GetFiles($"{tree["1"]}").Select(
            path => Path.GetRelativePath(tree.Folder, path)).First());
        tree.AddFile(new ByteName([.. "0/"u8, 0xFF]), "content 3");
        tree.AddFolder("moved");
        string[] before = Files(tree);
        string list = $"{state["list"]}";
        File.WriteAllText(list, "kept\n");
        string[] to = action.StartsWith("move", StringComparison.Ordinal)
            ? ["--to", $"{tree["moved"]}", "--exclude", $"{tree["moved"]}/"]
            : [];
        ProcessEnd acted = Run(
            state, [.. action.Split(' '), .. to, "--yes", "-q", "--removed-list", list, tree.Folder]);
        Assert.True(acted.ExitCode == 0, $"seed {seed}: {acted.ErrorText}");
        string[] gone = [.. before.Except(Files(tree))];
        string[] lines = File.ReadAllLines(list);
        Assert.Equal("kept", lines[0]);
        (string Name, string Keeper)[] told = [.. lines[1..].Select(Parse)];
        Assert.NotEmpty(gone);
        Assert.Equal(
            gone.Order(StringComparer.Ordinal), told.Select(static one => one.Name).Order(StringComparer.Ordinal));
        Assert.All(told, one => Assert.Contains(one.Keeper, Files(tree)));
        Assert.Equal(0, Run(state, ["undo", "--yes"]).ExitCode);
        Assert.Equal(lines, File.ReadAllLines(list));
    }

    [Theory]
    [InlineData("--dry-run")]
    [InlineData("--script")]
    public void Nothing_is_listed_where_nothing_is_removed(string option)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        string list = $"{state["list"]}";
        ProcessEnd end = Run(state, ["delete", option, "--removed-list", list, tree.Folder]);
        Assert.Equal(2, end.ExitCode);
        Assert.Contains($"--removed-list cannot be used with {option}", end.ErrorText, StringComparison.Ordinal);
        Assert.False(File.Exists(list));
    }

    [Fact]
    public void A_list_that_cannot_be_written_is_refused_before_anything_is_removed()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("a", "same");
        tree.AddFile("b", "same");
        ProcessEnd end = Run(state, ["delete", "--yes", "--removed-list", $"{tree["none/list"]}", tree.Folder]);
        Assert.Equal(2, end.ExitCode);
        Assert.Equal(2, Files(tree).Length);
    }

    private static (string Name, string Keeper) Parse(string line)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        Assert.Equal("removed", document.RootElement.GetProperty("type").GetString());
        return (NameOf("name"), NameOf("keeper"));

        string NameOf(string field)
        {
            JsonElement value = document.RootElement.GetProperty(field);
            byte[] bytes = value.ValueKind == JsonValueKind.Object
                ? value.GetProperty("base64").GetBytesFromBase64()
                : Encoding.UTF8.GetBytes(value.GetString()!);
            return Encoding.Latin1.GetString(bytes);
        }
    }

    // Names as bytes, each as a letter.
    private static string[] Files(TempTree tree) =>
    [
        .. Encoding.Latin1.GetString(
            Tool.Run("find", tree.Folder, "-path", $"{tree["moved"]}", "-prune", "-o", "-type", "f", "-print0")
                .MustSucceed().Output)
            .Split('\0', StringSplitOptions.RemoveEmptyEntries),
    ];

    private static ProcessEnd Run(TempTree state, IReadOnlyList<string> arguments)
    {
        ProcessStart start = DoppelProgram.Start([.. arguments.Select(static word => (ByteName)word)]);
        return Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = state.Folder,
                ["XDG_DATA_HOME"] = $"{state["data"]}",
            },
        });
    }
}
