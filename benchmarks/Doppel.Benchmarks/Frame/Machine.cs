using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;

namespace Doppel.Benchmarks.Frame;

/// <summary>The machine that this runs on.</summary>
internal static class Machine
{
    private const string Loads = "/proc/loadavg";

    /// <summary>The processor as the system names it.</summary>
    public static string Processor { get; } = ReadProcessor();

    /// <summary>Cores that this process may use.</summary>
    public static int Cores { get; } = Environment.ProcessorCount;

    /// <summary>The runtime, for rows.</summary>
    public static string Runtime { get; } = $".NET {Environment.Version.Major} JIT";

    /// <summary>System and runtime, for the head of a page.</summary>
    public static string Software { get; } =
        $"{RuntimeInformation.OSDescription.Trim()}, {RuntimeInformation.FrameworkDescription}, "
        + RuntimeInformation.RuntimeIdentifier;

    /// <summary>
    /// The folder of its results, such as <c>amd-epyc-9554-2-cores</c>. <c>DOPPEL_BENCH_MACHINE</c> names another.
    /// </summary>
    public static string Name { get; } = Slug.Of(
        Environment.GetEnvironmentVariable("DOPPEL_BENCH_MACHINE") is { Length: > 0 } name
            ? name
            : $"{Processor}-{Cores.ToString(CultureInfo.InvariantCulture)}-cores");

    /// <summary>
    /// How many processes ran or wanted to run, on average over the last 15 minutes; null where it is unknown.
    /// </summary>
    public static double? Load() => File.Exists(Loads)
        ? double.Parse(File.ReadAllText(Loads).Split(' ')[2], CultureInfo.InvariantCulture)
        : null;

    private static string ReadProcessor()
    {
        if (!File.Exists("/proc/cpuinfo"))
        {
            return RuntimeInformation.ProcessArchitecture.ToString();
        }

        string text = File.ReadAllText("/proc/cpuinfo");
        string model = Field("model name") ?? RuntimeInformation.ProcessArchitecture.ToString();
        model = Regex.Replace(model, @"\(R\)|\(TM\)|\bCPU\b|\bProcessor\b|@.*|\d+-Core\b", "").Trim();

        // A hypervisor may hide the number of the model; family and model of the instruction set remain.
        return model.Any(char.IsDigit)
            ? model
            : $"{model} family {Field("cpu family") ?? "?"} model {Field("model") ?? "?"}";

        string? Field(string name) =>
            Regex.Match(text, $@"^{name}\s*:\s*(.+)$", RegexOptions.Multiline) is { Success: true } match
                ? match.Groups[1].Value
                : null;
    }
}
