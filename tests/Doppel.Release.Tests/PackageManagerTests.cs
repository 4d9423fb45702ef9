namespace Doppel.Release.Tests;

/// <summary>The files for other package managers are accepted by the tools of theirs that Debian has.</summary>
public sealed class PackageManagerTests : IDisposable
{
    private readonly ReleaseBuild _release;
    private readonly TempTree _tree = new();
    private readonly Part _part;

    public PackageManagerTests(ReleaseBuild release)
    {
        _release = release;
        _part = new Part(_tree.Folder);
        Directory.CreateDirectory(_part.Out);
    }

    public void Dispose() => _tree.Dispose();

    [Theory(Explicit = true)]
    [InlineData("x86_64", "x64")]
    [InlineData("aarch64", "arm64")]
    public void Makepkg_builds_a_package_that_pacman_installs_and_removes(string architecture, string processor)
    {
        Script.NeedsRoot();
        TakeArchives();
        _part.Run("arch", ("VERSION", _release.Version)).MustSucceed();
        // makepkg refuses to work as root.
        string files = Script.Shell($$"""
            cd '{{_tree.Folder}}'
            mkdir -p home root/var/lib/pacman
            sed 's/^CARCH=.*/CARCH={{architecture}}/' /etc/makepkg.conf >home/makepkg.conf
            chmod 755 . && chown -R 65534:65534 out home
            cd out
            setpriv --reuid 65534 --regid 65534 --clear-groups env HOME='{{_tree.Folder}}/home' \
                makepkg --config ../home/makepkg.conf --nodeps >&2
            cd ../root
            pacman() { command pacman --root . --dbpath var/lib/pacman --arch {{architecture}} --noconfirm "$@" >&2; }
            pacman -U -dd ../out/doppel-bin-{{_release.Version}}-1-{{architecture}}.pkg.tar*
            find . -type f ! -path './var/*' -printf '%M %P\n' | LC_ALL=C sort -k 2 | {{Script.OnePageOfCommands}}
            tar -xOzf ../out/doppel-*-linux-{{processor}}.tar.gz --wildcards '*/doppel' | cmp - usr/bin/doppel
            tar -xOzf ../out/doppel-*-linux-{{processor}}.tar.gz --wildcards '*/doppel-ui' \
                | cmp - usr/lib/doppel/doppel-ui
            pacman -R -dd doppel-bin
            find . -type f -name '*doppel*' ! -path './var/log/*'
            """).MustSucceed().OutputText;
        Assert.Equal("""
            -rwxr-xr-x usr/bin/doppel
            -rwxr-xr-x usr/lib/doppel/doppel-ui
            -rw-r--r-- usr/lib/systemd/user/doppel.service
            -rw-r--r-- usr/lib/systemd/user/doppel.timer
            -rw-r--r-- usr/share/bash-completion/completions/doppel
            -rw-r--r-- usr/share/doc/doppel-bin/CHANGELOG.md
            -rw-r--r-- usr/share/doc/doppel-bin/README.md
            -rw-r--r-- usr/share/fish/vendor_completions.d/doppel.fish
            -rw-r--r-- usr/share/licenses/doppel-bin/LICENSE
            -rw-r--r-- usr/share/licenses/doppel-bin/THIRD-PARTY-NOTICES.txt
            -rw-r--r-- usr/share/man/man1/doppel-trash.1.gz
            -rw-r--r-- usr/share/man/man1/doppel.1.gz
            -rw-r--r-- usr/share/man/man7/doppel-options.7.gz
            -rw-r--r-- usr/share/zsh/site-functions/_doppel

            """, files);
    }

    [Fact(Explicit = true)]
    public void The_formula_is_Ruby_and_the_expression_evaluates()
    {
        TakeArchives();
        _part.Run("manifests", ("VERSION", _release.Version)).MustSucceed();
        Tool.Run("ruby", "-c", Path.Combine(_part.Out, "doppel.rb")).MustSucceed();
        // A small stand-in for nixpkgs, which cannot be had offline.
        string url = Script.Shell($$"""
            export HOME='{{_tree.Folder}}' NIX_STATE_DIR='{{_tree.Folder}}/nix' NIX_STORE_DIR='{{_tree.Folder}}/store'
            nix-instantiate --eval --strict --expr '(import {{_part.Out}}/doppel.nix {
                lib = {
                    optional = condition: value: if condition then [ value ] else [ ];
                    getLib = value: value;
                    licenses.mit = "MIT";
                    sourceTypes.binaryNativeCode = "binary";
                };
                stdenv = {
                    mkDerivation = value: builtins.deepSeq value value;
                    hostPlatform = { system = "aarch64-linux"; isLinux = true; };
                };
                fetchurl = value: value;
                autoPatchelfHook = "hook";
                installShellFiles = "files";
                openssl = "openssl";
            }).src.url'
            """).MustSucceed().OutputText;
        Assert.Equal($"\"{Part.Downloads}/doppel-{_release.Version}-linux-arm64.tar.gz\"\n", url);
    }

    private void TakeArchives()
    {
        string[] archives = [.. Directory.GetFiles(_release.Folder, "doppel-*.tar.gz"),
            .. Directory.GetFiles(_release.Folder, "doppel-*.zip")];
        foreach (string path in archives)
        {
            File.Copy(path, Path.Combine(_part.Out, Path.GetFileName(path)));
        }
    }
}
