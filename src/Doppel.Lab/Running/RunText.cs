using System.Globalization;
using System.Text;

namespace Doppel.Lab;

/// <summary>The output of a run's process, one item per line: samples while it reads, then the outcome.</summary>
internal static class RunText
{
    private const char Sample = 'S';
    private const char End = 'E';

    /// <summary>Formats a sample as a line.</summary>
    internal static string Render(CounterSample sample)
    {
        var line = new StringBuilder();
        line.Append(Sample).Append(' ').Append(CultureInfo.InvariantCulture, $"{sample.Seconds:R}");
        foreach (double value in sample.Values)
        {
            line.Append(' ').Append(CultureInfo.InvariantCulture, $"{value:R}");
        }

        return line.ToString();
    }

    /// <summary>Formats an outcome, without its samples, as a line.</summary>
    internal static string Render(RunOutcome outcome) => string.Create(
        CultureInfo.InvariantCulture,
        $"{End} {(int)outcome.Status} {outcome.Seconds:R} {outcome.Total.Files} {outcome.Total.Bytes} "
        + $"{outcome.Total.High} {outcome.Total.Low} {outcome.SamplesLeftOut} {outcome.PeakResidentBytes} "
        + $"{outcome.ProcessSeconds:R} {outcome.ResidentShare:R} {outcome.FailedFile} "
        + $"{outcome.Detail.ReplaceLineEndings(" ")}");

    /// <summary>Parses a sample. Returns null if the line is not one.</summary>
    internal static CounterSample? ParseSample(string line)
    {
        string[] parts = line.Split(' ');
        if (parts[0] != "S" || parts.Length != CounterFacts.Count + 2 || !TryParse(parts[1], out double seconds))
        {
            return null;
        }

        double[] values = new double[CounterFacts.Count];
        for (int i = 0; i < values.Length; i++)
        {
            if (!TryParse(parts[i + 2], out values[i]))
            {
                return null;
            }
        }

        return new CounterSample(seconds, values);
    }

    /// <summary>Parses an outcome. Returns null if the line is not one.</summary>
    internal static RunOutcome? ParseOutcome(string line)
    {
        const int Fields = 13;
        string[] parts = line.Split(' ', Fields);
        CultureInfo any = CultureInfo.InvariantCulture;
        return parts.Length == Fields && parts[0] == "E" && int.TryParse(parts[1], any, out int status)
            && TryParse(parts[2], out double seconds) && long.TryParse(parts[3], any, out long files)
            && long.TryParse(parts[4], any, out long bytes) && ulong.TryParse(parts[5], any, out ulong high)
            && ulong.TryParse(parts[6], any, out ulong low) && int.TryParse(parts[7], any, out int leftOut)
            && long.TryParse(parts[8], any, out long peak) && TryParse(parts[9], out double process)
            && TryParse(parts[10], out double resident) && int.TryParse(parts[11], any, out int failed)
            ? new RunOutcome
            {
                Status = (RunStatus)status,
                Seconds = seconds,
                Total = new ContentTotal(files, bytes, high, low),
                SamplesLeftOut = leftOut,
                PeakResidentBytes = peak,
                ProcessSeconds = process,
                ResidentShare = resident,
                FailedFile = failed,
                Detail = parts[12],
            }
            : null;
    }

    private static bool TryParse(string text, out double value) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
}
