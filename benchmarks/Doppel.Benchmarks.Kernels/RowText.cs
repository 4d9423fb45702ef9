using System.Globalization;

namespace Doppel.Benchmarks.Kernels;

/// <summary>Rows as lines of text, for rows that another process measured: fields parted by tabs.</summary>
public static class RowText
{
    /// <summary>One row as one line.</summary>
    public static string Write(Row row) => string.Join('\t',
        row.Contestant, row.Role.ToString(), row.Runtime,
        string.Join('\v', row.Parameters.Select(p => p.Name + "\f" + p.Value)),
        Text(row.CenterNs), Text(row.LowNs), Text(row.HighNs), Text(row.MedianNs),
        Text(row.AllocatedBytes), Text(row.Gen0), Text(row.Gen1), Text(row.Gen2), Text(row.PauseNs),
        Text(row.HeldBytes));

    /// <summary>Reads a line back. Throws <see cref="FormatException"/> for anything else.</summary>
    public static Row Read(string line)
    {
        string[] fields = line.Split('\t');
        if (fields.Length != 14)
        {
            throw new FormatException($"A row has 14 fields, not {fields.Length}: {line}");
        }

        return new Row
        {
            Contestant = fields[0],
            Role = Enum.Parse<Role>(fields[1]),
            Runtime = fields[2],
            Parameters = [.. fields[3].Split('\v', StringSplitOptions.RemoveEmptyEntries)
                .Select(pair => pair.Split('\f')).Select(pair => new Parameter(pair[0], pair[1]))],
            CenterNs = Number(fields[4]) ?? double.NaN,
            LowNs = Number(fields[5]) ?? double.NaN,
            HighNs = Number(fields[6]) ?? double.NaN,
            MedianNs = Number(fields[7]) ?? double.NaN,
            AllocatedBytes = Number(fields[8]),
            Gen0 = Number(fields[9]),
            Gen1 = Number(fields[10]),
            Gen2 = Number(fields[11]),
            PauseNs = Number(fields[12]),
            HeldBytes = Number(fields[13]),
        };
    }

    private static string Text(double? number) => number?.ToString("R", CultureInfo.InvariantCulture) ?? "";

    private static double? Number(string field) =>
        field.Length == 0 ? null : double.Parse(field, CultureInfo.InvariantCulture);
}
