using System.Text.RegularExpressions;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>Names of types and methods out of a trace, as people write them: no namespaces, no machinery.</summary>
internal static partial class AllocationNames
{
    /// <summary>A type, such as <c>List&lt;String&gt;</c>.</summary>
    public static string OfType(string name)
    {
        if (Box().Match(name) is { Success: true } box)
        {
            return "state of " + OfMethod(box.Groups[1].Value + ".MoveNext");
        }

        return Namespaces().Replace(Arity().Replace(name, ""), "").Replace('+', '.');
    }

    /// <summary>A method with its type, such as <c>S3Client.PutObjectAsync</c>.</summary>
    public static string OfMethod(string name)
    {
        string plain = Parameters().Replace(name, "").Replace("..", ".", StringComparison.Ordinal);
        plain = Arguments().Replace(plain, "");
        if (Machine().Match(plain) is { Success: true } machine)
        {
            return $"{OfType(machine.Groups[1].Value)}.{WithoutLocals(machine.Groups[2].Value)}";
        }

        int end = plain.LastIndexOf('.');
        return end < 0 ? plain : $"{OfType(plain[..end])}.{WithoutLocals(plain[(end + 1)..])}";
    }

    // A local function stands behind the method that it is local to.
    private static string WithoutLocals(string method) => Local().Replace(method, "$1.$2");

    // What an async method becomes where it has to wait.
    [GeneratedRegex(@"AsyncStateMachineBox`1<.*?,(.+)>$")]
    private static partial Regex Box();

    [GeneratedRegex(@"`\d+")]
    private static partial Regex Arity();

    [GeneratedRegex(@"(?:\w+\.)+(?=\w)")]
    private static partial Regex Namespaces();

    [GeneratedRegex(@"\(.*\)$")]
    private static partial Regex Parameters();

    [GeneratedRegex(@"\[[^\[\]]*\]")]
    private static partial Regex Arguments();

    [GeneratedRegex(@"<(\w+)>g__(\w+)\|[\d_]+")]
    private static partial Regex Local();

    [GeneratedRegex(@"^(.+?)\+<(.+)>d(?:__\d+)?(?:`\d+)?\.MoveNext$")]
    private static partial Regex Machine();
}
