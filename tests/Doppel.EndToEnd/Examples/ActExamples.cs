namespace Doppel.EndToEnd.Examples;

/// <summary>Examples that plan and act.</summary>
internal static class ActExamples
{
    // What the Archive has, once and twice in Downloads, and what is twice in Downloads and nowhere else.
    private const string Archive = """
        ~/Archive/a "one"
        ~/Archive/b "two"
        ~/Archive/b2 "two"
        ~/Archive/c "only in the archive"
        ~/Downloads/a "one"
        ~/Downloads/b "two"
        ~/Downloads/b2 "two"
        ~/Downloads/twin1 "twice in Downloads"
        ~/Downloads/twin2 "twice in Downloads"
        ~/Downloads/d "once"
        """;

    private const string ArchiveAfterwards = """
        ~/Archive/a "one"
        ~/Archive/b "two"
        ~/Archive/b2 "two"
        ~/Archive/c "only in the archive"
        ~/Downloads/twin1 "twice in Downloads"
        ~/Downloads/twin2 "twice in Downloads"
        ~/Downloads/d "once"
        """;

    private const string Report = "doppel find --json ~ > report.json 2>/dev/null";

    private const string Pair = """
        ~/Pictures/a "same" @2020
        ~/Pictures/b "same" @2021
        ~/Pictures/c "other" @2020
        """;

    private const string Linked = """
        ~/Pictures/a "same"
        ~/Pictures/b = ~/Pictures/a
        ~/Pictures/c "other"
        """;

    private const string Songs = """
        ~/Music/bare wave 1 ""
        ~/Music/tagged wave 1 "title" "artist"
        ~/Music/half wave 1 "title"
        ~/Music/other wave 2 "title"
        """;

    internal static IReadOnlyList<ExampleCase> All { get; } =
    [
        new("doppel trash --reference ~/Archive ~/Downloads")
        {
            Before = Archive,
            After = ArchiveAfterwards,
            Asks = true,
        },
        new("doppel delete --reference ~/Archive ~/Downloads")
        {
            Before = Archive,
            After = ArchiveAfterwards,
            Asks = true,
        },
        new("doppel link ~/Pictures") { Before = Pair, After = Linked, Asks = true },
        new("doppel link report.json")
        {
            Before = Pair,
            Setup = Report,
            After = $"{Linked}\n./report.json new",
            Asks = true,
        },
        new("doppel link --dry-run report.json")
        {
            Before = Pair,
            Setup = Report,
            After = $"{Pair}\n./report.json new",
            Shows = ["link '", "/Pictures/b'"],
        },
        new("doppel link --symbolic --prefer oldest --yes report.json")
        {
            Before = """
                ~/Pictures/a "same" @2021
                ~/Pictures/b "same" @2020
                """,
            Setup = Report,
            After = """
                ~/Pictures/a -> b
                ~/Pictures/b "same"
                ./report.json new
                """,
        },
        new("doppel reflink --yes /srv/images") { Before = "", SharesBlocks = true },
        new("doppel reflink /srv/images") { Before = "", SharesBlocks = true, Asks = true },
        new("doppel trash --prefer shortest-name ~/Downloads")
        {
            Before = """
                ~/Downloads/a.pdf "same"
                ~/Downloads/a(1).pdf "same"
                ~/Downloads/b.pdf "other"
                """,
            After = """
                ~/Downloads/a.pdf "same"
                ~/Downloads/b.pdf "other"
                """,
            Asks = true,
        },
        new("doppel trash --media ~/Music")
        {
            Before = Songs,
            After = """
                ~/Music/tagged wave 1 "title" "artist"
                ~/Music/other wave 2 "title"
                """,
            Asks = true,
        },
        new("doppel move --to ~/duplicates ~/Pictures")
        {
            Before = Pair + "\n~/duplicates/",
            Asks = true,
            After = """
                ~/Pictures/a "same"
                ~/Pictures/c "other"
                ~/duplicatesROOT/home/Pictures/b "same"
                """,
        },
        new("doppel delete --script report.json > delete.sh")
        {
            Before = Pair,
            Setup = Report,
            After = """
                ~/Pictures/a "same"
                ~/Pictures/c "other"
                ./report.json new
                ./delete.sh new
                """,
            Then = "sh delete.sh",
        },
        new("doppel trash --folders --dry-run ~ /mnt/backup")
        {
            Before = """
                ~/Album/1 "one"
                ~/Album/2 "two"
                ~/Notes "of my own"
                /mnt/backup/Album/1 "one"
                /mnt/backup/Album/2 "two"
                """,
            Shows = ["/1'  keeper '", "/2'  keeper '", "1 folder, 0 groups, 2 files to act on"],
        },
        new("doppel undo")
        {
            Before = Pair,
            Setup = "doppel delete --yes -q ~/Pictures",
            Asks = true,
        },
        new("doppel undo --map /mnt/usb=/mnt/usb1")
        {
            Before = """
                /mnt/usb/a "same" @2024
                /mnt/usb/b "same" @2023
                """,
            Setup = "doppel delete --yes -q /mnt/usb; mv /mnt/usb /mnt/usb1",
            After = """
                /mnt/usb1/a "same"
                /mnt/usb1/b "same"
                """,
            Asks = true,
            Shows = ["restored 1 file"],
        },
        new("doppel undo --only ~/Pictures/2024")
        {
            Before = """
                ~/Pictures/2024/a "same" @2024
                ~/Pictures/2023/a "same" @2023
                ~/Pictures/2025/a "same" @2025
                """,
            Setup = "doppel delete --yes -q ~/Pictures",
            After = """
                ~/Pictures/2024/a "same"
                ~/Pictures/2023/a "same"
                ~/Pictures/2025/
                """,
            Asks = true,
            Shows = ["1 file comes back in ", "restored 1 file"],
        },
        new("doppel journal show latest")
        {
            Before = Pair,
            Setup = "doppel link --yes -q ~/Pictures",
            After = Linked,
            Shows = ["done '", "/Pictures/b'  keeper '"],
        },
        new("doppel journal --prune 20260131T120000123Z-1a2b3c")
        {
            Before = Pair,
            Setup = """
                doppel link --yes -q ~/Pictures; cd "$XDG_STATE_HOME/doppel/journal"
                mv *.jsonl 20260131T120000123Z-1a2b3c.jsonl; cd "$OLDPWD"
                """,
            After = Linked,
            Then = "test -z \"$(doppel journal)\"",
        },
        new("doppel find --json ~ | doppel plan --explain -")
        {
            Before = Pair,
            Shows = ["/Pictures/a'", "/Pictures/b'", "oldest"],
        },
        new("doppel plan --reference ~/Archive ~/Downloads -o plan.json")
        {
            Before = Archive,
            After = $"{Archive}\n./plan.json new",
            Then = "jq -r '.drop[]?.names[]?' plan.json | sort >got; "
                + "printf '%s\\n' ~/Downloads/a ~/Downloads/b ~/Downloads/b2 | diff - got; rm got",
        },
        new("doppel plan --never ~/Archive --prefer oldest --explain report.json")
        {
            Before = Archive,
            Setup = Report,
            After = $"{Archive}\n./report.json new",
            Shows = ["never "],
        },
        new("doppel plan --drop '**/Downloads/**' --prefer newest report.json -o plan.json")
        {
            Before = """
                ~/Archive/a "same" @2019
                ~/Archive/b "same" @2020
                ~/Downloads/a "same" @2021
                """,
            Setup = Report,
            After = """
                ~/Archive/b "same"
                ~/Downloads/
                ./report.json new
                ./plan.json new
                """,
            Then = "doppel delete --yes plan.json",
        },
    ];
}
