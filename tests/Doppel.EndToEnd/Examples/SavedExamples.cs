namespace Doppel.EndToEnd.Examples;

/// <summary>Examples with saved volumes.</summary>
internal static class SavedExamples
{
    private const string Drawer = """
        /mnt/usb/a "text"
        /mnt/usb/2019/b "other text"
        """;

    internal static IReadOnlyList<ExampleCase> All { get; } =
    [
        new("doppel catalog import inventory/manifest.json")
        {
            Before = "~/Pictures/a.jpg \"a photo\"",
            Setup = """
                mkdir inventory
                md5=$(md5sum ~/Pictures/a.jpg | cut -c1-32)
                echo '"photos","a+b%2F1.jpg","7","2026-01-02T03:04:05.000Z","'"$md5"'"' | gzip >inventory/1.csv.gz
                echo '{"sourceBucket":"photos","creationTimestamp":"1700000000000","fileFormat":"CSV",
                    "fileSchema":"Bucket, Key, Size, LastModifiedDate, ETag","files":[{"key":"x/data/1.csv.gz",
                    "MD5checksum":"'"$(md5sum inventory/1.csv.gz | cut -c1-32)"'"}]}' >inventory/manifest.json
                """,
            Then = "doppel find ~/Pictures catalog:photos | grep 'catalog:photos/a b/1.jpg'",
            After = "./inventory/1.csv.gz new\n./inventory/manifest.json new\n~/Pictures/a.jpg \"a photo\"",
        },
        new("doppel catalog add photos-2019 /mnt/usb")
        {
            Before = Drawer,
            Shows = ["saved as photos-2019: 2 files in 2 folders", "2 files read, 0 files known before"],
            Then = "doppel catalog list | grep -q photos-2019",
        },
        new("doppel catalog add --replace photos-2019 /mnt/usb")
        {
            Before = Drawer,
            Setup = "doppel catalog add photos-2019 /mnt/usb/2019",
            Shows = ["saved as photos-2019: 2 files in 2 folders"],
        },
        new("doppel catalog add --sizes attic /mnt/old")
        {
            Before = "/mnt/old/a \"text\"",
            Shows = ["saved as attic: 1 file in 1 folder", "0 files read, 0 files known before"],
        },
        new("doppel find ~/Pictures catalog:attic")
        {
            Before = """
                ~/Pictures/a "in both"
                ~/Pictures/b "only here"
                /mnt/old/c "in both"
                """,
            Setup = "doppel catalog add attic /mnt/old; rm -r /mnt/old",
            Shows = ["/mnt/old/c\n", "/Pictures/a\n", "Total: 1 group, 1 redundant file"],
            Hides = ["Pictures/b"],
            After = """
                ~/Pictures/a "in both"
                ~/Pictures/b "only here"
                """,
        },
        new("doppel find ~/Pictures catalog:nas=nas.doppel")
        {
            Before = """
                ~/Pictures/a "in both"
                ~/Pictures/b "only here"
                /srv/c "in both"
                """,
            Setup = """
                doppel catalog add all /srv
                doppel catalog export all -o nas.doppel
                doppel catalog forget all
                rm -r /srv/*
                """,
            Shows = ["catalog:nas/", "/srv/c\n", "/Pictures/a\n", "Total: 1 group, 1 redundant file"],
            Hides = ["Pictures/b"],
            After = """
                ~/Pictures/a "in both"
                ~/Pictures/b "only here"
                ./nas.doppel new
                """,
        },
        new("doppel catalog export photos-2019 -o photos-2019.doppel")
        {
            Before = Drawer,
            Setup = "doppel catalog add photos-2019 /mnt/usb",
            Then = "doppel catalog import photos-2019.doppel again",
            After = Drawer + "\n./photos-2019.doppel new",
        },
        new("doppel catalog export photos-2019 | gzip >photos-2019.gz")
        {
            Before = Drawer,
            Setup = "doppel catalog add photos-2019 /mnt/usb",
            Then = "zcat photos-2019.gz | doppel catalog import - again",
            After = Drawer + "\n./photos-2019.gz new",
        },
        new("doppel catalog import photos-2019.doppel")
        {
            Before = Drawer,
            Setup = """
                doppel catalog add photos-2019 /mnt/usb
                doppel catalog export photos-2019 -o photos-2019.doppel
                doppel catalog forget photos-2019
                """,
            Then = "doppel catalog show photos-2019 | grep -q 'files     2'",
            After = Drawer + "\n./photos-2019.doppel new",
        },
        new("doppel catalog import photos.md5")
        {
            Before = "~/Pictures/a \"in both\"",
            Setup = "echo 'in both' | tr -d '\\n' | md5sum | sed s/-/lake.jpg/ >photos.md5",
            Shows = ["imported as photos: 1 file with digests of md5, without sizes"],
            Then = "doppel find ~/Pictures catalog:photos | grep -q '    catalog:photos/lake.jpg'",
            After = "~/Pictures/a \"in both\"\n./photos.md5 new",
        },
        new("sha256sum photos/* | doppel catalog import - photos")
        {
            Before = "./photos/a \"text\"\n./photos/b \"other text\"",
            Shows = ["imported as photos: 2 files with digests of sha256, without sizes"],
            Then = "doppel find photos catalog:photos/photos | grep -q '    catalog:photos/photos/a'",
        },
    ];
}
