using System.Reflection;

namespace Doppel.Packages.Tests;

/// <summary>Each sample does what the comment above it says.</summary>
public sealed class SampleTests
{
    public static TheoryData<string> Names => [.. SampleScenario.Names];

    [Theory, MemberData(nameof(Names))]
    public async Task A_sample_prints_what_it_promises(string sample)
    {
        await using SampleScenario scenario = SampleScenario.For(sample);
        foreach ((string name, string? value) in scenario.Environment)
        {
            Environment.SetEnvironmentVariable(name, value);
        }

        Assert.Matches(scenario.Expected, Run(sample, scenario.Arguments));
    }

    [Fact]
    public void Each_library_has_a_sample() =>
        Assert.Equal(Libraries.All, Sample.All.Select(sample => sample.Library).Order(StringComparer.Ordinal));

    [Fact]
    public void A_sample_without_its_library_is_refused() =>
        Assert.Throws<FormatException>(() => Sample.Parse("a", "using Doppel.Hashing;\n\n\n"));

    // The build has compiled it. In this process, since starting one for each takes seconds.
    private static string Run(string sample, string[] arguments)
    {
        Assembly program = Assembly.LoadFrom(Path.Combine(AppContext.BaseDirectory, "samples", sample + ".dll"));
        TextWriter console = Console.Out;
        var output = new StringWriter { NewLine = "\n" };
        Console.SetOut(output);
        try
        {
            program.EntryPoint!.Invoke(null, [arguments]);
        }
        finally
        {
            Console.SetOut(console);
        }

        return output.ToString();
    }
}
