namespace Doppel.EndToEnd.Examples;

/// <summary>Examples that run until they are stopped.</summary>
internal static class WatchExamples
{
    internal static IReadOnlyList<ExampleCase> All { get; } =
    [
        new("doppel watch ~/Downloads ~/Pictures")
        {
            Before = """
                ~/Downloads/a "in both"
                ~/Pictures/b "in both"
                ~/c "in both"
                """,
            StopsAt = "\"current\":true",
            Shows = ["/Downloads/a\"", "/Pictures/b\"", "\"groups\":1,\"redundant_files\":1,"],
            Hides = ["/c\""],
        },
        new("doppel watch --reference ~/Archive ~/Inbox")
        {
            Before = """
                ~/Archive/a "in both"
                ~/Inbox/b "in both"
                ~/Inbox/c "twice in the inbox"
                ~/Inbox/d "twice in the inbox"
                """,
            StopsAt = "\"current\":true",
            Shows = ["/Archive/a\"", "/Inbox/b\"", "\"groups\":1,\"redundant_files\":1,"],
            Hides = ["/c\""],
        },
        new("doppel watch --ext jpg,jpeg --exclude '.thumbnails/' ~")
        {
            Before = """
                ~/a.jpg "picture"
                ~/b.jpeg "picture"
                ~/.thumbnails/a.jpg "picture"
                ~/c.txt "picture"
                """,
            StopsAt = "\"current\":true",
            Shows = ["/a.jpg\"", "/b.jpeg\"", "\"groups\":1,\"redundant_files\":1,"],
            Hides = [".thumbnails/a", "c.txt"],
        },
    ];
}
