namespace Doppel.EndToEnd.Examples;

/// <summary>Examples that speak with an S3 server. Each gets its own buckets, photos and backup.</summary>
internal static class ServerExamples
{
    private const string Photos = """
        ~/year/a.jpg "a photo"
        ~/older/b.jpg "an older photo"
        """;

    private const string Uploaded = """
        doppel s3 mb s3://photos; doppel s3 cp -q -r ~/year s3://photos/2024
        doppel s3 cp -q -r ~/older s3://photos/2023
        doppel s3 cp -q ~/year/a.jpg s3://photos/a.jpg
        """;

    internal static IReadOnlyList<ExampleCase> All { get; } =
    [
        new("doppel find --reference s3://backup ~/Pictures")
        {
            Before = "~/Pictures/a.jpg \"a photo\"\n~/Pictures/b.jpg \"another photo\"",
            Setup = "doppel s3 mb s3://backup; doppel s3 cp -q ~/Pictures/a.jpg s3://backup/2024/lake.jpg",
            Shows = ["/2024/lake.jpg", "Pictures/a.jpg"],
            Hides = ["b.jpg"],
        },
        new("doppel delete --reference ~/Photos s3://backup")
        {
            Before = "~/Photos/a.jpg \"a photo\"",
            Setup = "doppel s3 mb s3://backup; doppel s3 cp -q ~/Photos/a.jpg s3://backup/lake.jpg",
            Asks = true,
            Then = "test \"$(doppel s3 ls -r s3://backup | wc -l)\" = 0; doppel undo --yes"
                + "; doppel s3 cat s3://backup/lake.jpg",
        },
        new("doppel delete --reference s3://backup ~/Photos")
        {
            Before = "~/Photos/a.jpg \"a photo\"\n~/Photos/b.jpg \"another photo\"",
            Setup = "doppel s3 mb s3://backup; doppel s3 cp -q ~/Photos/a.jpg s3://backup/lake.jpg",
            Asks = true,
            After = "~/Photos/b.jpg \"another photo\"",
            Then = "doppel s3 cat s3://backup/lake.jpg",
        },
        new("doppel catalog add --replace bucket s3://backup")
        {
            Before = "~/Pictures/a.jpg \"a photo\"",
            Setup = "doppel s3 mb s3://backup; doppel s3 cp -q ~/Pictures/a.jpg s3://backup/lake.jpg",
            Then = "doppel find ~/Pictures catalog:bucket | grep catalog:bucket/lake.jpg",
        },
        new("doppel s3 ls --endpoint https://s3.example.org")
        {
            Before = "",
            Setup = "doppel s3 mb s3://backup",
            Shows = ["backup"],
        },
        new("doppel s3 ls -r --json s3://photos/2024/ | jq -r .key")
        {
            Before = Photos,
            Setup = Uploaded,
            Shows = ["2024/a.jpg\n"],
            Hides = ["2023"],
        },
        new("doppel s3 cp disk.img s3://backup/")
        {
            Before = "./disk.img \"image\"",
            Setup = "doppel s3 mb s3://backup",
            Then = "test \"$(doppel s3 cat s3://backup/disk.img)\" = image",
        },
        new("doppel s3 cp --resume disk.img s3://backup/")
        {
            Before = "./disk.img \"image\"",
            Setup = "doppel s3 mb s3://backup",
            Then = "test \"$(doppel s3 cat s3://backup/disk.img)\" = image",
        },
        new("doppel s3 cp -r s3://photos/2024 ~/Pictures/2024")
        {
            Before = Photos + "\n~/Pictures/c.jpg \"there already\"",
            Setup = Uploaded,
            After = $"{Photos}\n~/Pictures/c.jpg \"there already\"\n~/Pictures/2024/a.jpg \"a photo\"",
        },
        new("doppel s3 cp -r --skip-known ~/Inbox s3://photos/new")
        {
            Before = Photos + "\n~/Inbox/same.jpg \"a photo\"\n~/Inbox/c.jpg \"a new photo\"",
            Setup = Uploaded,
            Then = "test \"$(doppel s3 ls -r s3://photos/new/ | wc -l)\" = 1; doppel s3 cat s3://photos/new/c.jpg",
        },
        new("doppel s3 cp -r ~/Pictures s3://backup/pictures")
        {
            Before = "~/Pictures/2024/a.jpg \"a photo\"",
            Setup = "doppel s3 mb s3://backup",
            Then = "test \"$(doppel s3 cat s3://backup/pictures/2024/a.jpg)\" = 'a photo'",
        },
        new("tar c ~/src | doppel s3 cp - s3://backup/src.tar")
        {
            Before = "~/src/a.c \"source\"",
            Setup = "doppel s3 mb s3://backup",
            Then = "doppel s3 cat s3://backup/src.tar | tar t | grep src/a.c",
        },
        new("doppel s3 cp s3://backup/src.tar - | tar t")
        {
            Before = "~/src/a.c \"source\"",
            Setup = "doppel s3 mb s3://backup; tar c ~/src 2>/dev/null | doppel s3 cp -q - s3://backup/src.tar",
            Shows = ["src/a.c\n"],
        },
        new("doppel s3 sync ~/Pictures s3://backup/pictures")
        {
            Before = "~/Pictures/2024/a.jpg \"a photo\"",
            Setup = "doppel s3 mb s3://backup",
            Then = "test \"$(doppel s3 cat s3://backup/pictures/2024/a.jpg)\" = 'a photo'",
        },
        new("doppel s3 sync --delete s3://backup/pictures ~/Pictures")
        {
            Before = "~/Pictures/a.jpg \"a photo\"\n~/Pictures/b.jpg \"b\"",
            Setup = "doppel s3 mb s3://backup; doppel s3 cp -q ~/Pictures/a.jpg s3://backup/pictures/a.jpg",
            Asks = true,
            After = "~/Pictures/a.jpg \"a photo\"",
        },
        new("doppel s3 uploads --abort --older 7d s3://backup")
        {
            Before = "",
            Setup = "doppel s3 mb s3://backup",
            Then = "test -z \"$(doppel s3 uploads s3://backup)\"",
        },
        new("doppel s3 rm -r s3://backup/2019")
        {
            Before = "~/2019/a \"old\"",
            Setup = """
                doppel s3 mb s3://backup; doppel s3 cp -q -r ~/2019 s3://backup/2019
                doppel s3 cp -q ~/2019/a s3://backup/20190
                """,
            Asks = true,
            Then = "test \"$(doppel s3 ls -r --json s3://backup | jq -r .key)\" = 20190",
        },
        new("doppel s3 mb --region eu-west-1 s3://backup")
        {
            Before = "",
            Then = "doppel s3 ls | grep backup",
        },
        new("doppel s3 head --json s3://photos/a.jpg | jq -r .etag")
        {
            Before = Photos,
            Setup = Uploaded,
            Shows = ["1e171d1320221d0ef1133a398fb1d4be"],
        },
        new("doppel s3 presign --expires 15m s3://photos/a.jpg")
        {
            Before = Photos,
            Setup = Uploaded,
            Then = "test \"$(curl -fs \"$(doppel s3 presign --expires 15m s3://photos/a.jpg)\")\" = 'a photo'",
        },
        new("curl -T a.jpg \"$(doppel s3 presign --method PUT s3://photos/a.jpg)\"")
        {
            Before = "./a.jpg \"another photo\"",
            Setup = "doppel s3 mb s3://photos",
            Then = "test \"$(doppel s3 cat s3://photos/a.jpg)\" = 'another photo'",
        },
        new("doppel s3 cat --range 0-1023 s3://photos/a.jpg | file -")
        {
            Before = Photos,
            Setup = Uploaded,
            Shows = ["ASCII text"],
        },
    ];
}
