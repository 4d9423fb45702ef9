namespace Doppel.Repository.Tests;

public sealed class FolderTests
{
    private const string Sample = """
        | folder | holds | may use |
        |---|---|---|
        | `Ground` | stones | nothing |
        | `North`, `South` | walls | Ground |
        | `.` | the roof | all |
        """;

    public static TheoryData<string> Projects => [.. Repository.Files
        .Where(file => file.IsBelow("src/") && file.IsCSharp && file.Path.Count(c => c == '/') > 2)
        .Select(file => file.Path.Split('/')[1]).Distinct()];

    [Theory, MemberData(nameof(Projects))]
    public void Folders_use_only_folders_that_their_row_allows(string project)
    {
        string folder = $"src/{project}/";
        FolderTable table = FolderTable.Parse(Repository.Read(folder + "README.md").Text);
        SourceFile[] files = [.. Repository.Files.Where(file => file.IsCSharp && file.IsBelow(folder))];
        Expect.NoFaults(table.Faults(folder, files));
    }

    [Fact]
    public void Fewer_than_one_file_in_ten_is_small()
    {
        SourceFile[] files = [.. Repository.Files.Where(file => file.IsCSharp && file.IsBelow("src/"))];
        string[] small = [.. files.Where(file => file.Text.Count(c => c == '\n') <= 25).Select(file => file.Path)];
        Assert.True(small.Length * 10 < files.Length, string.Join('\n', small));
    }

    [Fact]
    public void A_use_that_the_table_allows_is_no_fault() => Assert.Empty(Faults(
        new("src/P/Ground/Stone.cs", "class Stone;"),
        new("src/P/North/Wall.cs", "class Wall { Stone s; }"),
        new("src/P/South/Gate.cs", "class Gate { Stone s; }"),
        new("src/P/Roof.cs", "class Roof { Stone s; Wall w; Gate g; }")));

    [Fact]
    public void A_use_of_a_folder_above_is_seen() => Assert.Equal(
        ["src/P/Ground/Stone.cs:1: Ground may not use . (Roof)"],
        Faults(
            new("src/P/Ground/Stone.cs", "class Stone { Roof r; }"),
            new("src/P/North/Wall.cs", "class Wall;"),
            new("src/P/South/Gate.cs", "class Gate;"),
            new("src/P/Roof.cs", "class Roof;")));

    [Fact]
    public void A_use_of_a_folder_in_the_same_row_is_seen() => Assert.Equal(
        ["src/P/South/Gate.cs:2: South may not use North (Height)"],
        Faults(
            new("src/P/Ground/Stone.cs", "class Stone;"),
            new("src/P/North/Wall.cs", "class Wall;\n\nenum Height { Low }"),
            new("src/P/South/Gate.cs", "class Gate\n{ Height h; }"),
            new("src/P/Roof.cs", "class Roof;")));

    [Fact]
    public void A_folder_without_a_row_and_a_row_without_a_folder_are_seen() => Assert.Equal(
        [
            "src/P/README.md: East has no row in the table of folders",
            "src/P/README.md: South has a row and no files",
            "src/P/README.md: . has a row and no files",
        ],
        Faults(
            new("src/P/Ground/Stone.cs", "class Stone;"),
            new("src/P/North/Wall.cs", "class Wall;"),
            new("src/P/East/Gate.cs", "class Gate;")));

    [Fact]
    public void A_member_a_comment_and_a_text_are_no_use() => Assert.Empty(Faults(
        new("src/P/Ground/Stone.cs", "class Stone { /* Roof */ string s = \"Roof\"; int x = a.Roof; }"),
        new("src/P/North/Wall.cs", "class Wall;"),
        new("src/P/South/Gate.cs", "class Gate;"),
        new("src/P/Roof.cs", "class Roof;")));

    [Fact]
    public void A_row_that_may_use_one_below_it_is_refused() => Assert.Throws<FormatException>(
        () => FolderTable.Parse(Sample.Replace("stones | nothing", "stones | North")));

    [Fact]
    public void A_readme_without_the_table_is_refused() =>
        Assert.Throws<FormatException>(() => FolderTable.Parse("# Sample\n"));

    private static IEnumerable<string> Faults(params SourceFile[] files) =>
        FolderTable.Parse(Sample).Faults("src/P/", files);
}
