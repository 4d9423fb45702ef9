using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Finders;

/// <summary>A program that searches one folder.</summary>
/// <param name="Name">As it stands in tables.</param>
/// <param name="Role">What the judge makes of it; the floor is a reference.</param>
/// <param name="Command">The program and its arguments before the folder.</param>
/// <param name="After">Its arguments behind the folder.</param>
internal sealed record Finder(string Name, Role Role, IReadOnlyList<string> Command, params string[] After)
{
    /// <summary>Ours.</summary>
    public const string Own = "doppel";

    /// <summary>The least that any finder does, with so many threads.</summary>
    public static Finder Floor(int threads) => new(
        $"floor, {threads} threads", Role.Reference, [NativeTool.Build("floor")],
        threads.ToString(System.Globalization.CultureInfo.InvariantCulture));

    /// <summary>The least that any search does which reads nothing: it lists the tree, with so many threads.</summary>
    public static Finder Walk(int threads) => Floor(threads) with
    {
        Name = "floor of a walk",
        After = [threads.ToString(System.Globalization.CultureInfo.InvariantCulture), "0"],
    };

    /// <summary>Ours, as <c>./doppel</c> built it, without a catalog: it remembers nothing of earlier runs.</summary>
    /// <exception cref="InvalidOperationException">It was not built.</exception>
    public static Finder Doppel() => Doppel("none");

    /// <summary>Ours with a catalog in a folder, or with <c>none</c>.</summary>
    /// <exception cref="InvalidOperationException">It was not built.</exception>
    public static Finder Doppel(string catalog)
    {
        string program = Path.Combine(SourceTree.Root, "artifacts", "doppel", "doppel");
        return File.Exists(program)
            ? new Finder(Own, Role.Ours, [program, "find", "--catalog", catalog])
            : throw new InvalidOperationException("There is no executable to measure: run ./doppel --version once.");
    }

    /// <summary>
    /// The finders of Debian that are installed. All look at hidden and at empty files or not as they do by
    /// themselves, show hard links as we do, and change nothing.
    /// </summary>
    /// <param name="folder">Where those that must write a report put it.</param>
    public static IEnumerable<Finder> Rivals(string folder) => new Finder[]
    {
        new("jdupes", Role.Rival, ["jdupes", "-rqH", "-z"]),
        new("rdfind", Role.Rival,
            ["rdfind", "-n", "true", "-makeresultsfile", "false", "-removeidentinode", "false"]),
        new("fdupes", Role.Rival, ["fdupes", "-rqnH"]),
        new("rmlint", Role.Rival,
            ["rmlint", "-o", $"json:{folder}/rmlint.json", "-T", "df", "--hidden", "--no-followlinks"]),
    }.Where(finder => SearchPath.Find(finder.Command[0]) is not null);
}
