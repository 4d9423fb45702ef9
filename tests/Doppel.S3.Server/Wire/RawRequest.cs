namespace Doppel.S3.Server;

/// <summary>The head of a request as it came, nothing decoded.</summary>
public sealed record RawRequest
{
    /// <summary>The method, such as <c>GET</c>.</summary>
    public required string Method { get; init; }

    /// <summary>Path and query as they stand in the first line.</summary>
    public required string Target { get; init; }

    /// <summary>What ends the first line, such as <c>HTTP/1.1</c>.</summary>
    public required string Version { get; init; }

    /// <summary>Names and values in their order; blanks around a value are taken away.</summary>
    public required IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; }

    /// <summary>Which connection it came by, from 1.</summary>
    public required int Connection { get; init; }

    /// <summary>Which request of the server it is, from 1.</summary>
    public required int Number { get; init; }

    /// <summary>The target before the question mark.</summary>
    public string Path => Target.Split('?', 2)[0];

    /// <summary>The target after the question mark; empty without one.</summary>
    public string Query => Target.Contains('?') ? Target.Split('?', 2)[1] : "";

    /// <summary>A header's value, several lines of one name joined by commas; null if it is not there.</summary>
    public string? Header(string name)
    {
        List<string> values = [.. Headers
            .Where(header => header.Key.Equals(name, StringComparison.OrdinalIgnoreCase))
            .Select(header => header.Value)];
        return values.Count == 0 ? null : string.Join(',', values);
    }

    /// <summary>Whether this text stands in a comma-separated header, whatever its case.</summary>
    public bool HeaderHas(string name, string value) => (Header(name) ?? "")
        .Split(',', StringSplitOptions.TrimEntries).Contains(value, StringComparer.OrdinalIgnoreCase);

    /// <inheritdoc/>
    public override string ToString() => $"{Method} {Target}";
}
