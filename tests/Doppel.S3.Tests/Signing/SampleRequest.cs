namespace Doppel.S3.Tests.Signing;

/// <summary>A request that tests can keep.</summary>
internal sealed record SampleRequest
{
    public string Method { get; init; } = "GET";

    public string Host { get; init; } = "examplebucket.s3.amazonaws.com";

    public string Path { get; init; } = "/";

    public QueryParameter[] Query { get; init; } = [];

    public RequestHeader[] Headers { get; init; } = [];

    public string Payload { get; init; } = PayloadHash.Empty;

    public DateTimeOffset Time { get; init; } = new(2013, 5, 24, 0, 0, 0, TimeSpan.Zero);

    public static implicit operator SigningRequest(SampleRequest sample) => new()
    {
        Method = sample.Method,
        Host = sample.Host,
        Path = sample.Path,
        Query = sample.Query,
        Headers = sample.Headers,
        PayloadHash = sample.Payload,
        Time = sample.Time,
    };
}
