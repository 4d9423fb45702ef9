using System.Globalization;
using System.Xml.Linq;

namespace Doppel.Release.Tests;

/// <summary>The end-to-end suite of this repository, run against an executable of a release.</summary>
internal static class EndToEndSuite
{
    private const string Suite = "artifacts/bin/Doppel.EndToEnd/release/Doppel.EndToEnd";

    /// <summary>Runs tests with an environment that names the executable. Returns how many passed.</summary>
    /// <param name="environment">Variables with values, such as DOPPEL_EXE and a path.</param>
    /// <param name="filters">Pairs of arguments of the suite, such as -class and a name.</param>
    public static int Run(Dictionary<string, string?> environment, params string[] filters)
    {
        using var tree = new TempTree();
        string program = Path.Combine(SourceTree.Root, Suite);
        Assert.True(File.Exists(program), $"build tests/Doppel.EndToEnd first: {program} is missing");
        ProcessEnd end = Tool.Run(new ProcessStart(program,
            ["-noLogo", "-noColor", "-result-xml", tree["result.xml"], .. filters.Select(filter => (ByteName)filter)])
        {
            Environment = environment,
            TimeLimit = TimeSpan.FromHours(1),
        });
        Assert.True(end.ExitCode == 0, end.OutputText + end.ErrorText);
        XElement result = XDocument.Load($"{tree["result.xml"]}").Descendants("assembly").Single();
        return int.Parse(result.Attribute("passed")!.Value, CultureInfo.InvariantCulture);
    }
}
