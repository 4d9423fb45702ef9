using System.Text.RegularExpressions;

namespace Doppel.Pooling.Tests;

/// <summary>The code that the README shows is compiled, and run, as it stands there.</summary>
public sealed partial class ReadmeTests
{
    [Fact]
    public void The_code_of_the_readme_is_that_of_the_samples()
    {
        // The first is a program of its own, samples/rent-buffer.cs, which Doppel.Packages.Tests compares.
        string[] shown = [.. Blocks().Matches(Read("src/Doppel.Pooling/README.md")).Skip(1)
            .Select(static match => match.Groups[1].Value)];
        string[] compiled = [.. Regions().Matches(Read("tests/Doppel.Pooling.Tests/ReadmeSamples.cs"))
            .Select(static match => Unindent(match.Groups[1].Value))];
        Assert.NotEmpty(shown);
        Assert.Equal(compiled, shown);
    }

    [Fact]
    public Task The_samples_do_what_they_say() => ReadmeSamples.RunAsync();

    private static string Read(string path) => File.ReadAllText(Path.Combine(SourceTree.Root, path));

    private static string Unindent(string text)
    {
        string[] lines = text.Split('\n');
        int indent = lines.Where(static line => line.Length > 0)
            .Min(static line => line.Length - line.TrimStart().Length);
        return string.Join('\n', lines.Select(line => line.Length > 0 ? line[indent..] : line));
    }

    [GeneratedRegex("^```csharp\n(.*?)^```$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Blocks();

    [GeneratedRegex("^ *// README\n(.*?)^ *// end\n", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Regions();
}
