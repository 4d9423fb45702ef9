using System.Globalization;
using System.Text.RegularExpressions;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>A request in the access log of Ceph's gateway.</summary>
/// <param name="Kind">The method, or <c>list</c> for a list of objects.</param>
/// <param name="Target">The path and the query.</param>
/// <param name="Status">The status of the response.</param>
/// <param name="Start">When the gateway received it, in steps of 4 ms.</param>
/// <param name="Time">The time that the gateway took, in steps of 4 ms.</param>
internal sealed partial record AccessLine(
    string Kind, string Target, int Status, DateTimeOffset Start, TimeSpan Time)
{
    /// <summary>The kind of requests that list objects.</summary>
    public const string List = "list";

    /// <summary>The kind of requests that download objects.</summary>
    public const string Get = "GET";

    /// <summary>Parses a line of the gateway's log.</summary>
    /// <returns>Null if the line is not about the end of a request.</returns>
    public static AccessLine? Parse(string line)
    {
        Match match = Pattern().Match(line);
        if (!match.Success)
        {
            return null;
        }

        string method = match.Groups["method"].Value;
        string target = match.Groups["target"].Value;
        double seconds = double.Parse(match.Groups["seconds"].Value, CultureInfo.InvariantCulture);
        return new AccessLine(
            method == Get && IsOfBucket(target) ? List : method, target,
            int.Parse(match.Groups["status"].Value, CultureInfo.InvariantCulture),
            DateTimeOffset.ParseExact(
                match.Groups["start"].Value, "dd/MMM/yyyy:HH:mm:ss.fff zzz", CultureInfo.InvariantCulture),
            TimeSpan.FromSeconds(seconds));
    }

    /// <summary>Describes how many requests of each kind there are, the most frequent kind first.</summary>
    public static string Describe(IEnumerable<AccessLine> lines) => string.Join(", ", lines
        .GroupBy(line => line.Kind).OrderByDescending(kind => kind.Count()).ThenBy(kind => kind.Key)
        .Select(kind => string.Create(CultureInfo.InvariantCulture, $"{kind.Count():#,0} {kind.Key}")));

    // "/bucket", "/bucket/" and the same with a query, but not "/bucket/key".
    private static bool IsOfBucket(string target)
    {
        string path = target.Split('?', 2)[0];
        int slash = path.IndexOf('/', 1);
        return slash < 0 || slash == path.Length - 1;
    }

    [GeneratedRegex(
        """ beast: 0x[0-9a-f]+: .*? \[(?<start>[^\]]+)\] "(?<method>[A-Z]+) (?<target>\S+) HTTP/1\.[01]" """
        + """(?<status>\d{3}) .* latency=(?<seconds>[0-9.]+)s""",
        RegexOptions.CultureInvariant)]
    private static partial Regex Pattern();
}
