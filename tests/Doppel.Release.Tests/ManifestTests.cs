using System.Text.Json;
using System.Text.RegularExpressions;

namespace Doppel.Release.Tests;

/// <summary>What package managers elsewhere read names the archives of the release, and nothing else.</summary>
public sealed partial class ManifestTests : IDisposable
{
    private static readonly string[] s_manifests =
    [
        "Doppel.Doppel.installer.yaml", "Doppel.Doppel.locale.en-US.yaml", "Doppel.Doppel.yaml", "PKGBUILD",
        "doppel.json", "doppel.nix", "doppel.rb",
    ];

    private readonly TempTree _tree = new();
    private readonly Part _part;
    private readonly Dictionary<string, string> _digests = [];

    public ManifestTests()
    {
        _part = new Part(_tree.Folder);
        Add("linux-x64.tar.gz", "linux-arm64.tar.gz", "win-x64.zip");
    }

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Each_archive_is_where_its_platform_looks_with_its_own_digest()
    {
        Add("win-arm64.zip", "osx-x64.tar.gz", "osx-arm64.tar.gz");
        WriteAll();

        string formula = _part.Read("doppel.rb");
        Assert.Equal(
            ["on_macos on_arm", "on_macos on_intel", "on_linux on_arm", "on_linux on_intel"],
            BrewEntry().Matches(formula).Select(entry => $"{SystemOf(formula, entry.Index)} {entry.Groups[1].Value}"));
        Check(["osx-arm64.tar.gz", "osx-x64.tar.gz", "linux-arm64.tar.gz", "linux-x64.tar.gz"],
            BrewEntry().Matches(formula).Select(entry => (entry.Groups[2].Value, entry.Groups[3].Value)));

        JsonElement scoop = JsonDocument.Parse(_part.Read("doppel.json")).RootElement.GetProperty("architecture");
        Assert.Equal(["64bit", "arm64"], scoop.EnumerateObject().Select(entry => entry.Name));
        Check(["win-x64.zip", "win-arm64.zip"],
            scoop.EnumerateObject().Select(entry => (Text(entry.Value, "url"), Text(entry.Value, "hash"))));
        Assert.Equal("doppel-1.2.3-win-arm64", Text(scoop.GetProperty("arm64"), "extract_dir"));

        JsonElement[] winget = [.. Yaml("Doppel.Doppel.installer.yaml").GetProperty("Installers").EnumerateArray()];
        Assert.Equal(["x64", "arm64"], winget.Select(entry => Text(entry, "Architecture")));
        Check(["win-x64.zip", "win-arm64.zip"], winget
            .Select(entry => (Text(entry, "InstallerUrl"), Text(entry, "InstallerSha256").ToLowerInvariant())));
        Assert.Equal([@"doppel-1.2.3-win-x64\doppel.exe", @"doppel-1.2.3-win-arm64\doppel.exe"],
            winget.Select(entry => Text(entry.GetProperty("NestedInstallerFiles")[0], "RelativeFilePath")));

        MatchCollection nix = NixEntry().Matches(_part.Read("doppel.nix"));
        Assert.Equal(["x86_64-linux", "aarch64-linux", "x86_64-darwin", "aarch64-darwin"],
            nix.Select(entry => entry.Groups[1].Value));
        Check(["linux-x64.tar.gz", "linux-arm64.tar.gz", "osx-x64.tar.gz", "osx-arm64.tar.gz"],
            nix.Select(entry => (entry.Groups[2].Value, entry.Groups[3].Value)));

        MatchCollection arch = ArchEntry().Matches(_part.Read("PKGBUILD"));
        Assert.Equal(["source_x86_64", "source_aarch64", "sha256sums_x86_64", "sha256sums_aarch64"],
            arch.Select(entry => entry.Groups[1].Value));
        Check(["linux-x64.tar.gz", "linux-arm64.tar.gz"],
            [(arch[0].Groups[2].Value, arch[2].Groups[2].Value), (arch[1].Groups[2].Value, arch[3].Groups[2].Value)]);
    }

    [Fact]
    public void Manifests_leave_out_platforms_missing_from_the_release()
    {
        WriteAll();
        Assert.DoesNotContain("on_macos", _part.Read("doppel.rb"), StringComparison.Ordinal);
        Assert.DoesNotContain("darwin", _part.Read("doppel.nix"), StringComparison.Ordinal);
        Assert.DoesNotContain("arm64", _part.Read("doppel.json"), StringComparison.Ordinal);
        Assert.Single(Yaml("Doppel.Doppel.installer.yaml").GetProperty("Installers").EnumerateArray());
    }

    [Fact]
    public void Nothing_is_left_to_fill_in()
    {
        WriteAll();
        string[] written = [.. Directory.GetFiles(_part.Out).Select(path => Path.GetFileName(path)!)
            .Except(_digests.Keys).Order(StringComparer.Ordinal)];
        Assert.Equal(s_manifests, written);
        foreach (string name in written)
        {
            string text = _part.Read(name);
            Assert.False(Unfilled().IsMatch(text), $"{name}: {Unfilled().Match(text).Value}");
            Assert.False(name.EndsWith(".yaml", StringComparison.Ordinal) && WithoutValue().IsMatch(text), name);
            Assert.Contains(Part.Version, text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void The_three_files_of_winget_have_what_its_schema_requires()
    {
        WriteAll();
        (string File, string Type, string[] Required)[] files =
        [
            ("Doppel.Doppel.yaml", "version", ["DefaultLocale"]),
            ("Doppel.Doppel.installer.yaml", "installer", ["InstallerType", "NestedInstallerType", "ReleaseDate"]),
            ("Doppel.Doppel.locale.en-US.yaml", "defaultLocale",
                ["PackageLocale", "Publisher", "PackageName", "License", "ShortDescription", "Description"]),
        ];
        foreach ((string file, string type, string[] required) in files)
        {
            JsonElement yaml = Yaml(file);
            Assert.Equal(("Doppel.Doppel", "1.2.3", type, "1.10.0"), (Text(yaml, "PackageIdentifier"),
                Text(yaml, "PackageVersion"), Text(yaml, "ManifestType"), Text(yaml, "ManifestVersion")));
            Assert.All(required, name => Assert.NotEqual("", Text(yaml, name)));
        }

        Assert.Equal("2026-01-02", Text(Yaml("Doppel.Doppel.installer.yaml"), "ReleaseDate"));
    }

    [Fact]
    public void Scoop_updates_by_itself_from_later_releases_on_GitHub()
    {
        const string Home = "https://github.com/owner/doppel";
        const string Later = Home + "/releases/download/v$version";
        _part.Run("manifests", ("DOPPEL_HOMEPAGE", Home), ("DOPPEL_DOWNLOADS", Home + "/releases/download/v1.2.3"))
            .MustSucceed();
        JsonElement scoop = JsonDocument.Parse(_part.Read("doppel.json")).RootElement;
        Assert.Equal(Home, Text(scoop.GetProperty("checkver"), "github"));
        JsonElement update = scoop.GetProperty("autoupdate");
        Assert.Equal(Later + "/doppel-$version-win-x64.zip",
            Text(update.GetProperty("architecture").GetProperty("64bit"), "url"));
        Assert.Equal(Later + "/SHA256SUMS", Text(update.GetProperty("hash"), "url"));
    }

    [Theory]
    [InlineData("manifests", "the manifests for Homebrew, Scoop, winget and Nix")]
    [InlineData("arch", "the recipe for Arch Linux")]
    public void Without_addresses_they_are_left_out_unless_the_release_must_be_complete(string part, string what)
    {
        foreach (string variable in (string[])["DOPPEL_HOMEPAGE", "DOPPEL_DOWNLOADS"])
        {
            var addresses = new Part(_tree.Folder);
            ProcessEnd end = addresses.Run(part, (variable, null)).MustSucceed();
            Assert.Equal($"   left out {what}: DOPPEL_HOMEPAGE and DOPPEL_DOWNLOADS are not set\n", end.OutputText);
            end = addresses.Run(part, ("DOPPEL_COMPLETE", "1"));
            Assert.Equal((1, $"{what}: set DOPPEL_HOMEPAGE and DOPPEL_DOWNLOADS to the addresses that they name\n"),
                (end.ExitCode, end.ErrorText));
        }

        Assert.Empty(Directory.GetFiles(_part.Out).Select(path => Path.GetFileName(path)!).Except(_digests.Keys));
    }

    [Fact]
    public void An_archive_that_is_missing_is_named()
    {
        File.Delete(Path.Combine(_part.Out, "doppel-1.2.3-win-x64.zip"));
        ProcessEnd end = _part.Run("manifests");
        Assert.Equal(1, end.ExitCode);
        Assert.Equal($"manifests: doppel-1.2.3-win-x64.zip is missing in {_part.Out}: "
            + "run eng/release 1.2.3 archives first\n", end.ErrorText);
    }

    [Fact]
    public void The_texts_fit_what_package_managers_ask_for()
    {
        string[] texts = Script.Shell($"cd '{SourceTree.Root}' && . eng/packaging/metadata.sh && "
            + """printf '%s\0' "$NAME" "$SUMMARY" "$DESCRIPTION" "$LICENSE" "$COPYRIGHT" "$AUTHORS" "$MAINTAINER" """)
            .MustSucceed().OutputText.Split('\0');
        Assert.All(texts[..^1], text => Assert.NotEqual("", text));
        Assert.Equal(("doppel", "MIT"), (texts[0], texts[3]));
        Assert.Equal(texts[4], File.ReadAllLines(Path.Combine(SourceTree.Root, "LICENSE"))[2]);
        // Homebrew, Debian, Fedora and Nix: no full stop, no article, not the name, one short line.
        Assert.Matches("^(?!A |An |The |Doppel )[A-Z][^\n]{10,76}[^.\n]$", texts[1]);
        Assert.All(texts[2].Split('\n'), line => Assert.InRange(line.Length, 0, 72));
        Assert.Matches("^.+ <.+@.+>$", texts[6]);
    }

    private void Add(params string[] endings)
    {
        foreach (string ending in endings)
        {
            _digests[$"doppel-1.2.3-{ending}"] = _part.Add($"doppel-1.2.3-{ending}");
        }
    }

    private void WriteAll()
    {
        _part.Run("arch").MustSucceed();
        _part.Run("manifests").MustSucceed();
    }

    private void Check(string[] endings, IEnumerable<(string Url, string Digest)> entries) => Assert.Equal(
        endings.Select(ending => $"doppel-1.2.3-{ending}").Select(name => ($"{Part.Downloads}/{name}", _digests[name])),
        entries);

    private JsonElement Yaml(string name) => Part.ReadYaml(Path.Combine(_part.Out, name));

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString()!;

    private static string SystemOf(string formula, int index) =>
        BrewSystem().Matches(formula).Last(system => system.Index < index).Groups[1].Value;

    [GeneratedRegex("^  (on_\\w+) do$", RegexOptions.Multiline)]
    private static partial Regex BrewSystem();

    [GeneratedRegex("^    (on_\\w+) do\n      url \"(.*)\"\n      sha256 \"(.*)\"$", RegexOptions.Multiline)]
    private static partial Regex BrewEntry();

    [GeneratedRegex("^    (\\S+) = \\{\n      url = \"(.*)\";\n      sha256 = \"(.*)\";$", RegexOptions.Multiline)]
    private static partial Regex NixEntry();

    [GeneratedRegex("^((?:source|sha256sums)_\\w+)=\\('(.*)'\\)$", RegexOptions.Multiline)]
    private static partial Regex ArchEntry();

    [GeneratedRegex("\\$(NAME|VERSION|SUMMARY|DESCRIPTION|LICENSE|COPYRIGHT|HOMEPAGE|DOWNLOADS|MAINTAINER|AUTHORS)\\b"
        + "|=''\n|\\(''\\)|\"\";?\n")]
    private static partial Regex Unfilled();

    [GeneratedRegex(": *\n(?! |-)")]
    private static partial Regex WithoutValue();
}
