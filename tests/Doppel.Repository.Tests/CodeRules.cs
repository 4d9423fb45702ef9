using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Doppel.Repository.Tests;

/// <summary>What C# of this repository does not do.</summary>
internal static class CodeRules
{
    public static IReadOnlyList<Rule> All { get; } =
    [
        Ban("Time comes from TimeProvider", @"\bDateTime(Offset)?\.(Utc)?Now\b|\bDateTime\.Today\b",
            use: "TimeProvider",
            bad: "var now = DateTimeOffset.UtcNow;", good: "var now = time.GetUtcNow(); // DateTime.Now"),
        Ban("Only the command line, benchmarks and samples write to a console", @"(?<![\w.])(System\.)?Console\.",
            use: "a result that the caller shows",
            bad: "Console.WriteLine(1);", good: "using My.Console.Tools;",
            // What a pool's checks find and nobody listens to has no other way out.
            where: file => !file.IsBelow("src/Doppel.CommandLine/")
                && !file.IsBelow("benchmarks/")
                && !file.IsBelow("samples/")
                // Standard input, which is only read.
                && file.Path is not ("src/Doppel.App/Platform/InputFile.cs" or "src/Doppel.Cli/S3/S3Copy.cs"
                    or "src/Doppel.Cli/Devices/TuneCommand.cs")
                // What the samples print is caught there.
                && file.Path != "tests/Doppel.Packages.Tests/SampleTests.cs"
                // A server that tests and benchmarks start as a process of its own.
                && file.Path != "tests/Doppel.S3.Server/Program.cs"
                && file.Path != "src/Doppel.Pooling/Core/PoolReports.cs"),
        Ban("Only acting and downloads change files", @"\bIChangeableVolume\b",
            use: "IVolume",
            bad: "IChangeableVolume volume;", good: "IVolume volume; // not IChangeableVolume",
            where: file => file.IsBelow("src/") && !file.IsBelow("src/Doppel.Volumes/")
                && !file.IsBelow("src/Doppel.Acting/") && !file.IsBelow("src/Doppel.App/")
                && !file.IsBelow("src/Doppel.Cli/") && !file.IsBelow("src/Doppel.S3.Transfer/")
                // A proof opens folders without following links, and flushes what it has read to the disk.
                && !file.IsBelow("src/Doppel.Fleet/Proving/")
                // The page hands it to acting, as the command line does.
                && file.Path != "src/Doppel.Web/Session/UiEngine.cs"),
        Ban("No method is async void", @"\basync\s+void\b",
            use: "async Task", bad: "async void Run() { }", good: "async Task Run() { }"),
        Ban("Nobody blocks on a task",
            @"\.Result\b(?!\s*[(<])|\.GetAwaiter\(\)\s*\.GetResult\(\)|(?<=[tT]asks?)\.Wait\(\)",
            use: "await", bad: "int n = task.Result;", good: "string s = \"task.Result\";",
            // A command ends with an exit code, and a run acts in order: here the one thread waits for the work.
            // Service containers cannot wait.
            where: file => file.Path is not ("src/Doppel.Cli/S3/S3Session.cs" or "src/Doppel.App/Buckets/BucketRoots.cs"
                or "src/Doppel.App/Buckets/BucketSource.cs" or "src/Doppel.App/Buckets/BucketClients.cs"
                or "src/Doppel.Acting/Objects/ObjectRequests.cs" or "src/Doppel.Acting/Preparing/BatchChecks.cs"
                or "src/Doppel.Fleet/Server/ClickHouse.cs" or "src/Doppel.Web/UiRun.cs" or Registration)),
        Ban("Nobody sleeps", @"\bThread\.Sleep\b",
            use: "a signal, or TimeProvider where time is the matter",
            bad: "Thread.Sleep(5);", good: "// Thread.Sleep"),
        Ban("A loop is a loop", @"\.ToList\(\)\s*\.ForEach\(|\bforeach \([^\n]* in [^\n]*\?[^\n]*(: \[\]\)|\? \[\] :)",
            use: "foreach, in an if",
            bad: "names.ToList().ForEach(Add);", good: "list.ForEach(Add); foreach (int x in a ?? []) { }",
            where: file => file.IsBelow("src/")),
        Ban("Everything is implemented", @"\bNotImplementedException\b",
            use: "the implementation",
            bad: "throw new NotImplementedException();", good: "throw new NotSupportedException();"),
        Ban("Calls of native code are generated", @"\[\s*DllImport\b",
            use: "LibraryImport", bad: "[DllImport(\"libc\")]", good: "[LibraryImport(\"libc\")]"),
        Ban("Tests are named in plain English: what it is about, then what holds",
            @"\b(void|Task|ValueTask)\s+((What|Where|Who|Whoever|Whose|Of)_|\w+_(tells?|told)(_|\())",
            use: "what the test is about first, and say, report, show or warn",
            bad: "public void What_is_gone_is_told() { }", good: "public void Deleted_files_are_reported() { }",
            where: file => file.IsBelow("tests/")),
        Ban("Tests are not switched off", @"\b(Fact|Theory)\s*\([^)]*\bSkip\s*=",
            use: "Assert.Skip with what is missing", bad: "[Fact(Skip = \"later\")]", good: "[Fact(Timeout = 5)]"),
        Ban("Random numbers can be had again", @"\bRandom\.Shared\b|\bnew\s+Random\s*\(\s*\)|\bGuid\.NewGuid\b",
            use: "new Random(seed)", bad: "var r = new Random();", good: "var r = new Random(seed);",
            where: file => file.IsBelow("tests/")),
        Ban("The engine's collector is left alone", @"\bGC\.Collect\b",
            use: "nothing", bad: "GC.Collect();", good: "GC.KeepAlive(x);",
            // The page stays open for days after a search.
            where: file => file.IsBelow("src/") && file.Path != "src/Doppel.Web/Session/ReviewSession.cs"),
        Ban("Errors are chained with ||", @"\b(\w+)\.Failed\s*\?\s*\1\s*:",
            use: "error || Next()",
            bad: "error = error.Failed ? error : volume.Sync(file);",
            good: "error = error || volume.Sync(file); return error.Failed ? null : error.Kind;",
            where: file => file.Path != "src/Doppel.Volumes/VolumeError.cs"), // the operator itself
        new("An expression has at most one conditional",
            file => file.IsCSharp,
            file => Conditionals.Beyond(file.Root).Select(
                at => file.At(at, "use a switch, return early, or name a part of it")))
        {
            Bad = new("src/A.cs", "int x = a is { } b ? 1 : F(c ? 2 : 3);\n"),
            Good = new("src/A.cs", "int? x = F(a ? 1 : 2, b ? 3 : 4, c => c ? 5 : 6) ?? d?[0];\nif (a ? b : c) { }\n"
                + "T y = a ? b switch { 1 => c ? d : e, _ => f } : new G { H = i ? \"j ? k\" : l };\n"),
        },
        new("Internal types do not repeat that their documentation is inherited",
            file => file.IsCSharp && file.IsBelow("src/")
                && !Regex.IsMatch(file.Text, "^public ", RegexOptions.Multiline),
            file => Regex.Matches(file.Text, "/// <inheritdoc/>").Select(match => file.At(match.Index, "omit it")))
        {
            Bad = new("src/A.cs", "class A : B\n{\n    /// <inheritdoc/>\n    public override void C() { }\n}\n"),
            Good = new("src/A.cs", "public class A : B\n{\n    /// <inheritdoc/>\n    public override void C();\n}\n"),
        },
        new("A warning is switched off only with a reason beside it", file => file.IsCSharp, UnreasonedPragmas)
        {
            Bad = new("src/A.cs", "#pragma warning disable CA1000\n"),
            Good = new("src/A.cs", "#pragma warning disable A // why\n// Why.\n#pragma warning disable B\n"),
        },
        new("A message is suppressed only with its justification", file => file.IsCSharp,
            file => file.Root.DescendantNodes().OfType<AttributeSyntax>()
                .Where(attribute => attribute.Name.ToString() == "SuppressMessage"
                    && !attribute.ToString().Contains("Justification =", StringComparison.Ordinal))
                .Select(attribute => file.At(attribute.SpanStart, "say why in Justification")))
        {
            Bad = new("src/A.cs", "[SuppressMessage(\"Design\", \"CA1\")]\nclass A;\n"),
            Good = new("src/A.cs", "[SuppressMessage(\"Design\", \"CA1\", Justification = \"Why.\")]\nclass A;\n"),
        },
        new("A file has the name of its first type, and only small types follow", file => file.IsCSharp, ForeignTypes)
        {
            Bad = new("src/Walk.cs", "namespace N;\ninternal enum Pace { Slow }\npublic sealed class Walk { }\n"),
            Good = new("src/Walk.Linux.cs", "namespace N;\npartial class Walk { }\nenum Pace { Slow }\n"),
        },
        new("A project's namespace is its name", file => file.IsCSharp && file.IsBelow("src/"), ForeignNamespaces)
        {
            Bad = new("src/Doppel.Finding/A.cs", "namespace Doppel.Volumes;\n"),
            Good = new("src/Doppel.Finding/Scanning/A.cs", "namespace Doppel.Finding;\n"),
        },
    ];

    private const int SmallTypeLines = 25;
    private const string Registration = "src/Doppel.S3.DependencyInjection/S3ServiceCollectionExtensions.cs";

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

    // On the line or above it. A raw string may show such a line, too.
    private static IEnumerable<string> UnreasonedPragmas(SourceFile file) => Regex
        .Matches(file.Text, @"(?<!^\s*//.*\n)^[ ]*#pragma warning disable(?!.*//)", RegexOptions.Multiline)
        .Where(match => file.Code[match.Index + match.Length - 1] == 'e')
        .Select(match => file.At(match.Index + match.Length, "say why"));

    private static IEnumerable<string> ForeignTypes(SourceFile file)
    {
        string name = Path.GetFileName(file.Path).Split('.')[0];
        IReadOnlyList<TopLevelType> types = TopLevelType.In(file);
        return types
            .Where((type, i) => type.Name != name && (i == 0 || type.LineCount > SmallTypeLines))
            .Select(type => file.At(type.Start, $"{type.Name} belongs in a file of its own name"));
    }

    private static IEnumerable<string> ForeignNamespaces(SourceFile file)
    {
        // Where .NET programs expect such methods.
        string expected = file.Path == Registration
            ? "Microsoft.Extensions.DependencyInjection"
            : file.Path.Split('/')[1];
        return file.Root.Members.OfType<BaseNamespaceDeclarationSyntax>()
            .Where(declared => declared.Name.ToString() != expected)
            .Select(declared => file.At(declared.SpanStart, $"the project's namespace is {expected}"));
    }
}
