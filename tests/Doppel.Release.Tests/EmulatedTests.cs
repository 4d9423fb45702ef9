namespace Doppel.Release.Tests;

/// <summary>What was built for machines that are not here runs under emulators.</summary>
public sealed class EmulatedTests(ReleaseBuild release)
{
    // QEMU passes on what these need of the kernel. Not here: what counts system calls with strace, which sees those of
    // QEMU, and what needs file systems or terminals of its own, where the processor makes no difference.
    private static readonly string[] s_arm64 =
    [
        "SizeTests", "LinkTests", "NameTests", "FilterTests", "UndoTests", "SmallFileTests", "OracleTests",
        "OutputTests", "FolderTests", "RootTests", "PlanTests",
    ];

    private const SearchOption Deep = SearchOption.AllDirectories;

    [Fact(Explicit = true)]
    public void A_hundred_end_to_end_tests_pass_on_arm64()
    {
        using var tree = new TempTree();
        Script.Shell($"tar -xzf '{release.Artifact("doppel-*-linux-arm64.tar.gz")}' -C '{tree.Folder}'").MustSucceed();
        TakeLibraries($"{tree["arm64"]}");

        // The option -L of QEMU would lead the program into the folder of the libraries when it opens the root folder.
        // So the loader starts it, and is told where they are.
        string wrapper = $"{tree["doppel"]}";
        File.WriteAllText(wrapper, $"""
            #!/bin/sh
            libraries={tree["arm64"]}
            exec qemu-aarch64-static "$libraries/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1" \
                --library-path "$libraries/lib/aarch64-linux-gnu:$libraries/usr/lib/aarch64-linux-gnu" \
                {tree.Folder}/doppel-*-linux-arm64/doppel "$@"

            """);
        tree.ChangeMode("doppel", 0x1ED);
        int passed = EndToEndSuite.Run(new() { ["DOPPEL_EXE"] = wrapper },
            [.. s_arm64.SelectMany(name => (string[])["-class", $"Doppel.EndToEnd.{name}"])]);
        Assert.True(passed >= 100, $"only {passed} tests");
    }

    [Fact(Explicit = true)]
    public void The_archive_for_Windows_passes_the_tests_under_Wine()
    {
        using var tree = new TempTree();
        Script.Shell($"unzip -q '{release.Artifact("doppel-*-win-x64.zip")}' -d '{tree.Folder}'").MustSucceed();
        Script.Shell($"tar -xzf '{release.Artifact("doppel-*-linux-x64.tar.gz")}' -C '{tree.Folder}'").MustSucceed();
        var environment = new Dictionary<string, string?>
        {
            ["DOPPEL_WINDOWS_EXE"] = Assert.Single(Directory.GetFiles(tree.Folder, "doppel.exe", Deep)),
            // One test compares the two.
            ["DOPPEL_EXE"] = Assert.Single(Directory.GetFiles(tree.Folder, "doppel", Deep)),
        };
        int passed = EndToEndSuite.Run(environment, "-class", "Doppel.EndToEnd.WineTests");
        Assert.True(passed >= 15, $"only {passed} tests");
    }

    [Fact(Explicit = true)]
    public void The_Windows_archive_serves_its_page_under_Wine()
    {
        using var tree = new TempTree();
        ProcessEnd end = Script.Shell($$"""
            cd '{{tree.Folder}}'
            unzip -q '{{release.Artifact("doppel-*-win-x64.zip")}}'
            export WINEPREFIX=$PWD/prefix WINEDEBUG=-all HOME=$PWD
            mkdir files
            echo same | tee files/a >files/b
            timeout 300 wine doppel-*/doppel.exe ui --no-open files >address 2>errors &
            until test -s address || ! kill -0 $!; do sleep 0.2; done
            url=$(tr -d '\r' <address)
            port=${url#http://127.0.0.1:}
            port=${port%%/*}
            get() {
                exec 3<>/dev/tcp/127.0.0.1/$port
                printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%sConnection: close\r\n\r\n' "$1" "$port" "$2" >&3
                cat <&3
                exec 3>&-
            }
            get "${url#*$port}" '' >opened
            cookie=$(sed -n 's/^Set-Cookie: \([^;]*\);.*/\1/p' opened)
            folder=${url%%\?*}
            get "${folder#*$port}" "Cookie: $cookie"$'\r\n' | grep -o '<title>Doppel</title>'
            state() { get "${folder#*$port}api/state" "Cookie: $cookie"$'\r\n'; }
            until state | grep -o '"groups":1,"copies":2'; do sleep 0.2; done
            wineserver -k
            wait
            """);
        Assert.True(end.ExitCode == 0, end.ErrorText + end.OutputText);
        Assert.Equal("<title>Doppel</title>\n\"groups\":1,\"copies\":2\n", end.OutputText);
    }

    [Theory(Explicit = true)]
    [InlineData("Nehalem", false)]
    [InlineData("SandyBridge", false)]
    [InlineData("Haswell", true)]
    public void A_processor_without_AVX2_gets_one_clear_message(string processor, bool runs)
    {
        using var tree = new TempTree();
        Script.Shell($"tar -xzf '{release.Artifact("doppel-*-linux-x64.tar.gz")}' -C '{tree.Folder}'").MustSucceed();
        string folder = Assert.Single(Directory.GetDirectories(tree.Folder));
        ProcessEnd end = Tool.Run("qemu-x86_64-static", "-cpu", processor, Path.Combine(folder, "doppel"), "--version");
        if (runs)
        {
            Assert.Equal($"doppel {release.Version}\n", end.MustSucceed().OutputText);
            return;
        }

        Assert.NotEqual(0, end.ExitCode);
        string[] lines = [.. end.ErrorText.Split('\n').Where(line => line.Length > 0 && !line.Contains("qemu"))];
        Assert.Equal("The required instruction sets are not supported by the current CPU.", Assert.Single(lines));
    }

    // apt works in a folder of its own, so that this machine needs no settings for another architecture.
    private static void TakeLibraries(string folder) => Script.Shell($$"""
        mkdir -p '{{folder}}'/apt/{lists,cache/archives}/partial
        cd '{{folder}}'
        : >apt/status
        apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root
            -o "Dir::State=$PWD/apt" -o "Dir::State::status=$PWD/apt/status" -o "Dir::Cache=$PWD/apt/cache")
        "${apt[@]}" update
        "${apt[@]}" download libc6 libssl3
        for package in *.deb; do dpkg-deb -x "$package" .; done
        """).MustSucceed();
}
