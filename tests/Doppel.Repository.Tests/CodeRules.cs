using System.Text.RegularExpressions;

namespace Doppel.Repository.Tests;

/// <summary>What C# of this repository does not do.</summary>
internal static class CodeRules
{
    public static IReadOnlyList<Rule> All { get; } =
    [
        Ban("Time comes from TimeProvider", @"\bDateTime(Offset)?\.(Utc)?Now\b|\bDateTime\.Today\b",
            use: "TimeProvider",
            bad: "var now = DateTimeOffset.UtcNow;", good: "var now = time.GetUtcNow(); // DateTime.Now"),
        Ban("Only the command line and the benchmarks write to a console", @"(?<![\w.])(System\.)?Console\.",
            use: "a result that the caller shows",
            bad: "Console.WriteLine(1);", good: "using My.Console.Tools;",
            // What a pool's checks find and nobody listens to has no other way out.
            where: file => !file.IsBelow("src/Doppel.Cli/") && !file.IsBelow("benchmarks/")
                // A server that tests and benchmarks start as a process of its own.
                && file.Path != "tests/Doppel.S3.Server/Program.cs"
                && file.Path != "src/Doppel.Pooling/PoolReports.cs"),
        Ban("Only acting changes files", @"\bIChangeableVolume\b",
            use: "IVolume",
            bad: "IChangeableVolume volume;", good: "IVolume volume; // not IChangeableVolume",
            where: file => file.IsBelow("src/") && !file.IsBelow("src/Doppel.Volumes/")
                && !file.IsBelow("src/Doppel.Acting/") && !file.IsBelow("src/Doppel.Cli/")),
        Ban("No method is async void", @"\basync\s+void\b",
            use: "async Task", bad: "async void Run() { }", good: "async Task Run() { }"),
        Ban("Nobody blocks on a task",
            @"\.Result\b(?!\s*[(<])|\.GetAwaiter\(\)\s*\.GetResult\(\)|(?<=[tT]asks?)\.Wait\(\)",
            use: "await", bad: "int n = task.Result;", good: "string s = \"task.Result\";",
            // A command ends with an exit code: here its one thread waits for the work.
            where: file => file.Path != "src/Doppel.Cli/S3/S3Session.cs"),
        Ban("Nobody sleeps", @"\bThread\.Sleep\b",
            use: "a signal, or TimeProvider where time is the matter",
            bad: "Thread.Sleep(5);", good: "// Thread.Sleep"),
        Ban("Everything is implemented", @"\bNotImplementedException\b",
            use: "the implementation",
            bad: "throw new NotImplementedException();", good: "throw new NotSupportedException();"),
        Ban("Calls of native code are generated", @"\[\s*DllImport\b",
            use: "LibraryImport", bad: "[DllImport(\"libc\")]", good: "[LibraryImport(\"libc\")]"),
        Ban("Tests are not switched off", @"\b(Fact|Theory)\s*\([^)]*\bSkip\s*=",
            use: "Assert.Skip with what is missing", bad: "[Fact(Skip = \"later\")]", good: "[Fact(Timeout = 5)]"),
        Ban("Random numbers can be had again", @"\bRandom\.Shared\b|\bnew\s+Random\s*\(\s*\)|\bGuid\.NewGuid\b",
            use: "new Random(seed)", bad: "var r = new Random();", good: "var r = new Random(seed);",
            where: file => file.IsBelow("tests/")),
        Ban("The engine's collector is left alone", @"\bGC\.Collect\b",
            use: "nothing", bad: "GC.Collect();", good: "GC.KeepAlive(x);", where: file => file.IsBelow("src/")),
        new("A warning is switched off only with a reason beside it", file => file.IsCSharp, UnreasonedPragmas)
        {
            Bad = new("src/A.cs", "#pragma warning disable CA1000\n"),
            Good = new("src/A.cs", "#pragma warning disable A // why\n// Why.\n#pragma warning disable B\n"),
        },
        new("A file holds one type and bears its name", file => file.IsCSharp, ForeignTypes)
        {
            Bad = new("src/Walk.cs", "namespace N;\npublic sealed class Walk { }\ninternal enum Pace { Slow }\n"),
            Good = new("src/Walk.Linux.cs", "namespace N;\npartial class Walk { struct In { } }\nfile class X { }\n"),
        },
        new("A namespace is its folder", file => file.IsCSharp && file.IsBelow("src/"), ForeignNamespaces)
        {
            Bad = new("src/Doppel.Finding/A.cs", "namespace Doppel.Volumes;\n"),
            Good = new("src/Doppel.Finding/Scanning/A.cs", "namespace Doppel.Finding.Scanning;\n"),
        },
    ];

    private static Rule Ban(
        string law, string pattern, string use, string bad, string good, Func<SourceFile, bool>? where = null)
    {
        var regex = new Regex(pattern, RegexOptions.CultureInvariant);
        return new Rule(
            law,
            file => file.IsCSharp && (where is null || where(file)),
            file => regex.Matches(file.Code).Select(match => file.At(match.Index, $"{match.Value.Trim()}: use {use}")))
        {
            Bad = new(where is null || where(new("src/A.cs", "")) ? "src/A.cs" : "tests/A.cs", bad),
            Good = new(where is null || where(new("src/A.cs", "")) ? "src/A.cs" : "tests/A.cs", good),
        };
    }

    private static IEnumerable<string> UnreasonedPragmas(SourceFile file)
    {
        string[] lines = file.Lines;
        int offset = 0;
        for (int i = 0; i < lines.Length; offset += lines[i].Length + 1, i++)
        {
            bool disables = lines[i].Contains("#pragma warning disable", StringComparison.Ordinal)
                && file.Code.AsSpan(offset, Math.Min(lines[i].Length, file.Code.Length - offset)).Contains('#');
            bool reasonBeside = lines[i].Contains("//", StringComparison.Ordinal);
            bool reasonAbove = i > 0 && lines[i - 1].TrimStart().StartsWith("//", StringComparison.Ordinal);
            if (disables && !reasonBeside && !reasonAbove)
            {
                yield return file.At(offset, "say why");
            }

            bool suppresses = lines[i].TrimStart().StartsWith("[SuppressMessage", StringComparison.Ordinal);
            if (suppresses && !file.Text.AsSpan(offset, Math.Min(400, file.Text.Length - offset)).Contains(
                "Justification", StringComparison.Ordinal))
            {
                yield return file.At(offset, "say why in Justification");
            }
        }
    }

    private static IEnumerable<string> ForeignTypes(SourceFile file)
    {
        string name = Path.GetFileName(file.Path).Split('.')[0];
        int depth = 0;
        int lineStart = 0;
        foreach (string line in file.Code.Split('\n'))
        {
            Match type = Declaration.Match(line);
            if (depth == 0 && type.Success && !type.Groups["file"].Success && type.Groups["name"].Value != name)
            {
                yield return file.At(lineStart, $"{type.Groups["name"].Value} belongs in a file of its own name");
            }

            depth += line.Count(c => c == '{') - line.Count(c => c == '}');
            lineStart += line.Length + 1;
        }
    }

    private static Regex Declaration { get; } = new(
        @"^\s*(?:\[[^\]]*\]\s*)*(?<file>file\s+)?"
        + @"(?:(?:public|internal|private|protected|sealed|static|abstract|partial|readonly|ref|unsafe|file)\s+)*"
        + @"(?:class|struct|interface|enum|record(?:\s+(?:class|struct))?)\s+(?<name>[A-Za-z_]\w*)",
        RegexOptions.CultureInvariant);

    private static IEnumerable<string> ForeignNamespaces(SourceFile file)
    {
        Match declared = Regex.Match(file.Code, @"^\s*namespace\s+([\w.]+)", RegexOptions.Multiline);
        string expected = Path.GetDirectoryName(file.Path)!["src/".Length..].Replace('/', '.');
        string name = declared.Groups[1].Value;
        if (declared.Success && name != expected && !IsProjectOf(expected, name))
        {
            yield return file.At(declared.Index, $"the folder says {expected}");
        }
    }

    // A folder may group files without making a namespace of its own.
    private static bool IsProjectOf(string expected, string declared) =>
        expected.StartsWith(declared + ".", StringComparison.Ordinal) && declared.Contains('.');
}
