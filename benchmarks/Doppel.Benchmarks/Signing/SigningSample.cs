using Doppel.S3;

namespace Doppel.Benchmarks.Signing;

/// <summary>A request to sign.</summary>
internal sealed record SigningSample(
    string Method, string Path, QueryParameter[] Query, RequestHeader[] Headers, string PayloadHash)
{
    public const string Host = "examplebucket.s3.amazonaws.com";
    public const string Region = "us-east-1";
    public const string Service = "s3";

    public static S3Credentials Credentials { get; } = new()
    {
        AccessKeyId = "AKIAIOSFODNN7EXAMPLE",
        SecretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    };

    public static DateTimeOffset Time { get; } = new(2013, 5, 24, 1, 2, 3, TimeSpan.Zero);

    /// <summary>An object is fetched.</summary>
    public static SigningSample Get { get; } = new("GET", "/reports/2013/annual report.pdf", [], [],
        S3.PayloadHash.Empty);

    /// <summary>A part is uploaded. Query and headers are in order, since the talk's code needs that.</summary>
    public static SigningSample Put { get; } = new("PUT", "/reports/2013/annual report.pdf",
        [new("partNumber", "7"), new("uploadId", "VXBsb2FkIElEIGZvciA2aWWpbmcncyBteS1tb3ZpZS5tMnRzIHVwbG9hZA")],
        [new("x-amz-meta-author", "somebody"), new("x-amz-storage-class", "STANDARD_IA")],
        S3.PayloadHash.Compute("some content"u8));
}
