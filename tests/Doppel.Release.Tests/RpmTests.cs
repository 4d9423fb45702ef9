namespace Doppel.Release.Tests;

/// <summary>The RPM packages install, require what the executable links, and leave nothing behind.</summary>
public sealed class RpmTests(ReleaseBuild release)
{
    private const string Files = @"[%{FILEMODES:perms} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILENAMES}\n]";

    [Theory(Explicit = true)]
    [InlineData("x86_64", "ld-linux-x86-64.so.2")]
    [InlineData("aarch64", "ld-linux-aarch64.so.1")]
    public void It_contains_the_staged_files_and_requires_the_libraries_that_it_links(
        string architecture, string loader)
    {
        string package = release.Artifact($"doppel-*-1.{architecture}.rpm");
        Assert.Equal($"doppel-{release.Version}-1.{architecture}.rpm", Path.GetFileName(package));
        Assert.Equal("""
            -rwxr-xr-x root root /usr/bin/doppel
            -rw-r--r-- root root /usr/lib/systemd/user/doppel.service
            -rw-r--r-- root root /usr/lib/systemd/user/doppel.timer
            drwxr-xr-x root root /usr/libexec/doppel
            -rwxr-xr-x root root /usr/libexec/doppel/doppel-ui
            -rw-r--r-- root root /usr/share/bash-completion/completions/doppel
            drwxr-xr-x root root /usr/share/doc/doppel
            -rw-r--r-- root root /usr/share/doc/doppel/CHANGELOG.md
            -rw-r--r-- root root /usr/share/doc/doppel/README.md
            -rw-r--r-- root root /usr/share/fish/vendor_completions.d/doppel.fish
            drwxr-xr-x root root /usr/share/licenses/doppel
            -rw-r--r-- root root /usr/share/licenses/doppel/LICENSE
            -rw-r--r-- root root /usr/share/licenses/doppel/THIRD-PARTY-NOTICES.txt
            -rw-r--r-- root root /usr/share/man/man1/doppel-trash.1.gz
            -rw-r--r-- root root /usr/share/man/man1/doppel.1.gz
            -rw-r--r-- root root /usr/share/man/man7/doppel-options.7.gz
            -rw-r--r-- root root /usr/share/zsh/site-functions/_doppel

            """, Script.Shell($"rpm -qp --nosignature --qf '{Files}' '{package}' | {Script.OnePageOfCommands}")
            .MustSucceed().OutputText);
        string[] libraries = [.. Query("[%{REQUIRENAME}\n]", package).Split('\n')
            .Where(name => name.EndsWith("()(64bit)", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];
        Assert.Equal([$"{loader}()(64bit)", "libc.so.6()(64bit)", "libm.so.6()(64bit)"], libraries);
        // .NET opens OpenSSL by name.
        Assert.Contains("(libssl.so.3()(64bit) or libssl.so.1.1()(64bit))\n", Query("[%{REQUIRENAME}\n]", package),
            StringComparison.Ordinal);
    }

    [Fact(Explicit = true)]
    public void It_installs_runs_verifies_and_leaves_nothing()
    {
        Script.NeedsRoot();
        using var tree = new TempTree();
        // A system with the C library and nothing else: that of the image.
        ProcessEnd end = Script.Shell($$"""
            cd '{{tree.Folder}}'
            mkdir root image
            export HOME=$PWD/home
            rpm() { command rpm --root "$PWD/root" --dbpath /var/lib/rpm "$@"; }
            rpm --initdb
            ! rpm -i '{{release.Artifact("doppel-*-1.x86_64.rpm")}}' 2>missing
            grep -q 'libc.so.6(GLIBC_[0-9.]*)(64bit) is needed by doppel' missing
            tar -xf '{{release.Artifact("doppel-*-oci-linux-amd64.tar")}}' -C image
            tar -xzf "image/$(jq -r '.[0].Layers[0]' image/manifest.json)" -C root lib lib64
            find root ! -path '*/var/lib/rpm*' | sort >before
            rpm -i --nodeps '{{release.Artifact("doppel-*-1.x86_64.rpm")}}'
            chroot root /usr/bin/doppel --version
            rpm -V --nodeps doppel
            rpm -e doppel
            find root ! -path '*/var/lib/rpm*' | sort | diff before - | grep -E 'doppel' || true
            """);
        Assert.True(end.ExitCode == 0, end.ErrorText + end.OutputText);
        Assert.Equal($"doppel {release.Version}\n", end.OutputText);
    }

    [Fact(Explicit = true)]
    public void Rpmlint_finds_no_error_but_the_two_that_are_meant()
    {
        // SHA256SUMS is signed instead of each package, and Fedora asks for no group.
        string[] errors = [.. Tool.Run("rpmlint", release.Artifact("doppel-*-1.x86_64.rpm"),
            release.Artifact("doppel-*-1.aarch64.rpm")).OutputText.Split('\n')
            .Where(line => line.Contains(": E: ", StringComparison.Ordinal))
            .Select(line => line.Split(": E: ")[1].Trim()).Distinct().Order(StringComparer.Ordinal)];
        Assert.Equal(["no-group-tag", "no-signature"], errors);
    }

    private static string Query(string format, string package) =>
        Tool.Run("rpm", "-qp", "--nosignature", "--qf", format, package).MustSucceed().OutputText;
}
