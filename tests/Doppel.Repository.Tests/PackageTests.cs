using System.Diagnostics;
using System.IO.Compression;
using System.Xml.Linq;

namespace Doppel.Repository.Tests;

/// <summary>The libraries that are useful alone make packages that are whole.</summary>
public sealed class PackageTests
{
    private static readonly string[] s_frameworks = ["net10.0"];

    [Theory]
    [InlineData("Doppel.Pooling")]
    public void A_package_has_a_readme_docs_for_each_framework_and_symbols(string project)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("doppel-package-");
        try
        {
            Pack(project, folder.FullName);
            using ZipArchive package = Open(folder, "*.nupkg");
            string[] expected = [.. s_frameworks.SelectMany(framework =>
                (string[])[$"lib/{framework}/{project}.dll", $"lib/{framework}/{project}.xml"]), "README.md"];
            Expect.NoFaults(expected.Except(package.Entries.Select(entry => entry.FullName)));

            XDocument spec = XDocument.Load(package.GetEntry($"{project}.nuspec")!.Open());
            Dictionary<string, string> fields = spec.Root!.Elements().First().Elements()
                .ToDictionary(element => element.Name.LocalName, element => element.Value);
            Assert.Equal((project, "README.md"), (fields["id"], fields["readme"]));
            Expect.NoFaults(((string[])["version", "authors", "license", "description", "tags"])
                .Where(field => fields.GetValueOrDefault(field, "") is "" or "Package Description"));
            Assert.DoesNotContain(spec.Descendants(), element => element.Name.LocalName == "dependency");

            using ZipArchive symbols = Open(folder, "*.snupkg");
            Expect.NoFaults(s_frameworks.Select(framework => $"lib/{framework}/{project}.pdb")
                .Except(symbols.Entries.Select(entry => entry.FullName)));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static ZipArchive Open(DirectoryInfo folder, string pattern) =>
        ZipFile.OpenRead(Assert.Single(folder.GetFiles(pattern)).FullName);

    private static void Pack(string project, string folder)
    {
        var start = new ProcessStartInfo(
            "dotnet",
            ["pack", $"src/{project}", "-c", "Release", "-o", folder, "-v", "quiet", "-nologo", "-nodeReuse:false"])
        {
            WorkingDirectory = Repository.Root,
            RedirectStandardOutput = true,
            // No build server outlives the test.
            Environment = { ["UseSharedCompilation"] = "false", ["MSBUILDDISABLENODEREUSE"] = "1" },
        };
        using Process pack = Process.Start(start)!;
        string output = pack.StandardOutput.ReadToEnd();
        pack.WaitForExit();
        Assert.True(pack.ExitCode == 0, output);
    }
}
