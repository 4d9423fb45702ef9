namespace Doppel.EndToEnd;

/// <summary>A shell with the completions offers what the user has: runs, saved volumes, profiles.</summary>
public sealed class CompletionTests
{
    [Fact]
    public void Bash_offers_the_runs_that_can_be_undone_and_what_was_saved()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        tree.AddFile("a", "same");
        tree.AddFile("b", "same");
        string output = Shell("""
            doppel profile save pictures -- --ext jpg
            doppel catalog add attic -q .
            doppel link --yes -q . && doppel undo --yes -q && doppel link --yes -q .
            source <(doppel generate completions bash)
            offers() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _doppel; echo "${COMPREPLY[*]}"; }
            last=$(doppel journal | tail -n 1 | cut -f 1)
            test "$(offers doppel undo '')" = "$last" && echo the run that was not undone
            test "$(offers doppel journal show '' | wc -w)" = 4 && echo show and three runs
            offers doppel resume ''
            offers doppel find --profile p
            offers doppel find catalog : ''
            """);
        Assert.Equal("the run that was not undone\nshow and three runs\n\npictures\nattic\n", output);

        string Shell(string lines)
        {
            ProcessStart start = DoppelProgram.Start();
            var environment = new Dictionary<string, string?>(start.Environment) { ["DOPPEL"] = DoppelProgram.Path };
            foreach (string kind in (string[])["CONFIG", "CACHE", "STATE"])
            {
                environment[$"XDG_{kind}_HOME"] = home.Folder;
            }

            return Tool.Run(start with
            {
                Program = "bash",
                Arguments = ["-c", "doppel() { \"$DOPPEL\" \"$@\"; }\n" + lines],
                Folder = tree.Folder,
                Environment = environment,
            }).MustSucceed().OutputText;
        }
    }

    [Fact]
    public void An_unknown_kind_of_values_is_an_error() => Assert.Contains(
        "'run' is not one of profiles, volumes, runs, ",
        DoppelProgram.Run("generate", "values", "run").ErrorText,
        StringComparison.Ordinal);
}
