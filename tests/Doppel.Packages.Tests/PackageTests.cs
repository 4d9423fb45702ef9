using System.Security.Cryptography;
using System.Xml.Linq;

namespace Doppel.Packages.Tests;

/// <summary>What is in the packages. Explicit, since making them takes minutes.</summary>
public sealed class PackageTests(Feed feed)
{
    private static readonly string[] s_fields = ["authors", "license", "description", "tags", "copyright"];

    public static TheoryData<string> Libraries => [.. Packages.Tests.Libraries.All];

    [Theory(Explicit = true), MemberData(nameof(Libraries))]
    public void A_library_comes_with_its_docs_and_readme_and_nothing_else(string library)
    {
        using var package = new Package($"{feed.Packages}/{library}.{Feed.Version}.nupkg");
        Assert.Equal(["README.md", $"lib/net10.0/{library}.dll", $"lib/net10.0/{library}.xml"], package.Files);
        Assert.Equal((library, Feed.Version), (package.Field("id"), package.Field("version")));
        Assert.DoesNotContain(s_fields, field => package.Field(field) is "" or "Package Description");
        Assert.Equal("MIT", package.Field("license"));
        Assert.Matches("^[0-9a-f]{40}$", package.Repository("commit"));
        Assert.Equal(("", ""), (package.Repository("url"), package.Repository("branch")));

        string readme = package.Read("README.md");
        Assert.StartsWith($"# {library}\n", readme, StringComparison.Ordinal);
        Assert.DoesNotContain("## Inside", readme, StringComparison.Ordinal);
        Assert.Contains(Sample.All.Single(sample => sample.Library == library).Code, readme, StringComparison.Ordinal);
        Assert.Contains("<summary>", package.Read($"lib/net10.0/{library}.xml"), StringComparison.Ordinal);
    }

    [Theory(Explicit = true), MemberData(nameof(Libraries))]
    public void A_library_needs_exactly_the_libraries_of_its_own_release(string library)
    {
        using var package = new Package($"{feed.Packages}/{library}.{Feed.Version}.nupkg");
        var project = XDocument.Load(SourceTree.PathOf($"src/{library}/{library}.csproj"));
        IEnumerable<string> ours = project.Descendants("ProjectReference")
            .Select(item => Path.GetFileNameWithoutExtension(item.Attribute("Include")!.Value))
            .Select(name => $"{name} [{Feed.Version}]");
        IEnumerable<string> others = project.Descendants("PackageReference")
            .Select(item => item.Attribute("Include")!.Value).Select(name => $"{name} {Feed.VersionOf(name)}");
        Assert.Equal(ours.Concat(others).Order(StringComparer.Ordinal), package.Dependencies);
    }

    [Theory(Explicit = true), MemberData(nameof(Libraries))]
    public void A_library_has_symbols(string library)
    {
        using var package = new Package($"{feed.Packages}/{library}.{Feed.Version}.snupkg");
        Assert.Equal([$"lib/net10.0/{library}.pdb"], package.Files);
    }

    [Fact(Explicit = true)]
    public void Nothing_is_packed_but_the_libraries_and_the_tool()
    {
        string[] tools = ["", ".any", ".linux-arm64", ".linux-musl-arm64", ".linux-musl-x64", ".linux-x64"];
        IEnumerable<string> expected = Packages.Tests.Libraries.All
            .SelectMany(name => (string[])[$"{name}.{Feed.Version}.nupkg", $"{name}.{Feed.Version}.snupkg"])
            .Concat(tools.Select(platform => $"doppel{platform}.{Feed.Version}.nupkg"));
        Assert.Equal(
            expected.Order(StringComparer.Ordinal),
            Directory.GetFiles(feed.Packages).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact(Explicit = true)]
    public void The_tool_names_a_package_for_each_platform()
    {
        using var tool = new Package($"{feed.Packages}/doppel.{Feed.Version}.nupkg");
        Assert.Equal(["README.md", "tools/any/any/DotnetToolSettings.xml"], tool.Files);
        Assert.Equal(
            ["linux-x64", "linux-arm64", "linux-musl-x64", "linux-musl-arm64", "any"],
            XDocument.Parse(tool.Read("tools/any/any/DotnetToolSettings.xml")).Descendants("RuntimeIdentifierPackage")
                .Select(item => item.Attribute("RuntimeIdentifier")!.Value));
        foreach (string platform in (string[])["linux-x64", "linux-arm64"])
        {
            using var native = new Package($"{feed.Packages}/doppel.{platform}.{Feed.Version}.nupkg");
            string folder = $"tools/net10.0/{platform}";
            string[] expected =
                ["DotnetToolSettings.xml", "LICENSE", "THIRD-PARTY-NOTICES.txt", "doppel", "doppel-ui"];
            Assert.Equal(["README.md", .. expected.Select(name => $"{folder}/{name}")], native.Files);
        }

        foreach (string platform in (string[])["any", "linux-musl-x64", "linux-musl-arm64"])
        {
            using var portable = new Package($"{feed.Packages}/doppel.{platform}.{Feed.Version}.nupkg");
            Assert.Contains($"tools/net10.0/{platform}/doppel.dll", portable.Files);
            Assert.DoesNotContain(portable.Files, file => Path.GetExtension(file) is ".pdb" or ".xml" or ""
                && Path.GetFileName(file) is not ("DotnetToolSettings.xml" or "LICENSE"));
        }
    }

    [Theory(Explicit = true)]
    [InlineData("Doppel.*.nupkg", 300_000)]
    [InlineData("doppel.linux-x64.*", 18_000_000), InlineData("doppel.linux-arm64.*", 18_000_000)]
    [InlineData("doppel.linux-musl-*", 1_600_000), InlineData("doppel.any.*", 1_600_000)]
    public void A_package_is_small(string pattern, long bytesMax)
    {
        FileInfo[] packages = new DirectoryInfo(feed.Packages).GetFiles(pattern);
        Assert.NotEmpty(packages);
        Assert.DoesNotContain(packages, package => package.Length > bytesMax);
    }

    [Fact(Explicit = true)]
    public void Clones_in_other_folders_pack_the_same_bytes()
    {
        using var tree = new TempTree();
        string[] folders = [$"{tree.Folder}/one", $"{tree.Folder}/the other"];
        foreach (string folder in folders)
        {
            Tool.Run("git", "clone", "--quiet", SourceTree.Root, folder).MustSucceed();
        }

        // A clone of a folder and a clone without a remote; another time zone and language.
        Tool.Run("git", "-C", folders[1], "remote", "remove", "origin").MustSucceed();
        string[] packages = [.. folders.Select(folder => folder + ".packages")];
        var zone = new Dictionary<string, string?> { ["TZ"] = "Asia/Tokyo" };
        var language = new Dictionary<string, string?> { ["LC_ALL"] = "C" };
        Feed.Pack(folders[0], packages[0], zone, "nuget", "tool");
        Feed.Pack(folders[1], packages[1], language, "nuget", "tool");
        Assert.NotEmpty(Digests(packages[0]));
        Assert.Equal(Digests(packages[0]), Digests(packages[1]));
    }

    [Fact(Explicit = true)]
    public void Debuggers_find_sources_at_the_commit_of_the_remote()
    {
        using var tree = new TempTree();
        string clone = $"{tree.Folder}/clone";
        const string Address = "https://github.com/example/doppel";
        Tool.Run("git", "clone", "--quiet", SourceTree.Root, clone).MustSucceed();
        Tool.Run("git", "-C", clone, "remote", "set-url", "origin", Address + ".git").MustSucceed();
        var address = new Dictionary<string, string?> { ["RepositoryUrl"] = Address };
        Feed.Pack(clone, $"{tree.Folder}/packages", address, "nuget");

        using var package = new Package($"{tree.Folder}/packages/Doppel.Hashing.{Feed.Version}.nupkg");
        Assert.Equal((Address, Address), (package.Field("projectUrl"), package.Repository("url")));
        using var symbols = new Package($"{tree.Folder}/packages/Doppel.Hashing.{Feed.Version}.snupkg");
        string commit = package.Repository("commit");
        Assert.Contains(
            $"https://raw.githubusercontent.com/example/doppel/{commit}/*",
            symbols.Read("lib/net10.0/Doppel.Hashing.pdb"), StringComparison.Ordinal);
    }

    private static string[] Digests(string folder) => [.. Directory.GetFiles(folder).Order(StringComparer.Ordinal)
        .Select(path => $"{Path.GetFileName(path)} {Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path)))}")];
}
