namespace Doppel.EndToEnd.Examples;

/// <summary>Examples that serve the page until they are stopped. The tests of the page look at what it shows.</summary>
internal static class PageExamples
{
    private const string Pair = """
        ~/Pictures/a.jpg "picture"
        ~/Pictures/b.jpg "picture"
        """;

    private const string Twins = """
        ~/Music/bare wave 1 ""
        ~/Music/tagged wave 1 "title" "artist"
        """;

    private const string Serving = "press Ctrl-C to stop";

    internal static IReadOnlyList<ExampleCase> All { get; } =
    [
        new("doppel ui ~/Pictures") { Before = Pair, StopsAt = Serving, Shows = ["http://127.0.0.1:"] },
        new("doppel ui --media ~/Music") { Before = Twins, StopsAt = Serving, Shows = ["http://127.0.0.1:"] },
        new("doppel ui ~/Pictures catalog:attic")
        {
            Before = $"{Pair}\n/mnt/old/c.jpg \"picture\"",
            Setup = "doppel catalog add attic /mnt/old; rm -r /mnt/old",
            After = Pair,
            StopsAt = Serving,
            Shows = ["http://127.0.0.1:"],
        },
        new("doppel ui report.json")
        {
            Before = Pair,
            Setup = "doppel find --json ~ > report.json 2>/dev/null",
            After = $"{Pair}\n./report.json new",
            StopsAt = Serving,
            Shows = ["http://127.0.0.1:"],
        },
        new("doppel ui --no-open --port 8123 /srv/photos")
        {
            Before = """
                /srv/photos/a.jpg "picture"
                /srv/photos/b.jpg "picture"
                """,
            StopsAt = Serving,
            Shows = ["http://127.0.0.1:8123/"],
        },
    ];
}
