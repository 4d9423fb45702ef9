using System.Text.RegularExpressions;

namespace Doppel.Packages.Tests;

/// <summary>What nuget.org shows of each library.</summary>
public sealed partial class ReadmeTests
{
    public static TheoryData<string> Libraries => [.. Packages.Tests.Libraries.All];

    [Theory, MemberData(nameof(Libraries))]
    public void The_first_example_is_the_sample_of_the_library(string library)
    {
        Sample sample = Assert.Single(Sample.All, sample => sample.Library == library);
        Match block = Blocks().Match(Shown(library));
        Assert.Equal(sample.Code, block.Groups["code"].Value);
    }

    [Theory, MemberData(nameof(Libraries))]
    public void A_readme_has_no_link_that_only_works_in_the_repository(string library) =>
        Assert.DoesNotContain(Links().Matches(Shown(library)), link => !link.Groups["to"].Value.Contains(':'));

    [Theory, MemberData(nameof(Libraries))]
    public void A_readme_says_nothing_about_the_tests_and_scripts_of_the_repository(string library) =>
        Assert.Empty(Files().Matches(Shown(library)).Select(file => file.Value));

    [Fact]
    public void The_tool_shows_the_same_search_as_the_readme_of_the_repository()
    {
        string shown = Transcripts().Match(SourceTree.Read("eng/packaging/tool.md")).Value;
        Assert.NotEmpty(shown);
        Assert.Equal(Transcripts().Match(SourceTree.Read("README.md")).Value.Replace("$ ./doppel", "$ doppel"), shown);
    }

    [Fact]
    public void A_relative_link_and_a_file_are_seen()
    {
        Assert.Equal("../a.md", Links().Match("[a](../a.md#b)").Groups["to"].Value);
        Assert.Matches(Files(), "see tests/Doppel.Hashing.Tests");
    }

    [Fact]
    public void The_migration_table_of_the_S3_client_names_only_what_exists()
    {
        string api = string.Concat(((string[])["S3", "S3.Transfer", "S3.DependencyInjection"])
            .Select(static library => SourceTree.Read($"src/Doppel.{library}/PublicApi.txt")));
        string[] ours = [.. SourceTree.Read("docs/s3-migration.md").Split('\n')
            .Where(static line => line.StartsWith("| `", StringComparison.Ordinal))
            .Select(static line => line.Split(" | ")[^1])];
        string[] names = [.. ours.SelectMany(static cell => Names().Matches(cell)).Select(static name => name.Value)];
        Assert.InRange(names.Length, 40, 200);
        Assert.DoesNotContain(names, name => !Regex.IsMatch(api, $@"\b{name}\b"));
    }

    // The rest is for contributors, and is not packed.
    private static string Shown(string library) =>
        SourceTree.Read($"src/{library}/README.md").Split("\n## Inside\n")[0];

    [GeneratedRegex("^```csharp\n(?<code>.*?)^```$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Blocks();

    [GeneratedRegex("^```console\n.*?^```$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Transcripts();

    [GeneratedRegex(@"\b(S3[A-Z]\w+|[A-Z]\w+Async)\b")]
    private static partial Regex Names();

    [GeneratedRegex(@"\]\((?<to>[^)#\s]+)(#[^)]*)?\)")]
    private static partial Regex Links();

    [GeneratedRegex(@"\b(eng|tests|src|benchmarks)/[\w.]+")]
    private static partial Regex Files();
}
