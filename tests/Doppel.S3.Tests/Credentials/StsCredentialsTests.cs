using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Doppel.S3.Tests.Signing;
using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Credentials;

public sealed class StsCredentialsTests
{
    private const string Arn = "arn:aws:iam::123456789012:role/a+b";

    [Fact]
    public async Task Assuming_a_role_is_signed_for_sts_as_by_naive_code()
    {
        foreach (S3Credentials signer in (S3Credentials[])[Sample.Lasting, Sample.Lent])
        {
            using LoopbackServer server = Server("AssumeRole");
            S3CredentialsOptions options = Sample.Options() with
            {
                Region = "eu-west-3",
                StsEndpoint = new Uri(server.Address + "/path"),
            };
            var role = new AssumeRoleOptions
            {
                RoleArn = Arn,
                SessionName = "me@here",
                ExternalId = "a b&c=ä",
                Duration = TimeSpan.FromMinutes(20),
            };
            IS3CredentialsProvider provider =
                S3CredentialsProvider.AssumeRole(S3CredentialsProvider.Fixed(signer), role, options);
            Assert.Equal(Sample.Lent, await provider.GetAsync());
            ReceivedRequest request = server.Requests.Single();
            Assert.Equal(("POST", "/path"), (request.Method, request.Target));
            Assert.Equal(
                "Action=AssumeRole&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fa%2Bb"
                    + "&RoleSessionName=me%40here&DurationSeconds=1200&ExternalId=a%20b%26c%3D%C3%A4",
                request.Body);
            Assert.Equal(signer.SessionToken, request.Header("x-amz-security-token"));
            AssertSigned(request, signer, "eu-west-3");
            Assert.Equal($"role '{Arn}'", provider.ToString());
            Assert.Equal($"AssumeRoleOptions {{ RoleArn = {Arn} }}", role.ToString());
        }
    }

    [Fact]
    public async Task A_web_identity_sends_its_token_unsigned_and_reads_it_each_time()
    {
        using var tree = new TempTree();
        string file = Path.Combine(tree.Folder, "token");
        using LoopbackServer server = Server("AssumeRoleWithWebIdentity");
        S3CredentialsOptions options = Sample.Options(
            "AWS_WEB_IDENTITY_TOKEN_FILE=" + file, "AWS_ROLE_ARN=" + Arn, "AWS_ENDPOINT_URL=" + server.Address);
        foreach (string token in (string[])["first.token", "second/token"])
        {
            await File.WriteAllTextAsync(file, token + "\n", TestContext.Current.CancellationToken);
            Assert.Equal(Sample.Lent, await S3CredentialsProvider.FromWebIdentity(options).GetAsync());
        }

        Assert.All(server.Requests, request => Assert.Null(request.Header("Authorization")));
        Assert.Equal(
            ["first.token", "second%2Ftoken"],
            server.Requests.Select(request => request.Body.Split("&WebIdentityToken=")[1]));
        Assert.Contains("RoleSessionName=doppel&", server.Requests.First().Body);
    }

    [Fact]
    public async Task Web_identity_names_its_session_and_says_what_is_missing()
    {
        using var tree = new TempTree();
        tree.AddFile("token", "t");
        tree.AddFile("empty", "\n");
        string file = "AWS_WEB_IDENTITY_TOKEN_FILE=" + Path.Combine(tree.Folder, "token");
        using LoopbackServer server = Server("AssumeRoleWithWebIdentity");
        await Web(file, "AWS_ROLE_ARN=x", "AWS_ROLE_SESSION_NAME=ab", "AWS_ENDPOINT_URL=" + server.Address).GetAsync();
        Assert.Contains("RoleSessionName=ab&", server.Requests.Single().Body);
        Assert.True((await Web().FailureAsync()).IsNotConfigured);
        Assert.Contains("AWS_ROLE_ARN is not", (await Web(file).FailureAsync()).Message);
        Assert.Contains("SessionName has", (await Web(
            file, "AWS_ROLE_ARN=x", "AWS_ROLE_SESSION_NAME=a b").FailureAsync()).Message);
        foreach (string name in (string[])["gone", "empty"])
        {
            string other = "AWS_WEB_IDENTITY_TOKEN_FILE=" + Path.Combine(tree.Folder, name);
            S3CredentialsException failure = await Web(other, "AWS_ROLE_ARN=x").FailureAsync();
            Assert.Contains("there is no token in", failure.Message);
        }
    }

    [Theory]
    [InlineData("eu-central-1", "", "https://sts.eu-central-1.amazonaws.com/", "eu-central-1")]
    [InlineData("", "cn-north-1", "https://sts.cn-north-1.amazonaws.com.cn/", "cn-north-1")]
    [InlineData("", "", "https://sts.amazonaws.com/", "us-east-1")]
    public async Task Sts_is_that_of_the_region(string region, string fallback, string expected, string signed)
    {
        using LoopbackServer server = Server("AssumeRole");
        var handler = new ForwardingHandler(server.Address);
        using var http = new HttpMessageInvoker(handler);
        S3CredentialsOptions options =
            Sample.Options("AWS_REGION=" + region, "AWS_DEFAULT_REGION=" + fallback) with { Http = http };
        await Role(options).GetAsync();
        Assert.Equal(expected, handler.Wanted.Single().ToString());
        AssertSigned(server.Requests.Single(), Sample.Lasting, signed);
    }

    [Fact]
    public async Task Endpoints_in_the_environment_can_be_ignored()
    {
        using LoopbackServer server = Server("AssumeRole");
        var handler = new ForwardingHandler(server.Address);
        using var http = new HttpMessageInvoker(handler);
        await Role(Sample.Options(
            "AWS_ENDPOINT_URL_STS=http://127.0.0.1:9", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true") with
        { Http = http }).GetAsync();
        Assert.Equal("https://sts.amazonaws.com/", handler.Wanted.Single().ToString());
    }

    [Fact]
    public async Task A_region_that_is_none_is_not_made_part_of_a_name() => Assert.Contains(
        "not a valid name", (await Role(Sample.Options("AWS_REGION=x.example.org/")).FailureAsync()).Message);

    [Theory]
    [InlineData("AccessDenied", "who may assume"), InlineData("RequestExpired", "clock")]
    [InlineData("InvalidClientTokenId", "assumed with"), InlineData("RegionDisabledException", "AWS_REGION")]
    public async Task The_error_gives_the_code_from_STS_and_a_remedy(string code, string remedy)
    {
        using var server = new LoopbackServer(_ => LoopbackServer.Answer(
            403, $"<ErrorResponse><Error><Type>Sender</Type><Code>{code}</Code></Error></ErrorResponse>"));
        S3CredentialsException failure =
            await Role(Sample.Options() with { StsEndpoint = new Uri(server.Address) }).FailureAsync();
        Assert.StartsWith($"role '{Arn}': status 403 ({code}) from STS at 127.0.0.1:", failure.Message);
        Assert.Contains(remedy, failure.Message);
    }

    [Fact]
    public async Task A_role_without_anybody_to_assume_it_is_an_error_that_ends_a_search()
    {
        S3CredentialsException failure = await S3CredentialsProvider.AssumeRole(
            S3CredentialsProvider.FromEnvironment(Sample.Options()), new() { RoleArn = Arn }, Sample.Options())
            .FailureAsync();
        Assert.False(failure.IsNotConfigured);
        Assert.Contains("no source credentials for the role: environment: AWS_ACCESS_KEY_ID", failure.Message);
    }

    private static LoopbackServer Server(string action) => new(_ => LoopbackServer.Ok(Sample.Xml(action)));

    private static IS3CredentialsProvider Web(params string[] variables) =>
        S3CredentialsProvider.FromWebIdentity(Sample.Options(variables));

    private static IS3CredentialsProvider Role(S3CredentialsOptions options) => S3CredentialsProvider.AssumeRole(
        S3CredentialsProvider.Fixed(Sample.Lasting), new() { RoleArn = Arn }, options);

    private static void AssertSigned(ReceivedRequest request, S3Credentials signer, string region)
    {
        DateTimeOffset time = DateTimeOffset.ParseExact(
            request.Header("x-amz-date")!, "yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal);
        string hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(request.Body)));
        Assert.Equal(hash, request.Header("x-amz-content-sha256"));
        var naive = new NaiveSigner(signer, region, "sts");
        string canonical = naive.CanonicalRequest(
            "POST", request.Header("Host")!, request.Target, [],
            [new("content-type", request.Header("Content-Type")!)], hash, time);
        Assert.Equal(naive.Authorization(canonical, time), request.Header("Authorization"));
    }
}
