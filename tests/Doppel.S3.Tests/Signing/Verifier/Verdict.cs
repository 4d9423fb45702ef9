namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>What a server that looks closely says of a request.</summary>
internal sealed record Verdict
{
    public required bool IsAccepted { get; init; }

    /// <summary>The HTTP status: 200 where the request is accepted.</summary>
    public int Status { get; init; } = 200;

    /// <summary>The code of S3's error document; empty where the request is accepted.</summary>
    public string Code { get; init; } = "";

    /// <summary>Why it is refused, for people.</summary>
    public string Reason { get; init; } = "";

    /// <summary>Who signed; empty where that is not known.</summary>
    public string AccessKeyId { get; init; } = "";

    /// <summary>The content without chunks; empty where the request is refused.</summary>
    public byte[] Content { get; init; } = [];

    /// <summary>What came behind the content, names in lower case.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Trailers { get; init; } = [];

    /// <summary>What was hashed, to see where two sides part.</summary>
    public string CanonicalRequest { get; init; } = "";

    public override string ToString() => IsAccepted ? "accepted" : $"{Status} {Code}: {Reason}\n{CanonicalRequest}";
}
