using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using PublicApiGenerator;

namespace Doppel.Packages.Tests;

/// <summary>The public API of each library is a promise, written down in its PublicApi.txt.</summary>
public sealed class PublicApiTests
{
    // How a member is compiled or shown in a debugger is no promise.
    private static readonly ApiGeneratorOptions s_options = new()
    {
        IncludeAssemblyAttributes = false,
        DenyNamespacePrefixes = [],
        ExcludeAttributes =
        [
            typeof(AsyncMethodBuilderAttribute).FullName!, typeof(SkipLocalsInitAttribute).FullName!,
            typeof(DebuggerDisplayAttribute).FullName!,
        ],
    };

    public static TheoryData<string> Libraries => [.. Packages.Tests.Libraries.All];

    [Theory, MemberData(nameof(Libraries))]
    public void The_public_api_is_the_one_that_is_written_down(string library)
    {
        string path = SourceTree.PathOf($"src/{library}/PublicApi.txt");
        // Of an assembly as a whole, the generator writes nothing if the assembly is below /var.
        Type[] types = Assembly.Load(library).GetExportedTypes();
        string current = types.GeneratePublicApi(s_options).ReplaceLineEndings("\n").Trim() + "\n";
        if (Environment.GetEnvironmentVariable("DOPPEL_WRITE_DOCS") == "1")
        {
            File.WriteAllText(path, current);
            return;
        }

        string[] written = File.Exists(path) ? File.ReadAllLines(path) : [];
        string[] found = current.TrimEnd('\n').Split('\n');
        Assert.True(
            written.SequenceEqual(found),
            $"The public API of {library} changed. If that is intended, run this test with DOPPEL_WRITE_DOCS=1.\n"
            + string.Join('\n', written.Except(found).Select(line => "-" + line)
                .Concat(found.Except(written).Select(line => "+" + line))));
    }

    [Fact]
    public void Public_members_are_in_the_text_and_private_ones_are_not()
    {
        string api = typeof(PublicApiTests).GeneratePublicApi(s_options);
        Assert.Contains($"public void {nameof(Public_members_are_in_the_text_and_private_ones_are_not)}() {{ }}", api);
        Assert.DoesNotContain(nameof(s_options), api, StringComparison.Ordinal);
    }

    [Fact]
    public void The_libraries_are_those_that_can_be_packed() => Assert.Equal(
        [
            "Acting", "Catalog", "Finding", "Hashing", "Media", "Pooling", "Reports", "S3", "S3.DependencyInjection",
            "S3.Transfer", "Volumes",
        ],
        Packages.Tests.Libraries.All.Select(library => library["Doppel.".Length..]));
}
