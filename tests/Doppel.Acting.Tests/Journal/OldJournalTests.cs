using System.Security.Cryptography;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Journals that versions before schema 2 have written are listed and undone.</summary>
/// <remarks>Their lines are those of the last such version, with what it would have noted of the files here.</remarks>
public sealed class OldJournalTests
{
    private const string Id = "20260101T000000000Z-0a1b2c";
    private const string Temporary = ".doppel-6341375c2305aca5653a4fe334032bfb";

    [Theory]
    [InlineData(ActionKind.HardLink, true)]
    [InlineData(ActionKind.HardLink, false)]
    [InlineData(ActionKind.SymbolicLink, true)]
    [InlineData(ActionKind.SymbolicLink, false)]
    [InlineData(ActionKind.Delete, true)]
    [InlineData(ActionKind.Delete, false)]
    public void A_run_is_undone(ActionKind action, bool hasEnded)
    {
        using ActingTree tree = Tree();
        string[] lines = Lines(tree, action);
        string drop = $"{tree.Files.Folder}/b/drop";
        File.Delete(drop);
        if (action == ActionKind.HardLink)
        {
            tree.Files.AddHardLink("b/drop", "a/keep");
        }
        else if (action == ActionKind.SymbolicLink)
        {
            tree.Files.AddSymbolicLink("b/drop", "../a/keep");
        }

        Write(tree, hasEnded ? lines : lines[..2]);
        using (JournalFolder journals = tree.Journals())
        {
            using JournalReader reader = journals.Read(Id);
            Assert.Equal(hasEnded, reader.HasEnded);
            Assert.Equal(action, reader.Run.Action);
            Assert.Equal(hasEnded ? 1 : 0, reader.ReadTotals().Done);
            Assert.Equal(hasEnded ? [] : [Id], journals.Unfinished());
        }

        Assert.True(tree.Undo(), string.Join('\n', tree.Results));
        tree.AssertAsBefore();
    }

    /// <summary>The old file still has its temporary name, and the last line is torn.</summary>
    [Fact]
    public void A_run_that_ended_between_two_steps_is_undone_and_cannot_be_resumed()
    {
        using ActingTree tree = Tree();
        string[] lines = Lines(tree, ActionKind.HardLink);
        tree.Files.Rename("b/drop", "b/" + Temporary);
        tree.Files.AddHardLink("b/drop", "a/keep");
        Write(tree, [.. lines[..2], lines[2][..20]]);
        using (JournalFolder journals = tree.Journals())
        {
            JournalException refused = Assert.Throws<JournalException>(
                () => ActRun.Continue(
                    ActingTree.Volume, journals, Id, "test", TimeProvider.System, static _ => { }));
            Assert.Contains("older version", refused.Message);
        }

        Assert.True(tree.Undo(), string.Join('\n', tree.Results));
        tree.AssertAsBefore();
    }

    private static ActingTree Tree()
    {
        var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["b/drop"]);
        Tool.Run("setfattr", "-n", "user.mark", "-v", "1", $"{tree.Files.Folder}/b/drop").MustSucceed();
        tree.Remember();
        return tree;
    }

    private static string[] Lines(ActingTree tree, ActionKind action)
    {
        string word = action switch
        {
            ActionKind.HardLink => "hard-link",
            ActionKind.SymbolicLink => "symbolic-link",
            _ => "delete",
        };
        string target = action == ActionKind.SymbolicLink ? ",\"target\":\"../a/keep\"" : "";
        string digest = Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes($"{tree.Files.Folder}/b/drop")));
        return
        [
            $$"""{"type":"run","schema":1,"version":"0.1.0","action":"{{word}}",""" +
                """ "started":"2026-01-01T00:00:00.0000000+00:00","command":["link","--yes","t"]}""",
            $$"""{"type":"intent","number":0,"name":"{{tree.Files.Folder}}/b/drop","temporary":"{{Temporary}}",""" +
                $$""" "was":{{Facts(tree, "b/drop")}},"attributes":{"user.mark":"MQ=="},""" +
                $$""" "keeper":"{{tree.Files.Folder}}/a/keep","keeper_was":{{Facts(tree, "a/keep")}}{{target}}}""",
            $$"""{"type":"outcome","number":0,"status":"done","sha256":"{{digest}}"}""",
            """{"type":"end"}""",
        ];
    }

    private static string Facts(ActingTree tree, string name)
    {
        FileFacts facts = tree.FactsOf(name);
        return $$"""{"device":"{{facts.Device}}","inode":"{{facts.Inode}}","size":{{facts.Size}},"links":1,""" +
            $$""" "allocated":{{facts.Allocated}},"owner":{{facts.Owner}},"group":{{facts.Group}},""" +
            $$""" "mode":{{facts.Mode}},"modified":{{facts.Modified.Seconds}},""" +
            $$""" "modified_ns":{{facts.Modified.Nanoseconds}}}""";
    }

    // A line ends with its feed; a torn one has none.
    private static void Write(ActingTree tree, string[] lines)
    {
        Directory.CreateDirectory(tree.JournalPath, UnixFileMode.UserRead | UnixFileMode.UserWrite
            | UnixFileMode.UserExecute);
        string text = string.Concat(lines.Select(static line => line.EndsWith('}') ? line + "\n" : line));
        File.WriteAllText($"{tree.JournalPath}/{Id}.jsonl", text, new UTF8Encoding(false));
    }
}
