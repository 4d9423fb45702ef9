using System.Globalization;
using System.Xml.Linq;

namespace Doppel.Release.Tests;

/// <summary>The end-to-end suite of this repository, run against an executable of a release.</summary>
internal static class EndToEndSuite
{
    private const string Suite = "artifacts/bin/Doppel.EndToEnd/release/Doppel.EndToEnd";

    /// <summary>Runs tests; each filter is a pair of arguments of the suite. Returns how many passed.</summary>
    public static int Run(string variable, string executable, params string[] filters)
    {
        using var tree = new TempTree();
        string program = Path.Combine(Script.Root, Suite);
        Assert.True(File.Exists(program), $"build tests/Doppel.EndToEnd first: {program} is missing");
        ProcessEnd end = Tool.Run(new ProcessStart(program,
            ["-noLogo", "-noColor", "-result-xml", tree["result.xml"], .. filters.Select(filter => (ByteName)filter)])
        {
            Environment = new Dictionary<string, string?> { [variable] = executable },
            TimeLimit = TimeSpan.FromHours(1),
        });
        Assert.True(end.ExitCode == 0, end.OutputText + end.ErrorText);
        XElement result = XDocument.Load($"{tree["result.xml"]}").Descendants("assembly").Single();
        return int.Parse(result.Attribute("passed")!.Value, CultureInfo.InvariantCulture);
    }
}
