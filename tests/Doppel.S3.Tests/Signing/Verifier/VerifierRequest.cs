namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>A request as it came over the wire: nothing decoded, nothing put in order.</summary>
/// <param name="Method">Such as <c>PUT</c>.</param>
/// <param name="Target">Path and query of the request line, as they stood there.</param>
/// <param name="Headers">Names and values in their order; bytes above 127 as Latin-1.</param>
/// <param name="Body">
/// Everything behind the head: without the chunks of HTTP (Transfer-Encoding), with those of <c>aws-chunked</c>.
/// </param>
internal sealed record VerifierRequest(
    string Method, string Target, IReadOnlyList<KeyValuePair<string, string>> Headers, byte[] Body)
{
    public string Path => Target.Split('?', 2)[0];

    public string Query => Target.Contains('?', StringComparison.Ordinal) ? Target.Split('?', 2)[1] : "";

    /// <summary>All values of a header, joined by commas; null where there is none.</summary>
    public string? Header(string name)
    {
        List<string> values = [.. Headers
            .Where(header => header.Key.Equals(name, StringComparison.OrdinalIgnoreCase))
            .Select(header => header.Value.Trim(' ', '\t'))];
        return values.Count == 0 ? null : string.Join(',', values);
    }

    /// <summary>Reads a head as text: request line and headers, each with a line end.</summary>
    public static VerifierRequest Parse(string head, byte[] body)
    {
        string[] lines = head.Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        string[] first = lines[0].Split(' ');
        return new(first[0], first[1], [.. lines.Skip(1).Select(line => line.Split(':', 2)).Select(
            parts => KeyValuePair.Create(parts[0], parts[1].Trim(' ', '\t')))], body);
    }
}
