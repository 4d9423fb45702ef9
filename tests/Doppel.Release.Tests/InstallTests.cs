using System.Globalization;

namespace Doppel.Release.Tests;

/// <summary>What a user downloads works on a minimal Debian, and can be removed again.</summary>
public sealed class InstallTests(ReleaseBuild release, FreshDebian debian, ITestOutputHelper output)
{
    private const double SecondsMax = 10;

    // Two equal files that a search reports, a link that makes them one, and an undo that makes them two again.
    private const string Use = """
        mkdir pictures
        head -c 300000 /dev/urandom >pictures/lake.jpg
        cp pictures/lake.jpg 'pictures/lake (1).jpg'
        test "$(doppel find -q pictures | grep -c lake)" = 2
        doppel link --yes pictures >/dev/null 2>&1
        test "$(stat -c %i pictures/* | sort -u | wc -l)" = 1
        doppel undo --yes >/dev/null 2>&1
        test "$(stat -c %i pictures/* | sort -u | wc -l)" = 2
        cmp pictures/*
        """ + Page + "\nrm -r pictures address opened";

    // The page comes with the key of the address that is printed, once, and Ctrl-C ends the program.
    private const string Page = """

        set -m
        doppel ui --no-open pictures >address 2>/dev/null &
        until test -s address; do sleep 0.1; done
        url=$(cat address)
        port=${url#http://127.0.0.1:}
        port=${port%%/*}
        get() {
            exec 3<>/dev/tcp/127.0.0.1/$port
            printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%sConnection: close\r\n\r\n' "$1" "$port" "$2" >&3
            cat <&3
            exec 3>&-
        }
        get "${url#*$port}" '' >opened
        grep -q '^HTTP/1.1 303' opened
        cookie=$(sed -n 's/^Set-Cookie: \([^;]*\);.*/\1/p' opened)
        url=${url%%\?*}
        get "${url#*$port}" "Cookie: $cookie"$'\r\n' | grep '<title>Doppel</title>' >/dev/null
        kill -INT %1
        wait %1
        """;

    [Fact(Explicit = true)]
    public void The_Debian_package_finds_a_group_within_ten_seconds_and_leaves_nothing_behind()
    {
        string package = debian.Take(release.Artifact("doppel_*_amd64.deb"));
        ProcessEnd end = debian.Run($$"""
            test "$(grep -c : /proc/net/dev)" = 1
            all() { find / -xdev -path /proc -prune -o -path /ada -prune -o -path /tmp -prune -o -print | sort; }
            all >/tmp/before
            mkdir /tmp/equal
            echo same | tee /tmp/equal/a >/tmp/equal/b
            TIMEFORMAT='%R %U %S'
            time { apt-get install -qq -y {{package}} >/tmp/log 2>&1 && doppel find -q /tmp/equal >/tmp/found; }
            grep -q '^2 copies of 5 B' /tmp/found

            test -s /usr/lib/systemd/user/doppel.service
            test -s /usr/lib/systemd/user/doppel.timer
            test -z "$(find /etc/systemd -name '*doppel*')"

            man=/usr/share/man
            gzip -dc $man/man1/doppel.1.gz | grep '^.TH DOPPEL 1' >/dev/null
            gzip -dc $man/man1/doppel-trash.1.gz | grep '^.TH DOPPEL..TRASH 1' >/dev/null
            gzip -dc $man/man7/doppel-options.7.gz | grep '^.TH DOPPEL..OPTIONS 7' >/dev/null
            bash -c '. /usr/share/bash-completion/completions/doppel && complete -p doppel' >/dev/null
            test -s /usr/share/zsh/vendor-completions/_doppel
            test -s /usr/share/fish/vendor_completions.d/doppel.fish
            grep -q 'Permission is hereby granted' /usr/share/doc/doppel/copyright
            gzip -dc /usr/share/doc/doppel/THIRD-PARTY-NOTICES.txt.gz | grep -i zlib >/dev/null
            cat >/tmp/use.sh <<'END'
            cd
            {{Use}}
            END
            chmod 644 /tmp/use.sh
            setpriv --reuid ada --regid ada --clear-groups env HOME=/ada bash -euo pipefail /tmp/use.sh

            apt-get purge -qq -y doppel >>/tmp/log 2>&1
            all >/tmp/after
            diff /tmp/before /tmp/after | grep '^[<>]' | grep -vE ' /var/(log|cache|lib/apt|lib/dpkg)/' \
                >/tmp/left || true
            find /ada -name '*doppel*' | grep -v '^/ada/.local/state/doppel' >>/tmp/left || true
            cat /tmp/left
            """);
        Assert.True(end.ExitCode == 0, end.ErrorText + end.OutputText);
        Assert.Equal("", end.OutputText);

        // The time of a loaded machine says nothing, so processor time decides.
        double[] seconds = [.. end.ErrorText.Trim().Split('\n')[0].Split(' ')
            .Select(text => double.Parse(text, CultureInfo.InvariantCulture))];
        double processor = seconds[1] + seconds[2];
        output.WriteLine($"From package to first group: {seconds[0]} s, {processor} s of them on the processor");
        Assert.True(processor < SecondsMax, end.ErrorText);
    }

    [Fact(Explicit = true)]
    public void The_archive_works_from_any_folder_for_a_user_without_rights()
    {
        string archive = debian.Take(release.Artifact("doppel-*-linux-x64.tar.gz"));
        ProcessEnd end = debian.Run($$"""
            cat >/tmp/use.sh <<'END'
            cd
            tar -xzf {{archive}}
            PATH=$PWD/$(echo doppel-*):$PATH
            doppel --version
            {{Use}}
            rm -r doppel-*
            END
            chmod 644 /tmp/use.sh {{archive}}
            ! command -v doppel
            setpriv --reuid ada --regid ada --clear-groups env HOME=/ada bash -euo pipefail /tmp/use.sh
            """);
        Assert.True(end.ExitCode == 0, end.ErrorText + end.OutputText);
        Assert.Equal($"doppel {release.Version}\n", end.OutputText);
    }
}
