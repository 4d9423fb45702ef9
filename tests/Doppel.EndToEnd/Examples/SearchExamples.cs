namespace Doppel.EndToEnd.Examples;

/// <summary>Examples that list and report.</summary>
internal static class SearchExamples
{
    private const string Two = """
        ~/Pictures/a "in both"
        ~/Pictures/b "twice in Pictures"
        ~/Pictures/c "twice in Pictures"
        /mnt/backup/d "in both"
        /mnt/backup/e "once"
        """;

    private const string Folders = """
        ~/Album/1 "one"
        ~/Album/2 "two"
        /mnt/backup/Album/1 "one"
        /mnt/backup/Album/2 "two"
        /mnt/backup/part/1 "one"
        /mnt/backup/other "three"
        ~/new/
        """;

    private const string Songs = """
        ~/Music/a wave 1 "first title"
        ~/Music/b wave 1 "other title"
        ~/Pictures/x "no sound"
        /mnt/backup/c wave 1 "first title"
        """;

    private const string Links = """
        ~/backup/a "text"
        ~/backup/b = ~/backup/a
        ~/l -> backup/a
        ~/broken -> gone
        /srv/a "text"
        /srv/l -> a
        /srv/broken -> gone
        """;

    internal static IReadOnlyList<ExampleCase> All { get; } =
    [
        new("doppel find")
        {
            Before = """
                ./a "same"
                ./deep/b "same"
                ~/c "same"
                """,
            Shows = ["2 copies of 4 B", "/a\n", "/deep/b\n"],
            Hides = ["home/c", "3 copies"],
        },
        new("doppel find --since-last ~")
        {
            Before = Two,
            Setup = "doppel find -q --since-last ~ >/dev/null; mkdir ~/new; echo x >~/new/1; cp ~/new/1 ~/new/2",
            Shows = ["new/1\n", "new/2\n", "Total: 1 new group (1 known), 1 redundant file"],
            Hides = ["Pictures/b"],
            After = Two + """

                ~/new/1 new
                ~/new/2 new
                """,
        },
        new("doppel catalog status")
        {
            Before = Two,
            Setup = "sleep 0.1; doppel find -q ~ /mnt",
            Shows = ["/doppel/catalog': ", ": 4 files known"],
        },
        new("doppel catalog limit 2G")
        {
            Before = Two,
            Then = "doppel catalog status | grep -q 'of 2.0 GiB'",
        },
        new("doppel catalog verify ~/Pictures")
        {
            Before = Two,
            Setup = "sleep 0.1; doppel catalog verify ~/Pictures",
            Shows = ["0 corrupt files; 3 verified, 0 new or changed"],
        },
        new("doppel catalog verify --unread-for 30d /srv")
        {
            Before = "/srv/a \"text\"",
            Setup = "sleep 0.1; doppel catalog verify /srv; cp -p /srv/a /srv/new; sleep 0.1",
            Shows = ["0 verified, 1 new or changed"],
            After = """
                /srv/a "text"
                /srv/new "text"
                """,
        },
        new("doppel find ~/Pictures /mnt/backup")
        {
            Before = Two,
            Shows = ["Pictures/a\n", "backup/d\n", "Pictures/b\n", "Total: 2 groups"],
            Hides = ["backup/e"],
        },
        new("doppel find --reference /mnt/backup ~/Pictures")
        {
            Before = Two,
            Shows = ["Pictures/a\n", "backup/d\n", "Total: 1 group,"],
            Hides = ["Pictures/b", "Pictures/c", "backup/e"],
        },
        new("doppel find --long --ext jpg ~/Pictures")
        {
            Before = """
                ~/Pictures/a.jpg "same"
                ~/Pictures/b.jpg "same"
                ~/Pictures/c.png "same"
                """,
            Setup = "touch -d '2024-02-03 04:05' ~/Pictures/a.jpg",
            Shows = ["Size  Modified          Name", " 4 B  2024-02-03 04:05  ", "/a.jpg\n", "/b.jpg\n"],
            Hides = ["c.png"],
        },
        new("doppel find --summary ~ /mnt/backup")
        {
            Before = Two,
            Shows = ["Total: 2 groups, 2 redundant files, "],
            Hides = ["Pictures/", "backup/", "copies of"],
        },
        new("doppel help find")
        {
            Before = "./a \"text\"",
            Shows = ["Usage: doppel find [OPTION...] [ROOT...]", "--min-size SIZE"],
        },
        new("doppel help s3 cp")
        {
            Before = "./a \"text\"",
            Shows = ["Usage: doppel s3 cp [OPTION...] SOURCE TARGET", "--overwrite"],
        },
        new("doppel find --isolate ~/Pictures /mnt/backup")
        {
            Before = Two,
            Shows = ["Pictures/a\n", "backup/d\n", "Total: 1 group,"],
            Hides = ["Pictures/b", "Pictures/c", "backup/e"],
        },
        new("doppel find --folders ~ /mnt/backup")
        {
            Before = Folders,
            Shows =
            [
                "2 identical folders", "1 contained folder", "Empty folders:", "home/new\n", "no other duplicates",
            ],
        },
        new("doppel find --media ~/Music /mnt/backup")
        {
            Before = Songs,
            Shows = ["media copies, wav", "other title", "2 copies of"],
        },
        new("doppel find --media ~/Music ~/Pictures /mnt/backup")
        {
            Before = Songs,
            Shows = ["media copies, wav", "other title", "first title"],
            Hides = ["Pictures/x"],
        },
        new("doppel find --media Music")
        {
            Before = """
                ./Music/backup/song wave 1 "lake (live)"
                ./Music/song wave 1 "Lake"
                """,
            Shows =
            [
                "2 media copies, wav", "  ~ title      lake (live)  Lake\n",
                "Total: no duplicates; 1 media group, 2 copies",
            ],
        },
        new("./doppel find Pictures")
        {
            Before = """
                ./Pictures/2023/lake.jpg fill 3000
                ./Pictures/best.jpg = ./Pictures/2023/lake.jpg
                ./Pictures/backup/lake.jpg fill 3000
                """,
            Shows = ["2 copies of 3,000 B", "  = Pictures/best.jpg\n"],
        },
        new("doppel find --ext jpg,jpeg,png --min-size 100k ~")
        {
            Before = """
                ~/a.jpg fill 102400
                ~/b.png fill 102400
                ~/c.txt fill 102400
                ~/d.jpg fill 102399
                ~/e.jpg fill 102399
                """,
            Shows = ["2 copies of 102,400 B", "a.jpg\n", "b.png\n"],
            Hides = ["c.txt", "d.jpg"],
        },
        new("doppel find --ext jpg,png,heic --min-size 100KB ~/Pictures /mnt/backup")
        {
            Before = """
                ~/Pictures/a.jpg fill 100000
                ~/Pictures/small.jpg fill 99999
                /mnt/backup/small.jpg fill 99999
                /mnt/backup/b.heic fill 100000
                /mnt/backup/c.gif fill 100000
                """,
            Shows = ["2 copies of 100,000 B", "a.jpg\n", "b.heic\n"],
            Hides = ["small.jpg", "c.gif"],
        },
        new("doppel find --exclude '.git/' --exclude '*.o' ~/src")
        {
            Before = """
                ~/src/a.c "same"
                ~/src/b.c "same"
                ~/src/.git/c "same"
                ~/src/d.o "same"
                """,
            Shows = ["2 copies of", "a.c\n", "b.c\n"],
            Hides = [".git", "d.o"],
        },
        new("doppel find --json -o report.json ~")
        {
            Before = """
                ~/a "same"
                ~/b "same"
                """,
            After = """
                ~/a "same"
                ~/b "same"
                ./report.json new
                """,
            Then = "jq -se '[.[] | select(.type == \"group\")] | length == 1' report.json",
        },
        new("doppel find -o report.html ~")
        {
            Before = """
                ~/a "same"
                ~/b "same"
                """,
            After = """
                ~/a "same"
                ~/b "same"
                ./report.html new
                """,
            Then = "head -n 1 report.html | grep -qF '<!DOCTYPE html>' && doppel plan report.html >/dev/null",
        },
        new("doppel find --exact --json -o report.json /srv")
        {
            Before = """
                /srv/a fill 300000
                /srv/b fill 300000
                """,
            After = """
                /srv/a fill 300000
                /srv/b fill 300000
                ./report.json new
                """,
            Then = "jq -se '[.[] | select(.type == \"group\")][0].proof == \"bytes\"' report.json",
        },
        new("doppel find --unique /mnt/old-disk ~")
        {
            Before = """
                /mnt/old-disk/a "in both"
                /mnt/old-disk/b "only here"
                ~/c "in both"
                """,
            Shows = ["2 copies of 7 B", "Unique files:\n    ", "old-disk/b\n", "1 unique file\n"],
        },
        new("find ~ -type f -newer mark -print0 | doppel find --files0-from -")
        {
            Before = """
                ./mark "mark" @2020
                ~/old "same" @2019
                ~/new "same" @2021
                ~/newer "same" @2022
                """,
            Shows = ["2 copies of", "home/new\n", "home/newer\n"],
            Hides = ["home/old"],
        },
        new("find . -type f -newer mark -print0 | doppel find --files0-from -")
        {
            Before = """
                ./mark "mark" @2020
                ./old "same" @2019
                ./new "same" @2021
                ./newer "same" @2022
                """,
            Shows = ["2 copies of", "/new\n", "/newer\n"],
            Hides = ["/old"],
        },
        new("doppel find --exit-code -q ~/Pictures >/dev/null || echo found")
        {
            Before = """
                ~/Pictures/a "same"
                ~/Pictures/b "same"
                """,
            Shows = ["found\n"],
        },
        new("doppel list-links")
        {
            Before = """
                ./a "text"
                ./b = ./a
                ./l -> a
                ./c "text"
                """,
            Shows = ["2 names of one file", "Symbolic links:", "/l -> a (file)"],
            Hides = ["/c\n"],
        },
        new("doppel list-links --symbolic --json /srv")
        {
            Before = Links,
            Shows = ["\"broken\"", "/srv/broken", "/srv/l"],
            Hides = ["home/"],
        },
        new("doppel list-links --symbolic ~")
        {
            Before = Links,
            Shows = ["/l -> backup/a (file)", "/broken -> gone (broken"],
            Hides = ["names of one file", "srv"],
        },
        new(@"doppel list-links --hard -0 ~/backup | tr '\0' '\n'")
        {
            Before = Links,
            Shows = ["/backup/a\n", "/backup/b\n"],
            Hides = ["broken"],
        },
        new("doppel identify song.mp3 copy.mp3")
        {
            Before = """
                ./song.mp3 wave 1 "Lake"
                ./copy.mp3 wave 1 "lake"
                """,
            Shows = ["wav", "Lake", "lake"],
        },
        new("doppel identify --json *.jpg | jq -r .digest")
        {
            Before = """
                ./a.jpg wave 1 "one"
                ./b.jpg wave 1 "two"
                """,
            Then = "test \"$(doppel identify --json *.jpg | jq -r .digest | sort -u | wc -l)\" = 1",
        },
        new("doppel devices ~ /mnt/backup")
        {
            Before = """
                ~/a "a"
                /mnt/backup/b "b"
                """,
        },
        new("doppel devices /mnt/backup") { Before = "/mnt/backup/b \"b\"" },
        new("doppel devices --device /mnt/usb=rotating /mnt/usb")
        {
            Before = "/mnt/usb/a \"a\"",
            Shows = ["rotating"],
        },
        new("doppel tune --quick ~") { Before = Eight("~"), IsLong = true },
        new("doppel tune --quick /mnt/backup") { Before = Eight("/mnt/backup"), IsLong = true },
        new("doppel tune --full --html report.html /mnt/disk")
        {
            Before = Eight("/mnt/disk"),
            After = Eight("/mnt/disk") + "\n./report.html new",
            IsLong = true,
        },
        new("doppel tune --strategies 'engine,pread-*' --cold /srv") { Before = Eight("/srv"), IsLong = true },
        new("doppel tune --forget /mnt/disk")
        {
            Before = "/mnt/disk/a \"a\"",
            Shows = ["no results were saved"],
        },
        new("doppel profile save photos -- --ext jpg,jpeg --min-size 100k")
        {
            Before = """
                ~/a.jpg fill 102400
                ~/b.jpg fill 102400
                ~/c.txt fill 102400
                """,
            Then = "doppel find --profile photos ~ | grep 2.copies.of",
        },
        new("doppel generate man ~/.local/share/man")
        {
            Before = "~/a \"a\"",
            Then = "grep -qi 'find duplicate files' ~/.local/share/man/man1/doppel-find.1 && rm -r ~/.local",
        },
        new("source <(doppel generate completions bash)")
        {
            Before = "~/a \"a\"",
            Hides = ["error"],
        },
        new("doppel generate completions fish > ~/.config/fish/completions/doppel.fish")
        {
            Before = "~/.config/fish/completions/",
            After = "~/.config/fish/completions/doppel.fish new",
        },
    ];

    // As many files as doppel tune needs at least.
    private static string Eight(string folder) =>
        string.Join('\n', Enumerable.Range(1, 8).Select(number => $"{folder}/{number} fill {100_000 + number}"));
}
