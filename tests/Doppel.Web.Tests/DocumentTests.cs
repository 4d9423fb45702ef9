using System.Text.Json;
using System.Text.RegularExpressions;
using Doppel.Acting;
using Doppel.Finding;
using Doppel.Testing;

namespace Doppel.Web.Tests;

/// <summary>docs/ui-api.md lists exactly the requests that the server answers.</summary>
public sealed class DocumentTests
{
    [Fact]
    public void Every_request_is_documented_and_no_other()
    {
        string code = SourceTree.Read("src/Doppel.Web/Serving/Routes.cs")
            + SourceTree.Read("src/Doppel.Web/Serving/PageChange.cs");
        string page = SourceTree.Read("docs/ui-api.md");
        IEnumerable<string> answered = Regex.Matches(code, "\"((?:api|file|preview)/[a-z/-]*)\"")
            .Select(one => one.Groups[1].Value);
        IEnumerable<string> documented =
            Regex.Matches(page, @"^\| `(?:GET|POST) ([a-z/-]+)N?`", RegexOptions.Multiline)
                .Select(one => one.Groups[1].Value);
        Assert.Equal(answered.Order(StringComparer.Ordinal), documented.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_page_has_the_types_of_all_answers_and_changes()
    {
        const string Module = "src/Doppel.Web/page/src/answers.ts";
        string current = AnswerTypes.Of(
        [
            typeof(StateView), typeof(RowsView), typeof(GroupView), typeof(TagTable), typeof(FactsView),
            typeof(FolderMapView), typeof(FolderGroupsView),
            typeof(AlikeList), typeof(HistoryView), typeof(UndoView),
        ]);
        string file = Path.Combine(SourceTree.Root, Module);
        if (Environment.GetEnvironmentVariable("DOPPEL_WRITE_DOCS") == "1")
        {
            File.WriteAllText(file, current);
        }

        Assert.True(
            File.Exists(file) && File.ReadAllText(file) == current,
            $"{Module} is stale: run this test with DOPPEL_WRITE_DOCS=1");
    }

    [Fact]
    public void Every_stage_of_a_search_has_a_word_that_the_page_explains()
    {
        string page = SourceTree.Read("src/Doppel.Web/page/src/plan.tsx");
        string[] words = [.. Enum.GetValues<FindStage>().Select(static stage => Words.Of(stage))];
        Assert.Equal("done", words[^1]);
        Assert.All(words[..^1], word => Assert.Contains($"  {word}: \"", page, StringComparison.Ordinal));
    }

    [Fact]
    public void The_API_calls_rules_as_the_command_line_does() => Assert.Equal(
        KeepRuleText.Words, Enum.GetNames<KeepRule>().Select(JsonNamingPolicy.KebabCaseLower.ConvertName));

    [Fact]
    public void Every_rule_has_a_label_on_the_page()
    {
        string page = SourceTree.Read("src/Doppel.Web/page/src/format.ts");
        Assert.All(KeepRuleText.Words, word => Assert.Matches($"\n  \"?{word}\"?: [\\[\"]", page));
    }

    [Fact]
    public async Task The_documented_reads_are_answered()
    {
        await using UiRig rig = await UiRig.Open(MediaTests.Tree, "--media");
        string page = SourceTree.Read("docs/ui-api.md");

        // The events do not end. Only some photos have a preview, and only runs have an id.
        const string Reads = @"^\| `GET ((?!api/events|api/history/|preview)[a-z/-]+N?)`";
        foreach (Match one in Regex.Matches(page, Reads, RegexOptions.Multiline))
        {
            Assert.Equal(200, (await rig.Get(one.Groups[1].Value.Replace('N', '0'))).Status);
        }
    }
}
