namespace Doppel.EndToEnd.Examples;

/// <summary>
/// Examples with a server that compares machines. The folder <c>/srv/nas</c> stands for a machine called nas.
/// </summary>
internal static class FleetExamples
{
    private const string Files = """
        /srv/work/a "in both"
        /srv/work/b "only at work"
        /srv/nas/a "in both"
        /srv/nas/big "no copy"
        """;

    private const string WithoutFirst = """
        /srv/work/b "only at work"
        /srv/nas/a "in both"
        /srv/nas/big "no copy"
        """;

    private const string Scanned = "doppel fleet init; for i in 1 2 3; do doppel fleet scan --host nas /srv/nas; "
        + "doppel fleet scan /srv/work; done";

    private const string Planned = Scanned + "; doppel fleet plan --reference nas -o plan.json; "
        + "head -c 32 /dev/urandom >~/doppel.key; chmod 600 ~/doppel.key";

    private const string Proving =
        "; \"$DOPPEL\" fleet serve-proofs --host nas --proof-key ~/doppel.key /srv/nas >/dev/null 2>&1 & "
        + "echo $! >../pid";

    private const string Tidy = "rm -f plan.json fleet.json ~/doppel.key";

    internal static IReadOnlyList<ExampleCase> All { get; } =
    [
        new("doppel fleet init --server http://db:8123")
        {
            Before = Files,
            Then = "doppel fleet status",
        },
        new("doppel fleet init --print")
        {
            Before = Files,
            Shows = ["CREATE DATABASE IF NOT EXISTS doppel", "CREATE VIEW IF NOT EXISTS groups"],
        },
        Scan("doppel fleet scan --server http://db:8123 /srv"),
        Scan("doppel fleet scan --idle --wait 2h /srv") with
        {
            StopsAt = "waiting for other machines",
            Shows = ["all files are compared"],
        },
        new("doppel fleet scan --host nas --network /mnt/nas")
        {
            Before = "/mnt/nas/a \"in both\"\n/mnt/nas/b \"in both\"",
            Setup = "doppel fleet init",
            Shows = ["nas: 2 files, 2 files with copies in the fleet"],
        },
        new("doppel fleet scan s3://backup")
        {
            Before = Files,
            Setup = "doppel fleet init; doppel s3 mb s3://backup; doppel s3 cp -q /srv/work/a s3://backup/a; "
                + "for i in 1 2 3; do doppel fleet scan s3://backup; doppel fleet scan /srv/work; done",
            Shows = ["1 file, 1 file with copies in the fleet"],
            Then = "doppel fleet report | grep host:backup",
        },
        new("doppel fleet scan catalog:photos-2019")
        {
            Before = Files,
            Setup = "doppel fleet init; doppel catalog add photos-2019 /srv/nas; "
                + "for i in 1 2 3; do doppel fleet scan catalog:photos-2019; doppel fleet scan /srv/work; done",
            Shows = ["photos-2019: 2 files, 1 file with copies in the fleet"],
            Then = "doppel fleet report | grep host:photos-2019/",
        },
        new("doppel fleet report --server http://db:8123")
        {
            Before = Files,
            Setup = Scanned,
            Shows = ["host:nas/", "/srv/work/a", "1 group"],
            Hides = ["big"],
        },
        new("doppel fleet report --between-hosts --min-size 1M")
        {
            Before = "/srv/work/a fill 2000000\n/srv/nas/a fill 2000000\n/srv/work/b \"small\"\n/srv/nas/b \"small\"",
            Setup = Scanned,
            Shows = ["host:nas/", "/srv/nas/a"],
            Hides = ["/srv/nas/b"],
        },
        new("doppel fleet report --json -o fleet.json")
        {
            Before = Files,
            Setup = Scanned,
            Then = $"grep -q '\"host\":\"nas\"' fleet.json; {Tidy}",
        },
        new("doppel fleet plan --reference nas -o plan.json")
        {
            Before = Files,
            Setup = Scanned,
            Shows = ["1 group, 1 file to act on"],
            Then = Tidy,
        },
        new("doppel fleet plan --reference nas --never /srv/work --explain")
        {
            Before = Files,
            Setup = Scanned,
            Shows = ["nothing to do"],
        },
        new("doppel fleet delete --proof-key ~/doppel.key plan.json")
        {
            Before = Files,
            Setup = Planned + Proving,
            Asks = true,
            Shows = ["1 file deleted"],
            After = WithoutFirst,
            Then = $"kill $(cat ../pid); rm ../pid; {Tidy}",
        },
        new("doppel fleet delete --dry-run plan.json")
        {
            Before = Files,
            Setup = Planned,
            Shows = ["/srv/work/a"],
            Hides = ["big"],
            Then = Tidy,
        },
        new("doppel fleet serve-proofs --proof-key ~/doppel.key /srv")
        {
            Before = Files,
            Setup = Planned,
            StopsAt = "proves files to other machines",
            Then = Tidy,
        },
        new("doppel undo --fetch 'ssh {host} cat {quoted}'")
        {
            Before = Files,
            Setup = Planned + Proving + "; doppel fleet delete --yes --proof-key ~/doppel.key plan.json; kill $!; "
                + "rm ../pid; mkdir ../bin; printf '#!/bin/sh\\nshift; exec sh -c \"$*\"\\n' >../bin/ssh; "
                + "chmod +x ../bin/ssh",
            Asks = true,
            Shows = ["restored 1 file"],
            Then = $"rm -r ../bin; {Tidy}",
        },
    ];

    private static ExampleCase Scan(string line) => new(line)
    {
        Before = Files,
        Setup = "doppel fleet init",
        Shows = ["4 files, 2 files with copies in the fleet"],
    };
}
