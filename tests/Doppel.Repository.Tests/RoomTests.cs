using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Doppel.Repository.Tests;

public sealed class RoomTests
{
    private const string Sample = """
        # Sample

        | project | holds | may use |
        |---|---|---|
        | Doppel.Floor | ground | nothing |
        | Doppel.Wall | bricks | Floor (the stones) |
        | Doppel.Roof (to come) | tiles | all |
        """;

    private static IReadOnlyList<Room> Rooms => RoomTable.Parse(Repository.Read("ARCHITECTURE.md").Text);

    [Fact]
    public void Projects_refer_only_to_rooms_that_their_row_allows() =>
        Expect.NoFaults(RoomTable.Faults(Rooms, References("src")));

    // A reference brings what it refers to along: that is no licence to use it.
    [Fact]
    public void Code_names_only_rooms_that_its_project_may_use()
    {
        var names = Rooms.ToDictionary(room => room.Project, room => room.Uses);
        IEnumerable<string> faults =
            from file in Repository.Files
            where file.IsCSharp && file.IsBelow("src/")
            let project = file.Path.Split('/')[1]
            where names.ContainsKey(project)
            from used in NamedIn(file, names.Keys)
            where used != project && names.ContainsKey(used) && !names[project].Contains(used)
            select $"{file.Path} names {used}, which {project} may not use";
        Expect.NoFaults(faults);
    }

    [Fact]
    public void Tests_and_benchmarks_belong_to_the_solution_like_every_project()
    {
        string solution = Repository.Read("Doppel.slnx").Text;
        Expect.NoFaults(Repository.Files.Select(file => file.Path)
            .Where(path => path.EndsWith(".csproj", StringComparison.Ordinal))
            .Where(path => !solution.Contains($"\"{path}\"", StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_project_bears_the_name_of_its_folder() => Expect.NoFaults(
        Repository.Files.Select(file => file.Path)
            .Where(path => path.EndsWith(".csproj", StringComparison.Ordinal))
            .Where(path => Path.GetFileNameWithoutExtension(path) != Path.GetFileName(Path.GetDirectoryName(path))));

    [Fact]
    public void Only_the_room_that_serves_a_package_uses_one()
    {
        IEnumerable<string> faults = Projects("src")
            .Where(project => project.Text.Contains("<PackageReference", StringComparison.Ordinal))
            .Where(project => !project.IsBelow("src/Doppel.S3.DependencyInjection/"))
            .Select(project => project.Path);
        Expect.NoFaults(faults);
    }

    [Fact]
    public void Packages_are_those_that_the_page_of_dependencies_takes() => Expect.NoFaults(
        Projects("src").SelectMany(project => Refused(
            Repository.Read("docs/decisions/dependencies.md").Text, project.Text)));

    [Theory]
    [InlineData("| A | 1.0 | rows | **taken**: needed |", "")]
    [InlineData("| A | 1.0 | rows | refused |", "A")]
    [InlineData("| AB | 1.0 | rows | **taken** |", "A")]
    public void A_package_that_the_page_does_not_take_is_seen(string page, string expected) => Assert.Equal(
        expected, string.Join(' ', Refused(page, "<Project><PackageReference Include='A' /></Project>")));

    [Fact]
    public void An_arrow_against_the_table_is_seen() =>
        Assert.Equal(["Doppel.Floor uses Doppel.Wall, which its row does not allow"],
            Faults(("Doppel.Floor", ["Doppel.Wall"]), ("Doppel.Wall", ["Doppel.Floor"])));

    [Fact]
    public void A_project_without_a_row_is_seen() =>
        Assert.Equal(["Doppel.Cellar has no row in the table of rooms"],
            Faults(("Doppel.Floor", []), ("Doppel.Wall", []), ("Doppel.Cellar", [])));

    [Fact]
    public void A_row_without_a_project_is_seen() =>
        Assert.Equal(["Doppel.Wall has a row and no project: mark it (to come)"], Faults(("Doppel.Floor", [])));

    [Fact]
    public void A_row_saying_to_come_for_an_existing_project_is_reported() =>
        Assert.Equal(["Doppel.Roof is there, and its row still says (to come)"],
            Faults(("Doppel.Floor", []), ("Doppel.Wall", []), ("Doppel.Roof", ["Doppel.Wall"])));

    [Fact]
    public void A_document_without_the_table_is_refused() =>
        Assert.Throws<FormatException>(() => RoomTable.Parse("# Sample\n"));

    [Fact]
    public void A_row_that_names_no_room_is_refused() =>
        Assert.Throws<FormatException>(() => RoomTable.Parse(Sample.Replace("Floor (", "Flour (")));

    [Fact]
    public void A_namespace_in_code_is_seen_and_one_in_a_comment_is_not()
    {
        const string text = "using Doppel.Wall;\n// Doppel.Roof\nvar x = Doppel.Cellar.Y;\n";
        SourceFile file = new("src/Doppel.Floor/A.cs", text);
        Assert.Equal(["Doppel.Wall", "Doppel.Cellar"], NamedIn(file, ["Doppel.Cellar", "Doppel.Wall"]));
    }

    [Fact]
    public void The_longest_name_is_the_room()
    {
        SourceFile file = new("src/A/A.cs", "using Doppel.S3.Transfer; Doppel.S3.S3Client a; Doppel.S3.TransferX b;");
        Assert.Equal(["Doppel.S3.Transfer", "Doppel.S3"], NamedIn(file, ["Doppel.S3", "Doppel.S3.Transfer"]));
    }

    private static IEnumerable<string> Faults(params (string Project, string[] Uses)[] projects) => RoomTable.Faults(
        RoomTable.Parse(Sample), projects.ToDictionary(p => p.Project, p => (IReadOnlyList<string>)p.Uses));

    private static IEnumerable<string> NamedIn(SourceFile file, IReadOnlyCollection<string> rooms) =>
        Regex.Matches(file.Code, @"\bDoppel(\.[A-Z]\w*)+")
            .Select(match => rooms.Where(room => $"{match.Value}.".StartsWith(room + ".", StringComparison.Ordinal))
                .MaxBy(static room => room.Length))
            .OfType<string>().Distinct();

    private static IEnumerable<string> Refused(string page, string project) =>
        XDocument.Parse(project).Descendants("PackageReference")
            .Select(reference => reference.Attribute("Include")!.Value)
            .Where(package => !Regex.IsMatch(
                page, $@"^\| {Regex.Escape(package)} \|.*\*\*taken\*\*", RegexOptions.Multiline));

    private static IEnumerable<SourceFile> Projects(string folder) => Repository.Files.Where(
        file => file.IsBelow(folder + "/") && file.Path.EndsWith(".csproj", StringComparison.Ordinal));

    private static Dictionary<string, IReadOnlyList<string>> References(string folder) => Projects(folder).ToDictionary(
        project => Path.GetFileNameWithoutExtension(project.Path),
        project => (IReadOnlyList<string>)[.. XDocument.Parse(project.Text).Descendants("ProjectReference")
            .Select(reference => Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value))]);
}
