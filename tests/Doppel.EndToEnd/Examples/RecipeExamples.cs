namespace Doppel.EndToEnd.Examples;

/// <summary>Examples that read a report with jq.</summary>
internal static class RecipeExamples
{
    private const string Tree = """
        ~/a.jpg fill 100000
        ~/b.jpg fill 100000
        ~/c.jpg fill 100000
        ~/one.txt "text"
        ~/two.txt "text"
        ~/alone "alone"
        """;

    private const string Report = "doppel find --json ~ > report.json 2>/dev/null";

    private const string Largest = """
        jq -r 'select(.type == "group") | [.freed_bytes, (.copies[0].names[0] | tostring)] | @tsv'
        """;

    private const string Extensions = """
        jq -r 'select(.type == "group") | [.freed_bytes, (.copies[0].names[0] | strings | split(".")[-1])] | @tsv'
        """;

    private const string Others = """jq -j 'select(.type == "group").copies[1:][].names[] | strings + "\u0000"'""";

    internal static IReadOnlyList<ExampleCase> All { get; } =
    [
        Recipe(Largest + " report.json | sort -rn | head", "204800\t", "a.jpg\n4096\t", "one.txt"),
        Recipe("""jq 'select(.type == "summary").freed_bytes' report.json""", "208896\n"),
        Recipe(
            Extensions + " report.json | awk '{ s[$2] += $1 } END { for (k in s) print s[k], k }' | sort -rn",
            "204800 jpg\n4096 txt\n"),
        Recipe(Others + " report.json | xargs -0 ls -l", "b.jpg\n", "c.jpg\n", "two.txt\n") with
        {
            Hides = ["a.jpg", "one.txt", "alone"],
        },
        Recipe(
            """jq -r 'select(.type == "problem") | "\(.path): \(.message)"' report.json""", "/gone: No such file") with
        {
            Setup = "doppel find --json ~ ~/gone > report.json 2>/dev/null || true",
        },
    ];

    private static ExampleCase Recipe(string line, params string[] shows) =>
        new(line) { Before = Tree, Setup = Report, Then = "rm report.json", Shows = shows };
}
