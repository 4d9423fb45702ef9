using System.Text.Json;
using System.Text.RegularExpressions;

namespace Doppel.Release.Tests;

/// <summary>The release workflow calls what exists, builds every part once, and has no needless rights.</summary>
public sealed partial class WorkflowTests
{
    private static readonly JsonElement s_release = Read("release.yml");

    [Fact]
    public void A_tag_of_a_version_starts_it_and_nothing_else_does()
    {
        JsonProperty trigger = Assert.Single(s_release.GetProperty("on").EnumerateObject());
        Assert.Equal("push", trigger.Name);
        Assert.Equal("""{"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}""", trigger.Value.ToString());
    }

    [Fact]
    public void Every_part_is_built_once_in_the_order_of_the_driver()
    {
        string[] parts = Script.Run("eng/release", "--help").MustSucceed().OutputText.Split('\n')
            .Single(line => line.StartsWith("Parts: ", StringComparison.Ordinal))["Parts: ".Length..].Split(' ');
        IEnumerable<string> built = Steps("release.yml").SelectMany(step => DriverCall().Matches(Text(step, "run")))
            .SelectMany(call => call.Groups[1].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Equal(parts, built);
    }

    [Theory]
    [InlineData("release.yml", "release: attestations contents id-token")]
    [InlineData("image.yml", "push: packages")]
    public void Only_the_last_job_may_write(string file, string expected)
    {
        JsonElement workflow = Read(file);
        Assert.Equal("""{"contents": "read"}""", workflow.GetProperty("permissions").ToString());
        IEnumerable<string> writing =
            from job in workflow.GetProperty("jobs").EnumerateObject()
            where job.Value.TryGetProperty("permissions", out _)
            let rights = job.Value.GetProperty("permissions").EnumerateObject()
                .Where(right => right.Value.GetString() == "write").Select(right => right.Name)
            select $"{job.Name}: {string.Join(' ', rights.Order(StringComparer.Ordinal))}";
        Assert.Equal(expected, Assert.Single(writing));
    }

    [Theory]
    [InlineData("release.yml")]
    [InlineData("image.yml")]
    [InlineData("ci.yml")]
    public void Every_action_has_a_major_version(string file) => Assert.All(
        Steps(file).Where(step => step.TryGetProperty("uses", out _)),
        step => Assert.Matches("^actions/[a-z-]+@v[0-9]+$", Text(step, "uses")));

    [Fact]
    public void Every_script_that_it_calls_may_be_run()
    {
        string[] scripts = [.. Steps("release.yml").SelectMany(step => ScriptCall().Matches(Text(step, "run")))
            .Select(call => call.Value).Distinct()];
        Assert.Equal(["eng/release", "eng/release-macos", "eng/release-notes"], scripts.Order(StringComparer.Ordinal));
        Script.Shell($"cd '{SourceTree.Root}'; for path in {string.Join(' ', scripts)}; do test -x $path; done")
            .MustSucceed();
    }

    // An expression in a script is pasted into it before the shell reads it, so a name of a branch could run.
    [Theory]
    [InlineData("release.yml")]
    [InlineData("image.yml")]
    public void No_script_contains_an_expression(string file) => Assert.All(
        Steps(file), step => Assert.DoesNotContain("${{", Text(step, "run"), StringComparison.Ordinal));

    [Fact]
    public void Notes_are_the_section_of_the_version_alone()
    {
        using var tree = new TempTree();
        tree.AddFile("CHANGELOG.md", """
            # Changelog

            ## Unreleased

            - New.

            ## 1.2.3 - 2026-01-02

            ### Added

            - This.

            ## 1.2.30 - 2026-01-01

            - Old.

            """);
        CopyScript(tree, "release-notes");
        ProcessEnd end = Tool.Run($"{tree["eng/release-notes"]}", "1.2.3").MustSucceed();
        Assert.Equal("### Added\n\n- This.\n", end.OutputText.TrimStart('\n'));
        end = Tool.Run($"{tree["eng/release-notes"]}", "1.2");
        Assert.Equal((1, "release-notes: CHANGELOG.md has no section \"## 1.2\"\n"), (end.ExitCode, end.ErrorText));
    }

    // A program in place of the SDK writes the executable. What a Mac adds is only its linker.
    [Fact]
    public void The_archives_for_macOS_have_the_texts_of_the_others_and_their_own_executable()
    {
        using var tree = new TempTree();
        CopyScript(tree, "release-macos");
        tree.AddFile("bin/dotnet", """
            #!/bin/sh
            while [ $# != 0 ]; do
                if [ "$1" = -r ]; then rid=$2; fi
                if [ "$1" = -o ]; then out=$2; fi
                shift
            done
            mkdir -p "$out" && echo "built for $rid" | tee "$out/doppel" >"$out/doppel-ui"
            """);
        tree.AddFile("eng/page", "#!/bin/sh\nmkdir -p artifacts/page/dist && : >artifacts/page/dist/index.html.br\n");
        ProcessEnd end = Script.Shell($$"""
            cd '{{tree.Folder}}'
            chmod 755 bin/dotnet eng/page
            export PATH=$PWD/bin:$PATH HOME=$PWD TZ=Asia/Tokyo
            git init -q
            GIT_COMMITTER_DATE='2026-01-02T03:04:06Z' git -c user.name=a -c user.email=a commit -q --allow-empty -m a
            mkdir -p out doppel-1.2.3-linux-x64/completions
            echo linux >doppel-1.2.3-linux-x64/doppel
            echo bash >doppel-1.2.3-linux-x64/completions/doppel.bash
            tar -czf out/doppel-1.2.3-linux-x64.tar.gz doppel-1.2.3-linux-x64
            eng/release-macos 1.2.3 out >&2
            tar --utc --full-time -tvzf out/doppel-1.2.3-osx-arm64.tar.gz | sed 's/  */ /g'
            tar -xOzf out/doppel-1.2.3-osx-x64.tar.gz --wildcards '*/doppel' '*/doppel-ui' '*/doppel.bash'
            sha256sum out/*osx* >first
            rm out/*osx*
            eng/release-macos 1.2.3 out >&2
            sha256sum out/*osx* | diff - first
            """).MustSucceed();
        Assert.Equal("""
            drwxr-xr-x 0/0 0 2026-01-02 03:04:06 doppel-1.2.3-osx-arm64/
            drwxr-xr-x 0/0 0 2026-01-02 03:04:06 doppel-1.2.3-osx-arm64/completions/
            -rw-r--r-- 0/0 5 2026-01-02 03:04:06 doppel-1.2.3-osx-arm64/completions/doppel.bash
            -rwxr-xr-x 0/0 20 2026-01-02 03:04:06 doppel-1.2.3-osx-arm64/doppel
            -rwxr-xr-x 0/0 20 2026-01-02 03:04:06 doppel-1.2.3-osx-arm64/doppel-ui
            bash
            built for osx-x64
            built for osx-x64

            """, end.OutputText);
    }

    private static void CopyScript(TempTree tree, string name)
    {
        tree.AddFolder("eng");
        File.Copy(Path.Combine(SourceTree.Root, "eng", name), $"{tree[$"eng/{name}"]}");
    }

    private static JsonElement Read(string file) =>
        Part.ReadYaml(Path.Combine(SourceTree.Root, ".github/workflows", file));

    private static IEnumerable<JsonElement> Steps(string file) =>
        Read(file).GetProperty("jobs").EnumerateObject()
            .SelectMany(job => job.Value.GetProperty("steps").EnumerateArray());

    private static string Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out JsonElement value) ? value.GetString()! : "";

    [GeneratedRegex("eng/release \"[^\"]+\" --complete -o out(?: \\\\\n *)?((?: ?[a-z]+)+)")]
    private static partial Regex DriverCall();

    [GeneratedRegex("\\beng/release[a-z-]*\\b")]
    private static partial Regex ScriptCall();
}
