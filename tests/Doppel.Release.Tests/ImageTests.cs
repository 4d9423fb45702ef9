using System.Text.RegularExpressions;

namespace Doppel.Release.Tests;

/// <summary>The image holds what Doppel needs and no more, and docs/container.md works as written.</summary>
public sealed partial class ImageTests(ReleaseBuild release)
{
    private const string Two = """
        mkdir -p /volume1/photos/2023 /volume1/docker
        head -c 300000 /dev/urandom >/volume1/photos/2023/lake.jpg
        cp /volume1/photos/2023/lake.jpg '/volume1/photos/lake (1).jpg'
        chown -R 1026:100 /volume1/photos
        numbers() { stat -c %i /volume1/photos/2023/lake.jpg '/volume1/photos/lake (1).jpg' | sort -u | wc -l; }

        """;

    [Theory(Explicit = true)]
    [InlineData("amd64", "x86_64-linux-gnu", "lib64/ld-linux-x86-64.so.2")]
    [InlineData("arm64", "aarch64-linux-gnu", "lib/ld-linux-aarch64.so.1")]
    public void Each_blob_is_what_its_name_says_and_the_layer_holds_no_more_than_is_needed(
        string architecture, string triplet, string loader)
    {
        using var tree = new TempTree();
        string files = Script.Shell($$"""
            cd '{{tree.Folder}}'
            tar -xf '{{release.Artifact($"doppel-*-oci-linux-{architecture}.tar")}}'
            test "$(cat oci-layout)" = '{"imageLayoutVersion":"1.0.0"}'
            cd blobs/sha256
            sha256sum * | awk '$1 != $2 { print "differs: " $2 }'
            blob() { jq -r "$1.digest, $1.size" "$2" | tr -d ' ' | sed 's/^sha256://'; }
            check() { { read -r name; read -r size; } < <(blob "$1" "$2"); test "$(stat -c %s "$name")" = "$size"; }
            check '.manifests[0]' ../../index.json
            manifest=$name
            check .layers[0] "$manifest"
            layer=$name
            check .config "$manifest"
            test "$(jq -r .architecture "$name")" = {{architecture}}
            test "$(jq -r .config.User "$name")" = 65532:65532
            unpacked=$(gzip -dc "$layer" | sha256sum | cut -d ' ' -f 1)
            test "sha256:$unpacked" = "$(jq -r .rootfs.diff_ids[0] "$name")"
            test "$(jq -r .[0].Layers[0] ../../manifest.json)" = "blobs/sha256/$layer"
            test "$(jq -r .[0].Config ../../manifest.json)" = "blobs/sha256/$name"
            tar --numeric-owner -tvzf "$layer" | awk '$2 != "0/0" || $1 ~ /^.......?w|s|t/ { print "rights: " $0 }'
            tar -tzf "$layer" | grep -v '/$'
            """).MustSucceed().OutputText;
        string[] expected =
        [
            "etc/group", "etc/nsswitch.conf", "etc/passwd", "etc/ssl/certs/ca-certificates.crt", loader,
            $"lib/{triplet}/libc.so.6", $"lib/{triplet}/libcrypto.so.3", $"lib/{triplet}/libm.so.6",
            $"lib/{triplet}/libssl.so.3", "usr/bin/doppel", "usr/share/doc/ca-certificates/copyright",
            "usr/share/doc/doppel/LICENSE", "usr/share/doc/doppel/THIRD-PARTY-NOTICES.txt",
            "usr/share/doc/libc6/copyright", "usr/share/doc/libssl3/copyright",
            "var/lib/dpkg/status.d/ca-certificates", "var/lib/dpkg/status.d/libc6", "var/lib/dpkg/status.d/libssl3",
        ];
        Assert.Equal(expected.Order(StringComparer.Ordinal),
            files.TrimEnd('\n').Split('\n').Order(StringComparer.Ordinal));
    }

    [Fact(Explicit = true)]
    public void The_image_for_arm64_runs_under_emulation()
    {
        using var tree = new TempTree();
        ProcessEnd end = Script.Shell($$"""
            cd '{{tree.Folder}}'
            mkdir image root
            tar -xf '{{release.Artifact("doppel-*-oci-linux-arm64.tar")}}' -C image
            tar -xzf "image/$(jq -r '.[0].Layers[0]' image/manifest.json)" -C root
            echo same | tee root/data/a >root/data/b
            qemu-aarch64-static -L root root/usr/bin/doppel find root/data | head -n 1
            """).MustSucceed();
        Assert.StartsWith("2 copies of 5 B", end.OutputText, StringComparison.Ordinal);
    }

    [Fact(Explicit = true)]
    public void The_page_searches_links_and_undoes_as_it_says()
    {
        using Podman podman = Load();
        string[] blocks = Blocks();
        string search = blocks.First(block => block.Contains("find /data", StringComparison.Ordinal));
        ProcessEnd find = podman.Run(Two + search).MustSucceed();
        Assert.Contains("    /data/2023/lake.jpg\n    /data/lake (1).jpg\n", find.OutputText, StringComparison.Ordinal);

        string act = blocks.Single(block => block.Contains("doppel undo", StringComparison.Ordinal));
        ProcessEnd end = podman.Run(Two + act
            .Replace("doppel link --yes /data", "test $(numbers) = 2; doppel link --yes /data; test $(numbers) = 1 #",
                StringComparison.Ordinal)
            + "test $(numbers) = 2\ncmp /volume1/photos/2023/lake.jpg '/volume1/photos/lake (1).jpg'\n").MustSucceed();
        Assert.Contains("\tdone\tdoppel link --yes /data\t'/data'", end.OutputText, StringComparison.Ordinal);
    }

    [Fact(Explicit = true)]
    public void A_nightly_report_can_be_acted_on_in_the_morning_and_the_trash_is_where_the_page_says()
    {
        using Podman podman = Load();
        string[] blocks = Blocks();
        string night = NightJob().Match(Page()).Groups[1].Value;
        string function = DoppelFunction().Match(Page()).Value;
        string state = blocks.Single(block => block.StartsWith("mkdir -p /volume1", StringComparison.Ordinal))
            .Split('\n')[0];
        string morning = blocks.Single(block => block.Contains("/state/report.json", StringComparison.Ordinal));
        podman.Run($$"""
            {{Two}}
            {{state}}
            {{night}}
            {{function}}
            {{morning}}
            test $(numbers) = 1
            doppel undo --yes
            test $(numbers) = 2
            doppel trash --yes /data
            ls /volume1/photos/.Trash-1026/files/*.jpg
            doppel undo --yes
            test $(numbers) = 2
            """).MustSucceed();
    }

    [Theory(Explicit = true)]
    [InlineData("1026:100")]
    [InlineData("0:0")]
    public void Without_a_place_for_the_journal_nothing_changes(string user)
    {
        using Podman podman = Load();
        ProcessEnd end = podman.Run($$"""
            {{Two}}
            ! docker run --rm --read-only --network none --user {{user}} -v /volume1/photos:/data \
                doppel:{{release.Version}} link --yes /data
            test $(numbers) = 2
            """).MustSucceed();
        Assert.Contains("the folder /state/doppel cannot be opened", end.ErrorText, StringComparison.Ordinal);
    }

    [Fact(Explicit = true)]
    public void Files_in_two_mounts_are_skipped()
    {
        using Podman podman = Load();
        ProcessEnd end = podman.Run($$"""
            {{Two}}
            mkdir /volume1/backup /volume1/state
            cp '/volume1/photos/lake (1).jpg' /volume1/backup
            rm '/volume1/photos/lake (1).jpg'
            chown -R 1026:100 /volume1/backup /volume1/state
            docker run --rm --read-only --network none --user 1026:100 -v /volume1/photos:/data/photos \
                -v /volume1/backup:/data/backup -v /volume1/state:/state \
                doppel:{{release.Version}} link --yes /data || echo $?
            """).MustSucceed();
        Assert.EndsWith("1\n", end.OutputText, StringComparison.Ordinal);
        Assert.Contains("it is on a different file system or mount than the keeper", end.ErrorText,
            StringComparison.Ordinal);
    }

    [Fact(Explicit = true)]
    public void Copying_to_a_server_works_over_https_and_only_with_a_certificate_that_is_trusted()
    {
        using Podman podman = Load();
        File.WriteAllText(Path.Combine(podman.Folder, "s3.sh"), """
            #!/bin/sh
            cp "$DOPPEL_S3_CERTIFICATE" ca.pem && chmod a+r ca.pem
            env | grep '^DOPPEL_S3' | sed "s/=/='/; s/$/'/; s/^/export /" >s3
            touch started
            while [ ! -e ended ]; do sleep 0.1; done
            """);
        ProcessEnd end = podman.Run($$"""
            {{Two}}
            '{{SourceTree.Root}}/eng/s3-server' run --https sh s3.sh >server.log 2>&1 &
            trap 'touch ended; wait' EXIT
            while [ ! -e started ] && kill -0 $!; do sleep 0.1; done
            . ./s3
            export AWS_ACCESS_KEY_ID=$DOPPEL_S3_ACCESS_KEY AWS_SECRET_ACCESS_KEY=$DOPPEL_S3_SECRET_KEY
            export AWS_REGION=$DOPPEL_S3_REGION
            s3() {
                docker run --rm --read-only --network host --user 1026:100 \
                    -e AWS_ACCESS_KEY_ID -e AWS_SECRET_ACCESS_KEY -e AWS_REGION \
                    -v /volume1/photos:/data:ro "${trust[@]}" \
                    doppel:{{release.Version}} s3 "$@" --endpoint "$DOPPEL_S3_HTTPS_ENDPOINT"
            }
            trust=()
            ! s3 mb s3://backup
            trust=(-v /volume1/ca.pem:/ca.pem:ro -e SSL_CERT_FILE=/ca.pem)
            s3 mb s3://backup >&2
            s3 cp -r /data s3://backup/photos >&2
            s3 ls s3://backup/photos/2023/
            """).MustSucceed();
        Assert.Contains("lake.jpg", end.OutputText, StringComparison.Ordinal);
        Assert.Contains("The remote certificate is invalid", end.ErrorText, StringComparison.Ordinal);
    }

    private Podman Load() => new(release.Artifact("doppel-*-oci-linux-amd64.tar"));

    // The version on the page is that of an example.
    private string Page() => File.ReadAllText(Path.Combine(SourceTree.Root, "docs/container.md"))
        .Replace("doppel:0.2.0", $"doppel:{release.Version}", StringComparison.Ordinal);

    private string[] Blocks() => [.. ShellBlock().Matches(Page()).Select(block => block.Groups[1].Value)];

    [GeneratedRegex("^```sh\n(.*?)^```$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex ShellBlock();

    [GeneratedRegex("^30 3 \\* \\* \\* (.*)$", RegexOptions.Multiline)]
    private static partial Regex NightJob();

    [GeneratedRegex("^doppel\\(\\) \\{.*?^\\}$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex DoppelFunction();
}
