using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;

namespace Doppel.Release.Tests;

/// <summary>The bill of materials is about the executables that the release contains.</summary>
public sealed class SbomTests(ReleaseBuild release)
{
    [Fact(Explicit = true)]
    public void Every_published_file_that_runs_is_in_it_with_its_digest()
    {
        using var tree = new TempTree();
        string[] expected = [.. Directory.GetFiles(release.Folder, "doppel-*-linux-*.tar.gz")
            .Concat(Directory.GetFiles(release.Folder, "doppel-*-win-*.zip"))
            .SelectMany(archive => Digests(tree, archive))];
        Assert.True(expected.Length > 2);

        IEnumerable<string> listed =
            from component in Bill().GetProperty("components").EnumerateArray()
            where Text(component, "type") == "application"
            from file in component.GetProperty("components").EnumerateArray()
            select $"{Text(file, "bom-ref")} {Text(file.GetProperty("hashes")[0], "content")}";
        Assert.Equal(expected.Order(StringComparer.Ordinal), listed.Order(StringComparer.Ordinal));
    }

    [Fact(Explicit = true)]
    public void Every_component_has_a_version_a_licence_and_a_place_in_the_graph()
    {
        JsonElement bill = Bill();
        Assert.Equal(("CycloneDX", "1.6"), (Text(bill, "bomFormat"), Text(bill, "specVersion")));
        Assert.Equal(release.Version, Text(bill.GetProperty("metadata").GetProperty("component"), "version"));
        JsonElement[] components = [.. bill.GetProperty("components").EnumerateArray()];
        foreach (JsonElement component in components)
        {
            Assert.NotEqual("", Text(component, "version"));
            Assert.NotEqual("", Text(component.GetProperty("licenses")[0].GetProperty("license"), "id"));
        }

        string[] names = [.. components.Select(component => Text(component, "bom-ref"))];
        foreach (string name in (string[])
            ["doppel.dll", "doppel-ui.dll", "Doppel.Finding.dll", "Doppel.S3.dll", "doppel-linux-arm64"])
        {
            Assert.Contains(name, names);
        }

        foreach (string start in (string[])
            ["pkg:npm/preact@", "pkg:nuget/Microsoft.AspNetCore.App.Runtime.linux-arm64@"])
        {
            Assert.Contains(names, name => name.StartsWith(start, StringComparison.Ordinal));
        }

        Assert.Equal(names.Length, names.Distinct().Count());
        var reached = new HashSet<string>();
        Reach("doppel");
        Assert.Equal(names.Append("doppel").Order(StringComparer.Ordinal), reached.Order(StringComparer.Ordinal));

        void Reach(string reference)
        {
            reached.Add(reference);
            foreach (JsonElement entry in bill.GetProperty("dependencies").EnumerateArray())
            {
                if (Text(entry, "ref") == reference)
                {
                    entry.GetProperty("dependsOn").EnumerateArray().ToList().ForEach(next => Reach(next.GetString()!));
                }
            }
        }
    }

    [Fact(Explicit = true)]
    public void Each_executable_for_Linux_names_its_runtime_with_the_digest_that_NuGet_has()
    {
        JsonElement[] runtimes = [.. Bill().GetProperty("components").EnumerateArray()
            .Where(component => Text(component, "bom-ref").Contains("NativeAOT", StringComparison.Ordinal))];
        Assert.Equal(2, runtimes.Length);
        string packages = Tool.Run("dotnet", "nuget", "locals", "global-packages", "--list").MustSucceed()
            .OutputText.Split(' ', 2)[1].Trim();
        foreach (JsonElement runtime in runtimes)
        {
            string name = Text(runtime, "name").ToLowerInvariant();
            string version = Text(runtime, "version");
            byte[] package = File.ReadAllBytes(Path.Combine(packages, name, version, $"{name}.{version}.nupkg"));
            JsonElement hash = runtime.GetProperty("hashes")[0];
            Assert.Equal(("SHA-512", Convert.ToHexStringLower(SHA512.HashData(package))),
                (Text(hash, "alg"), Text(hash, "content")));
            Assert.Equal(["zlib-ng", "Brotli"],
                runtime.GetProperty("components").EnumerateArray().Select(part => Text(part, "name")));
        }
    }

    [Fact(Explicit = true)]
    public void Its_number_and_time_depend_on_the_commit_alone()
    {
        JsonElement bill = Bill();
        Assert.Matches("^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$",
            Text(bill, "serialNumber"));
        string time = Text(bill.GetProperty("metadata"), "timestamp");
        Assert.Equal(time, DateTimeOffset.Parse(time, CultureInfo.InvariantCulture)
            .ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture));
        Assert.DoesNotContain(SourceTree.Root, bill.ToString(), StringComparison.Ordinal);
    }

    private JsonElement Bill() =>
        JsonDocument.Parse(File.ReadAllBytes(release.Artifact("doppel-*.cdx.json"))).RootElement;

    private static IEnumerable<string> Digests(TempTree tree, string archive)
    {
        string extract = archive.EndsWith(".zip", StringComparison.Ordinal) ? "unzip -q" : "tar -xzf";
        ProcessEnd end = Script.Shell($$"""
            mkdir -p '{{tree.Folder}}/work' && cd '{{tree.Folder}}/work' && rm -rf ./* && {{extract}} '{{archive}}'
            cd * && sha256sum $(find . -maxdepth 2 -name doppel -o -name doppel-ui -o -name '*.exe' -o -name '*.dll')
            """).MustSucceed();
        string name = Path.GetFileName(archive).Replace(".tar.gz", "", StringComparison.Ordinal)
            .Replace(".zip", "", StringComparison.Ordinal);
        string rid = string.Join('-', name.Split('-')[2..]);
        return end.OutputText.TrimEnd('\n').Split('\n')
            .Select(line => line.Split("  ./")).Select(words => $"{rid}/{words[1]} {words[0]}");
    }

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString()!;
}
