namespace Doppel.Release.Tests;

/// <summary>What is in the archives and packages.</summary>
public sealed class ArtifactTests(ReleaseBuild release)
{
    private static readonly string[] s_beside =
    [
        "CHANGELOG.md", "LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt", "completions/_doppel",
        "completions/doppel.bash", "completions/doppel.fish", "completions/doppel.ps1", "man/man1/doppel-trash.1",
        "man/man1/doppel.1", "man/man7/doppel-options.7",
    ];

    private static readonly string[] s_linux =
        ["doppel", "doppel-ui", "systemd/doppel.service", "systemd/doppel.timer"];

    [Theory(Explicit = true)]
    [InlineData("linux-x64")]
    [InlineData("linux-arm64")]
    public void An_archive_has_one_folder_that_belongs_to_root(string rid)
    {
        string archive = release.Artifact($"doppel-*-{rid}.tar.gz");
        string top = $"doppel-{release.Version}-{rid}";
        string[] names = Lines($"tar -tzf '{archive}' | grep -v '/$' | {Script.OnePageOfCommands}");
        string[] expected = [.. ((string[])[.. s_beside, .. s_linux]).Select(name => $"{top}/{name}")];
        Assert.Equal(expected.Order(StringComparer.Ordinal), names.Order(StringComparer.Ordinal));
        string ownerAndTime = Assert.Single(
            Lines($"tar --numeric-owner -tvzf '{archive}' | awk '{{print $2, $4, $5}}' | sort -u"));
        Assert.StartsWith("0/0 ", ownerAndTime);
    }

    [Fact(Explicit = true)]
    public void The_archive_for_Windows_has_one_folder_with_the_same_files()
    {
        string archive = release.Artifact("doppel-*-win-x64.zip");
        string top = $"doppel-{release.Version}-win-x64";
        string[] names = Lines($"unzip -Z1 '{archive}'");
        Assert.All(names, name => Assert.StartsWith(top + "/", name));
        string[] programs = ["doppel.exe", "ui/doppel-ui.exe"];
        Assert.Empty(s_beside.Concat(programs).Select(name => $"{top}/{name}").Except(names));
        Assert.DoesNotContain(names, name => name.EndsWith(".pdb") || name.EndsWith(".xml"));
    }

    [Theory(Explicit = true)]
    [InlineData("linux-x64")]
    [InlineData("linux-arm64")]
    public void An_executable_needs_glibc_2_34_and_names_no_folder_of_its_build(string rid)
    {
        using var tree = new TempTree();
        string archive = release.Artifact($"doppel-*-{rid}.tar.gz");
        Script.Shell($"tar -xzf '{archive}' --strip-components 1 -C '{tree.Folder}'").MustSucceed();
        string program = $"{tree["doppel"]}";
        Assert.Empty(Lines($"strings -a '{program}' | grep -F -e 'artifacts/release' -e '/Doppel.Cli/' || true"));
        Assert.Equal("2.34", Lines(
            $"readelf -WV '{program}' | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1 | cut -d _ -f 2")[0]);
        string notices = File.ReadAllText($"{tree["THIRD-PARTY-NOTICES.txt"]}");
        Assert.Contains("microsoft.netcore.app.runtime.nativeaot." + rid, notices);
        Assert.Contains("Brotli", notices);
    }

    [Fact(Explicit = true)]
    public void Lintian_has_nothing_to_say_about_the_Debian_packages() =>
        Assert.Empty(Lines($"lintian --allow-root '{release.Folder}'/doppel_*.deb 2>&1"));

    [Theory(Explicit = true)]
    [InlineData("amd64")]
    [InlineData("arm64")]
    public void A_Debian_package_depends_on_the_C_library_and_OpenSSL_alone(string architecture)
    {
        string package = release.Artifact($"doppel_*_{architecture}.deb");
        Assert.Equal(["libc6 (>= 2.34), libssl3t64 | libssl3 | libssl1.1"], Lines($"dpkg-deb -f '{package}' Depends"));
        Assert.Equal([architecture], Lines($"dpkg-deb -f '{package}' Architecture"));
        Assert.Equal(["root/root"], Lines($"dpkg-deb -c '{package}' | awk '{{print $2}}' | sort -u"));
    }

    private static string[] Lines(string shell) =>
        Script.Shell(shell).MustSucceed().OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
}
