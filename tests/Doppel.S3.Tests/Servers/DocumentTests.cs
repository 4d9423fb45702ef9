using System.Reflection;
using System.Text.RegularExpressions;
using Doppel.Testing;

namespace Doppel.S3.Tests.Servers;

/// <summary>What docs/s3-servers.md says of these tests is so.</summary>
public sealed class DocumentTests
{
    [Fact]
    public void Tests_named_for_what_a_real_server_cannot_show_exist()
    {
        string text = File.ReadAllText(Path.Combine(SourceTree.Root, "docs", "s3-servers.md"));
        string section = text.Split("\n## ")
            .Single(static part => part.StartsWith("What a real server", StringComparison.Ordinal));
        string[] named = [.. Regex.Matches(section, "`[A-Za-z0-9]+Tests\\.[A-Za-z0-9_]+`").Select(one => one.Value)];
        string[] tests =
        [
            .. from type in typeof(DocumentTests).Assembly.GetTypes()
               from method in type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
               where method.GetCustomAttributes().Any(one => one is FactAttribute)
               select $"`{type.Name}.{method.Name}`",
        ];
        Assert.NotEmpty(named);
        Assert.Empty(named.Except(tests));
    }
}
