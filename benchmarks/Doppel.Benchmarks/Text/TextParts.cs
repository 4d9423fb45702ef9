namespace Doppel.Benchmarks.Text;

/// <summary>What the texts are made of.</summary>
internal static class TextParts
{
    public const string AccessKey = "AKIAIOSFODNN7EXAMPLE";
    public const string Region = "us-east-1";
    public const string SignedHeaders = "host;x-amz-content-sha256;x-amz-date";
    public const string Host = "examplebucket.s3.amazonaws.com";
    public const string Key = "/reports/2013/annual-report-final.pdf";
    public const string PayloadHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    public const string DayFormat = "yyyyMMdd";
    public const string TimeFormat = "yyyyMMdd'T'HHmmss'Z'";

    public static DateTime Time { get; } = new(2013, 5, 24, 1, 2, 3, DateTimeKind.Utc);

    public static string Signature { get; } = new('a', 64);

    public static int PartNumber => 7;

    public static long ContentLength => 67_108_864;
}
