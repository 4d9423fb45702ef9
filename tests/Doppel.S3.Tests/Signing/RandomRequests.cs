using System.Text;

namespace Doppel.S3.Tests.Signing;

/// <summary>Requests with all that keys, queries and headers of S3 may have in them.</summary>
internal sealed class RandomRequests(Random random)
{
    private static readonly string[] s_keys =
    [
        "", "/", "a//b", "./x", "p/../q", "../x", ".", "..", "%2E%2e/%2F", "a+b c", "~tilde", "(x)!'*", "$&,:;=@",
        "\u202Ereversed", "soap", "line\nfeed", "NFC é", "NFD e\u0301", "😀", "a\\b", "q?uery#hash", "\0",
        new string('k', 1024),
    ];

    public SampleRequest Next(byte[] body) => new()
    {
        Method = Pick("GET", "PUT", "POST", "HEAD", "DELETE"),
        Host = Pick("bucket.s3.amazonaws.com", "localhost:9000", "[::1]:8080"),
        Path = "/" + Pick("", "bucket/") + (random.Next(2) == 0 ? Pick(s_keys) : Text(40)),
        Query = [.. Enumerable.Range(0, random.Next(6)).Select(i => new QueryParameter(
            Pick("uploads", "prefix", "delimiter", "x-id", "a" + i, Text(5) + i),
            Pick("", "/", "a/b", "1+/=", "$~'()*!", "%2F", Text(30))))],
        Headers = [.. Enumerable.Range(0, random.Next(8)).Select(_ => new RequestHeader(
            Pick("X-Amz-Meta-A", "x-amz-meta-b", "x-amz-acl", "Range", "Content-Type", "if-match"),
            Blanks() + Pick("", "\"abc\"", "a, b", "v") + Blanks() + random.Next() + Blanks()))],
        Payload = random.Next(2) == 0 ? PayloadHash.Unsigned : PayloadHash.Compute(body),
        Time = Time(),
    };

    public DateTimeOffset Time() => new DateTimeOffset(2026, 12, 31, 23, 59, 58, TimeSpan.Zero)
        .AddSeconds(random.Next(2) == 0 ? random.Next(4) : random.Next()).ToOffset(TimeSpan.FromHours(random.Next(9)));

    public byte[] Body(int countMax)
    {
        byte[] bytes = new byte[random.Next(countMax)];
        random.NextBytes(bytes);
        return bytes;
    }

    public S3Credentials Credentials() => new()
    {
        AccessKeyId = "AKID" + random.Next(),
        SecretAccessKey = Pick("se/cr+et=", "ключ", "plain"),
        SessionToken = random.Next(2) == 0 ? null : Convert.ToBase64String(Body(900)) + "==",
    };

    private string Text(int lengthMax)
    {
        var text = new StringBuilder();
        for (int i = random.Next(lengthMax); i > 0; i--)
        {
            text.Append(random.Next(6) switch
            {
                0 => Pick("/", "%", "+", " ", "~", "=", "&", ".", "?", "#"),
                1 => new Rune(random.Next(0xE000, 0x110000)).ToString(),
                2 => new Rune(random.Next(0xD800)).ToString(),
                _ => ((char)random.Next('a', 'z' + 1)).ToString(),
            });
        }

        return text.ToString();
    }

    private string Blanks() => new(' ', Math.Max(0, random.Next(6) - 3));

    private string Pick(params string[] choices) => choices[random.Next(choices.Length)];
}
