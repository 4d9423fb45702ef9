namespace Doppel.Packages.Tests;

/// <summary>Strangers use the packages outside of the repository. Explicit, since making them takes minutes.</summary>
public sealed class ConsumerTests(Feed feed)
{
    private const string Redundant = "Total: 1 group, 1 redundant file, 5,000 B (4.9 KiB) redundant";

    public static TheoryData<string> Samples => [.. SampleScenario.Names];

    [Theory(Explicit = true), MemberData(nameof(Samples))]
    public async Task A_console_project_needs_the_package_that_a_sample_shows(string name)
    {
        Sample sample = Sample.All.Single(sample => sample.Name == name);
        string other = sample.Package is null
            ? ""
            : $"<PackageReference Include=\"{sample.Package}\" Version=\"{Feed.VersionOf(sample.Package)}\" />";
        string folder = $"{feed.Outside}/{name}";
        Directory.CreateDirectory(folder);
        File.WriteAllText($"{folder}/Program.cs", sample.Code);
        File.WriteAllText($"{folder}/{name}.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="{sample.Library}" Version="{Feed.Version}" />
                {other}
              </ItemGroup>
            </Project>
            """);
        feed.Run("dotnet", ["build", folder, "-v", "quiet", "-nodeReuse:false", "-o", $"{folder}/out"]).MustSucceed();

        await using SampleScenario scenario = SampleScenario.For(name);
        ProcessEnd end = feed.Run("dotnet", [$"{folder}/out/{name}.dll", .. scenario.Arguments], scenario.Environment);
        Assert.Matches(scenario.Expected, end.MustSucceed().OutputText);
    }

    [Fact(Explicit = true)]
    public async Task A_file_based_program_names_the_package_in_one_line()
    {
        Sample sample = Sample.All.Single(sample => sample.Name == "find-duplicates");
        string file = $"{feed.Outside}/find.cs";
        // Without Native AOT, whose compiler is a package that is not in the feed.
        File.WriteAllText(
            file, $"#:package {sample.Library}@{Feed.Version}\n#:property PublishAot=false\n{sample.Code}");
        await using SampleScenario scenario = SampleScenario.For(sample.Name);
        ProcessEnd end = feed.Run("dotnet", ["run", file, .. scenario.Arguments]);
        Assert.Matches(scenario.Expected, end.MustSucceed().OutputText);
    }

    [Theory(Explicit = true)]
    [InlineData("doppel", false), InlineData("doppel.any", true)]
    public void The_tool_installs_finds_duplicates_and_uninstalls_without_a_trace(string package, bool isPortable)
    {
        using TempTree tree = Duplicates();
        feed.Run("dotnet", ["tool", "install", "--global", package]).MustSucceed();
        string tools = $"{feed.Home}/.dotnet/tools";
        Assert.Equal(isPortable, File.Exists(
            $"{tools}/.store/{package}/{Feed.Version}/{package}/{Feed.Version}/tools/net10.0/any/doppel.dll"));
        ProcessEnd found = feed.Run($"{tools}/doppel", ["find", tree.Folder.ToString()], DotnetRoot());
        Assert.Contains(Redundant, found.MustSucceed().OutputText, StringComparison.Ordinal);
        feed.Run($"{tools}/doppel", ["link", "--yes", tree.Folder.ToString()], DotnetRoot()).MustSucceed();
        feed.Run($"{tools}/doppel", ["undo", "--yes"], DotnetRoot()).MustSucceed();

        feed.Run("dotnet", ["tool", "uninstall", "--global", package]).MustSucceed();
        Assert.Empty(Directory.GetFiles(tools));
    }

    [Fact(Explicit = true)]
    public void Dnx_runs_the_tool_without_installing_it()
    {
        using TempTree tree = Duplicates();
        ProcessEnd found = feed.Run($"{DotnetFolder()}/dnx", ["--yes", "doppel", "find", tree.Folder.ToString()]);
        Assert.Contains(Redundant, found.MustSucceed().OutputText, StringComparison.Ordinal);
    }

    private static Dictionary<string, string?> DotnetRoot() => new() { ["DOTNET_ROOT"] = DotnetFolder() };

    private static string DotnetFolder()
    {
        string program = Tool.Find("dotnet")!;
        return Path.GetDirectoryName(File.ResolveLinkTarget(program, returnFinalTarget: true)?.FullName ?? program)!;
    }

    private static TempTree Duplicates()
    {
        var tree = new TempTree();
        tree.AddFile("a", new string('x', 5000));
        tree.AddFile("b", new string('x', 5000));
        return tree;
    }
}
