using System.Reflection;
using System.Text.RegularExpressions;
using Doppel.Acting;
using Doppel.Finding;
using Doppel.Testing;

namespace Doppel.Cli.Tests;

/// <summary>The compiler ignores methods of the order that no longer exist, so that nobody would notice.</summary>
public sealed partial class MethodOrderTests
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public
        | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    [Fact]
    public void Nearly_all_methods_of_the_order_exist()
    {
        Assembly[] assemblies =
        [
            typeof(Program).Assembly, typeof(CommandHost).Assembly, typeof(AppEnvironment).Assembly,
            typeof(Finder).Assembly, typeof(ActRun).Assembly,
        ];
        HashSet<string> existing = [.. assemblies.SelectMany(static one => one.GetTypes()).SelectMany(NamesOf)];
        string[] prefixes = [.. assemblies.Select(static one => $"{Mangled(one.GetName().Name!)}_Doppel_")];
        string[] listed =
        [
            .. File.ReadLines(Path.Combine(SourceTree.Root, "src/Doppel.Cli/method-order.txt"))
                .Where(line => prefixes.Any(prefix => line.StartsWith(prefix, StringComparison.Ordinal)))
                .Where(static line => !Generated().IsMatch(line)),
        ];
        string[] gone =
        [
            .. listed.Where(line => !existing.Contains(line) && !existing.Contains(Overload().Replace(line, ""))),
        ];
        Assert.True(listed.Length > 500, $"only {listed.Length} methods are listed");
        string some = string.Join(", ", gone.Take(10));
        Assert.True(
            gone.Length * 20 < listed.Length,
            $"{gone.Length} of {listed.Length} methods are gone; run eng/method-order. {some}");
    }

    private static IEnumerable<string> NamesOf(Type type) => type.GetMethods(All).Cast<MethodBase>()
        .Concat(type.GetConstructors(All))
        .Select(method => Mangled($"{type.Assembly.GetName().Name}_{type.FullName}__{method.Name}"));

    private static string Mangled(string name) => Special().Replace(name, "_");

    // Lambdas, local functions, iterators and generic methods have names of the compiler's own.
    [GeneratedRegex("<|_[bdg]__|___c")]
    private static partial Regex Generated();

    [GeneratedRegex("_[0-9]+$")]
    private static partial Regex Overload();

    [GeneratedRegex("[^A-Za-z0-9_]")]
    private static partial Regex Special();
}
