using System.Text.RegularExpressions;

namespace Doppel.EndToEnd;

/// <summary>What the README shows is what the program prints.</summary>
public sealed class ReadmeTests
{
    [Fact]
    public void The_transcript_is_what_a_person_sees()
    {
        using var tree = new TempTree();
        byte[] lake = new byte[3 << 20];
        new Random(1).NextBytes(lake);
        foreach (string name in (string[])["2023/lake.jpg", "backup/lake.jpg", "lake (1).jpg"])
        {
            tree.AddFile($"Pictures/{name}", lake);
        }

        tree.AddHardLink("Pictures/best.jpg", "Pictures/2023/lake.jpg");
        tree.AddFile("Pictures/notes.txt", "shopping list\n");
        tree.AddFile("Pictures/backup/notes.txt", "shopping list\n");

        ProcessStart program = DoppelProgram.Start();
        program = program with
        {
            Folder = tree[""],
            Environment = new Dictionary<string, string?>(program.Environment) { ["NO_COLOR"] = "1" },
        };
        string line = $"stty cols 80; '{DoppelProgram.Path}' find --no-progress Pictures";
        string seen = TypedTerminal.Run(program, line, $"{tree["seen"]}", answer: "").MustSucceed().OutputText
            .Replace("\r", "", StringComparison.Ordinal);
        string readme = File.ReadAllText(Path.Combine(SourceTree.Root, "README.md"));
        const string Prompt = "$ ./doppel find Pictures\n";
        int start = readme.IndexOf(Prompt, StringComparison.Ordinal) + Prompt.Length;
        string shown = readme[start..readme.IndexOf("```", start, StringComparison.Ordinal)];
        Assert.Equal(shown, Regex.Replace(seen, @"in \d+\.\d\d s", "in 0.00 s"));
    }
}
