using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Rendering;

/// <summary>The real shells complete with the scripts that doppel writes for them.</summary>
public sealed class CompletionTests
{
    private static readonly CommandTable s_table = AllCommands.Table;

    // What the shells get from doppel while a word is typed, and what doppel does with the line that was typed.
    private const string Program = """
        doppel() {
            case "$*" in
                'generate values volumes') printf 'attic\nphotos-2019\n' ;;
                'generate values profiles') printf 'pictures\nmusic\n' ;;
                'generate values runs') printf '20260202T1Z-b\t2026-02-02 done: doppel trash\n20260101T1Z-a\ta: b\n' ;;
                'generate values changed-runs') printf '20260202T1Z-b\t2026-02-02 done: doppel trash\n' ;;
                'generate values interrupted-runs') printf '20260101T1Z-a\t2026-01-01 interrupted: doppel link\n' ;;
                *) printf '<%s>' "$@"; echo ' is all' ;;
            esac
        }

        """;

    [Theory]
    [InlineData("bash")]
    [InlineData("zsh")]
    [InlineData("fish")]
    public void The_shell_accepts_its_completions(string shell)
    {
        using var folder = new TempTree();
        string script = Path.Combine(folder.Folder, "script");
        File.WriteAllText(script, shell switch
        {
            "bash" => BashCompletion.Render(s_table),
            "zsh" => ZshCompletion.Render(s_table),
            _ => FishCompletion.Render(s_table),
        });
        Assert.Equal("", Tool.Run(TestTools.Need(shell, shell), "-n", script).MustSucceed().ErrorText);
    }

    [Theory]
    [InlineData("doppel find --on", "--one-file-system")]
    [InlineData("doppel find --format j", "json")]
    [InlineData("doppel find --format = f", "fdupes fclones")]
    [InlineData("doppel pro", "profile")]
    [InlineData("doppel profile s", "show save")]
    [InlineData("doppel profile show m", "music")]
    [InlineData("doppel find --profile p", "pictures")]
    [InlineData("doppel generate completions z", "zsh")]
    [InlineData("doppel catalog show at", "attic")]
    [InlineData("doppel find catal", "catalog:attic catalog:photos-2019")]
    [InlineData("doppel find catalog : p", "photos-2019")]
    [InlineData("doppel find catalog :", "attic photos-2019")]
    [InlineData("doppel find --reference = catalog : a", "attic")]
    [InlineData("doppel undo ", "20260202T1Z-b")]
    [InlineData("doppel resume 2", "20260101T1Z-a")]
    [InlineData("doppel journal s", "show")]
    [InlineData("doppel journal show 2026", "20260202T1Z-b 20260101T1Z-a")]
    public void Bash_completes(string line, string expected)
    {
        string program = TestTools.Need("bash", "bash");
        using var folder = new TempTree();
        string[] words = line.Split(' ');
        string list = string.Join(' ', words.Select(word => $"'{word}'"));
        string script = $"cd '{folder.Folder}'\n" + BashCompletion.Render(s_table) + Program
            + $"COMP_WORDS=({list}); COMP_CWORD={words.Length - 1}; _doppel; echo \"${{COMPREPLY[*]}}\"\n";
        Assert.Equal(expected + "\n", Tool.Run(program, "-c", script).MustSucceed().OutputText);
    }

    [Theory]
    [InlineData("doppel find --one", "--one-file-system")]
    [InlineData("doppel find --format j", "json")]
    [InlineData("doppel pro", "profile")]
    [InlineData("doppel profile sa", "save")]
    [InlineData("doppel profile show m", "music")]
    [InlineData("doppel find --profile p", "pictures")]
    [InlineData("doppel generate completions z", "zsh")]
    [InlineData("doppel catalog show at", "attic")]
    [InlineData("doppel find catal", "catalog:attic catalog:photos-2019")]
    [InlineData("doppel find --reference=catalog:a", "--reference=catalog:attic")]
    [InlineData("doppel undo ", "20260202T1Z-b")]
    [InlineData("doppel resume 2", "20260101T1Z-a")]
    [InlineData("doppel journal s", "show")]
    [InlineData("doppel journal show 2026", "20260101T1Z-a 20260202T1Z-b")]
    public void Fish_completes(string line, string expected)
    {
        string program = TestTools.Need("fish", "fish");
        using var folder = new TempTree();
        File.WriteAllText(Path.Combine(folder.Folder, "program"), Program + "doppel \"$@\"\n");

        // An argument of a program can have at most 128 KiB.
        string file = Path.Combine(folder.Folder, "doppel.fish");
        File.WriteAllText(file, FishCompletion.Render(s_table) + "\nfunction doppel; sh ./program $argv; end");
        string output = Tool.Run(
            program, "--no-config", "-c", $"cd {folder.Folder}; source doppel.fish; complete -C '{line}'\n")
            .MustSucceed().OutputText;
        Assert.Equal(
            expected.Split(' '), output.TrimEnd('\n').Split('\n').Select(offer => offer.Split('\t')[0]));
    }

    [Theory]
    [InlineData("doppel find --one", "<find><--one-file-system>")]
    [InlineData("doppel find --format j", "<find><--format><json>")]
    [InlineData("doppel pro", "<profile>")]
    [InlineData("doppel profile sa", "<profile><save>")]
    [InlineData("doppel profile show m", "<profile><show><music>")]
    [InlineData("doppel find --profile p", "<find><--profile><pictures>")]
    [InlineData("doppel generate completions z", "<generate><completions><zsh>")]
    [InlineData("doppel catalog show at", "<catalog><show><attic>")]
    [InlineData("doppel find catalog:p", "<find><catalog:photos-2019>")]
    [InlineData("doppel find --reference catalog:a", "<find><--reference><catalog:attic>")]
    [InlineData("doppel undo 2", "<undo><20260202T1Z-b>")]
    [InlineData("doppel resume 2", "<resume><20260101T1Z-a>")]
    [InlineData("doppel journal s", "<journal><show>")]
    [InlineData("doppel journal show 202601", "<journal><show><20260101T1Z-a>")]
    public void Zsh_completes(string line, string expected) => Assert.Equal(
        expected, RunOfZsh("autoload -Uz compinit && compinit -D -i; source ./_doppel", line));

    // Without compinit, it is called; a file of $fpath is called as a function, when it is first needed.
    [Theory]
    [InlineData("source ./_doppel")]
    [InlineData("source <(cat ./_doppel)")]
    [InlineData("fpath=($PWD $fpath); autoload -Uz compinit && compinit -D -i")]
    public void Zsh_takes_its_completions_in_every_way(string setup)
    {
        Assert.Equal("<catalog><show><attic>", RunOfZsh(setup, "doppel catalog show at"));
    }

    // Types a line, the Tab key and Return in an interactive zsh without a configuration, and returns what then ran.
    private static string RunOfZsh(string setup, string line)
    {
        string program = TestTools.Need("zsh", "zsh");
        using var folder = new TempTree();
        File.WriteAllText(Path.Combine(folder.Folder, "_doppel"), ZshCompletion.Render(s_table));
        File.WriteAllText(Path.Combine(folder.Folder, "setup"), Program + setup + "\necho is-ready\n");
        string script = $$"""
            cd '{{folder.Folder}}'
            zmodload zsh/zpty
            TERM=dumb zpty shell 'zsh -f -i'
            zpty -w shell 'source ./setup'
            zpty -r shell seen '*is-ready*'
            zpty -w -n shell '{{line}}'$'\t\n'
            zpty -r shell seen '*<*> is all*'
            print -r -- $seen
            zpty -d shell
            """;
        string seen = Tool.Run(program, "-f", "-c", script).MustSucceed().OutputText;
        return seen.Split('\n').Last(text => text.StartsWith('<')).Replace(" is all", "").Trim();
    }
}
