namespace Doppel.S3.Tests.Credentials;

/// <summary>Credentials and settings that tests share.</summary>
internal static class Sample
{
    public const string Id = "AKIASAMPLE";
    public const string Secret = "wJalr/XUtn+FEMIsecret";
    public const string Token = "FwoGZXIvYXdzEtoken==";
    public const string End = "2024-01-01T06:00:00Z";

    public static S3Credentials Lasting { get; } = new() { AccessKeyId = Id, SecretAccessKey = Secret };

    public static S3Credentials Lent { get; } = Lasting with
    {
        SessionToken = Token,
        Expiration = new DateTimeOffset(2024, 1, 1, 6, 0, 0, TimeSpan.Zero),
    };

    /// <summary>As the metadata of instances and containers answer.</summary>
    public static string Json(string tokenName = "Token", string more = "\"Code\": \"Success\", ") =>
        $$"""
        {{{more}}"Type": "AWS-HMAC", "More": { "SecretAccessKey": [1] }, "AccessKeyId": "{{Id}}",
          "SecretAccessKey": "{{Secret}}", "{{tokenName}}": "{{Token}}", "Expiration": "{{End}}" }
        """;

    /// <summary>As STS answers.</summary>
    public static string Xml(string action, string id = Id, string end = End) =>
        $"""
        <{action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><{action}Result>
          <AssumedRoleUser><AssumedRoleId>AROA:x</AssumedRoleId></AssumedRoleUser>
          <Credentials><AccessKeyId>{id}</AccessKeyId><SecretAccessKey>{Secret}</SecretAccessKey>
            <SessionToken>{Token}</SessionToken><Expiration>{end}</Expiration></Credentials>
        </{action}Result><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></{action}Response>
        """;

    /// <summary>An environment that has these variables only, "NAME=value" each.</summary>
    public static S3CredentialsOptions Options(params string[] variables)
    {
        var values = variables.Select(variable => variable.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1]);
        values.TryAdd("HOME", "/none");
        return new S3CredentialsOptions { Environment = values.GetValueOrDefault, Time = new HastyClock() };
    }

    public static ValueTask<S3Credentials> GetAsync(this IS3CredentialsProvider provider) =>
        provider.GetAsync(TestContext.Current.CancellationToken);

    public static async Task<S3CredentialsException> FailureAsync(this IS3CredentialsProvider provider) =>
        await Assert.ThrowsAsync<S3CredentialsException>(async () => await provider.GetAsync());
}
