using System.Xml.Linq;
using Doppel.Packages.Tests;

[assembly: AssemblyFixture(typeof(Feed))]

namespace Doppel.Packages.Tests;

/// <summary>A folder with the packages of this source tree, and a place for projects that use them.</summary>
/// <remarks>Made when it is first used, which takes minutes.</remarks>
public sealed class Feed : IDisposable
{
    /// <summary>The version of the packages.</summary>
    internal const string Version = "0.0.9";

    private readonly Lazy<TempTree> _tree = new(Make);

    /// <summary>The folder that contains the packages.</summary>
    internal string Packages => $"{_tree.Value.Folder}/packages";

    /// <summary>A home folder that has never seen .NET.</summary>
    internal string Home => $"{_tree.Value.Folder}/home";

    /// <summary>A folder outside of the repository whose only source of packages is the feed.</summary>
    internal string Outside => $"{_tree.Value.Folder}/outside";

    public void Dispose()
    {
        if (_tree.IsValueCreated)
        {
            _tree.Value.Dispose();
        }
    }

    /// <summary>Packs a source tree into a folder, as eng/release does.</summary>
    internal static void Pack(
        string root, string packages, IReadOnlyDictionary<string, string?> environment, params string[] parts)
    {
        // As eng/release lays it out. The executables of this machine stand for those of a release.
        string executable =
            Environment.GetEnvironmentVariable("DOPPEL_EXE") ?? SourceTree.PathOf("artifacts/doppel/doppel");
        string stage = packages + ".stage";
        foreach (string platform in (string[])["linux-x64", "linux-arm64"])
        {
            Directory.CreateDirectory($"{stage}/{platform}");
            File.Copy(executable, $"{stage}/{platform}/doppel");
            File.Copy(executable + "-ui", $"{stage}/{platform}/doppel-ui");
            File.Copy(SourceTree.PathOf("LICENSE"), $"{stage}/{platform}/LICENSE");
            File.WriteAllText($"{stage}/{platform}/THIRD-PARTY-NOTICES.txt", "notices\n");
        }

        foreach (string part in parts)
        {
            Tool.Run(new ProcessStart($"{root}/eng/packaging/{part}", [])
            {
                Environment = new Dictionary<string, string?>(environment)
                {
                    ["VERSION"] = Version,
                    ["OUT"] = packages,
                    ["STAGE"] = stage,
                    ["SOURCE_DATE_EPOCH"] = "1700000000",
                },
                TimeLimit = TimeSpan.FromMinutes(20),
            }).MustSucceed();
        }
    }

    /// <summary>Runs a program outside of the repository, with the clean home folder.</summary>
    internal ProcessEnd Run(
        string program, string[] arguments, IReadOnlyDictionary<string, string?>? environment = null) =>
        Tool.Run(new ProcessStart(program, [.. arguments.Select(argument => (ByteName)argument)])
        {
            Folder = Outside,
            Environment = new Dictionary<string, string?>(environment ?? new Dictionary<string, string?>())
            {
                ["HOME"] = Home,
                ["NUGET_PACKAGES"] = null,
                ["XDG_DATA_HOME"] = null,
                ["XDG_STATE_HOME"] = null,
                ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1",
                ["DOTNET_NOLOGO"] = "1",
                ["MSBUILDDISABLENODEREUSE"] = "1",
                ["UseSharedCompilation"] = "false",
            },
            TimeLimit = TimeSpan.FromMinutes(10),
        });

    /// <summary>The version of a package of others, as the source tree pins it.</summary>
    internal static string VersionOf(string package) => XDocument.Load(SourceTree.PathOf("Directory.Packages.props"))
        .Descendants("PackageVersion").Single(item => item.Attribute("Include")!.Value == package)
        .Attribute("Version")!.Value;

    private static TempTree Make()
    {
        var tree = new TempTree();
        Pack(SourceTree.Root, $"{tree.Folder}/packages", new Dictionary<string, string?>(), "nuget", "tool");
        AddPackagesOfOthers(tree);
        tree.AddFolder("home");
        tree.AddFolder("outside");
        tree.AddFile("outside/nuget.config", $"""
            <configuration>
              <packageSources>
                <clear />
                <add key="local" value="{tree.Folder}/packages" />
                <add key="others" value="{tree.Folder}/others" />
              </packageSources>
            </configuration>
            """);
        return tree;
    }

    // The few that a library or a sample uses, from where the restore of this project has put them.
    private static void AddPackagesOfOthers(TempTree tree)
    {
        string cache = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Join(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget/packages");
        foreach (string package in (string[])[
            "Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.DependencyInjection.Abstractions",
            "Microsoft.Extensions.Options", "Microsoft.Extensions.Primitives"])
        {
            string name = package.ToLowerInvariant();
            string version = VersionOf("Microsoft.Extensions.Options");
            string file = $"{name}.{version}.nupkg";
            tree.AddFile($"others/{file}", File.ReadAllBytes($"{cache}/{name}/{version}/{file}"));
        }
    }
}
