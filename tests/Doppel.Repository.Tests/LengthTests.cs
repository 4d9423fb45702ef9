namespace Doppel.Repository.Tests;

public sealed class LengthTests
{
    private const int CodeLinesMax = 400;

    // Each with the reason why splitting it would make it worse. Remove a line when its file is short again.
    private static readonly Dictionary<string, string> s_longOnPurpose = [];

    // Documents that are read in one go.
    private static readonly Dictionary<string, int> s_documentLinesMax = new()
    {
        ["README.md"] = 200,
        ["ARCHITECTURE.md"] = 150,
    };

    [Fact]
    public void Code_files_are_short_enough_to_hold_in_the_head() =>
        Expect.NoFaults(LongFiles(Repository.Files).Where(path => !s_longOnPurpose.ContainsKey(path)));

    [Fact]
    public void No_exception_outlives_its_file() =>
        Expect.NoFaults(s_longOnPurpose.Keys.Except(LongFiles(Repository.Files)));

    [Fact]
    public void Documents_are_short_enough_to_be_read() =>
        Expect.NoFaults(Repository.Files.Where(file => s_documentLinesMax.TryGetValue(file.Path, out int max)
            && file.Lines.Length - 1 > max).Select(file => file.Path));

    [Fact]
    public void A_long_file_is_seen() => Assert.Equal(["src/B.cs"], LongFiles(
        [new("src/A.cs", Text(CodeLinesMax)), new("src/B.cs", Text(CodeLinesMax + 1)), new("C.txt", Text(1000))]));

    private static IEnumerable<string> LongFiles(IEnumerable<SourceFile> files) =>
        files.Where(file => file.IsCSharp && file.Lines.Length - 1 > CodeLinesMax).Select(file => file.Path);

    private static string Text(int lines) => string.Concat(Enumerable.Repeat("x\n", lines));
}
