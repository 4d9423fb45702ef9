using Doppel.Testing;
using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Credentials;

/// <summary>Containers and instances.</summary>
public sealed class RemoteCredentialsTests
{
    private const string FullUri = "AWS_CONTAINER_CREDENTIALS_FULL_URI=";
    private const string RelativeUri = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI=";
    private const string Metadata = "AWS_EC2_METADATA_SERVICE_ENDPOINT=";

    [Fact]
    public async Task A_container_sends_its_token_as_it_is_now()
    {
        using var tree = new TempTree();
        string file = Path.Combine(tree.Folder, "token");
        tree.AddFile("token", "first\n");
        using var server = new LoopbackServer(_ => LoopbackServer.Ok(Sample.Json(more: "")));
        S3CredentialsOptions options = Sample.Options(
            FullUri + server.Address + "/v4/x?y=1", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE=" + file,
            "AWS_CONTAINER_AUTHORIZATION_TOKEN=not this one");
        Assert.Equal(Sample.Lent, await S3CredentialsProvider.FromContainer(options).GetAsync());
        await File.WriteAllTextAsync(file, "second", TestContext.Current.CancellationToken);
        await S3CredentialsProvider.FromContainer(options).GetAsync();
        Assert.Equal(["first", "second"], server.Requests.Select(request => request.Header("Authorization")));
        Assert.All(server.Requests, request => Assert.Equal(("GET", "/v4/x?y=1"), (request.Method, request.Target)));
    }

    [Fact]
    public async Task A_path_is_asked_of_ecs()
    {
        using var server = new LoopbackServer(_ => LoopbackServer.Ok(Sample.Json()));
        var handler = new ForwardingHandler(server.Address);
        using var http = new HttpClient(handler);
        S3CredentialsOptions options =
            Sample.Options(RelativeUri + "/v2/id", "AWS_CONTAINER_AUTHORIZATION_TOKEN=t") with { Http = http };
        Assert.Equal(Sample.Lent, await S3CredentialsProvider.FromContainer(options).GetAsync());
        Assert.Equal(["http://169.254.170.2/v2/id"], handler.Wanted.Select(wanted => wanted.ToString()));
        Assert.Equal("t", server.Requests.Single().Header("Authorization"));
    }

    [Theory]
    [InlineData("http://169.254.170.2/x", true), InlineData("http://169.254.170.23/x", true)]
    [InlineData("http://[fd00:ec2::23]/x", true), InlineData("https://example.org/x", true)]
    [InlineData("http://127.9.9.9:5/x", true)]
    [InlineData("http://[::1]/x", true)]
    [InlineData("http://localhost/x", true)]
    [InlineData("http://example.org/x", false), InlineData("http://169.254.170.3/x", false)]
    [InlineData("http://169.254.170.2.example.org/x", false), InlineData("http://127.0.0.1.example.org/x", false)]
    [InlineData("http://localhost.example.org/x", false), InlineData("http://169.254.169.254/x", false)]
    [InlineData("http://user:pass@127.0.0.1/x", false), InlineData("ftp://127.0.0.1/x", false)]
    [InlineData("http://[fd00:ec2::24]/x", false), InlineData("file:///etc/passwd", false), InlineData("x", false)]
    public async Task Only_hosts_that_lend_roles_are_asked_for_them(string address, bool isAllowed)
    {
        using var server = new LoopbackServer(_ => LoopbackServer.Ok(Sample.Json()));
        var handler = new ForwardingHandler(server.Address);
        using var http = new HttpMessageInvoker(handler);
        IS3CredentialsProvider provider =
            S3CredentialsProvider.FromContainer(Sample.Options(FullUri + address) with { Http = http });
        if (isAllowed)
        {
            Assert.Equal(Sample.Lent, await provider.GetAsync());
        }
        else
        {
            Assert.False((await provider.FailureAsync()).IsNotConfigured);
            Assert.Empty(handler.Wanted);
        }
    }

    [Fact]
    public async Task An_instance_is_asked_with_a_token_for_its_role_and_then_for_credentials()
    {
        using LoopbackServer server = Instance();
        IS3CredentialsProvider provider =
            S3CredentialsProvider.FromInstanceMetadata(Sample.Options(Metadata + server.Address));
        Assert.Equal(Sample.Lent, await provider.GetAsync());
        Assert.Equal(
            [
                "PUT /latest/api/token ", "GET /latest/meta-data/iam/security-credentials/ imds",
                "GET /latest/meta-data/iam/security-credentials/my-role imds",
            ],
            server.Requests.Select(
                request => $"{request.Method} {request.Target} {request.Header("X-aws-ec2-metadata-token")}"));
        Assert.Equal("60", server.Requests.First().Header("X-aws-ec2-metadata-token-ttl-seconds"));
    }

    [Theory]
    [InlineData("", "http://169.254.169.254/"), InlineData("IPv6", "http://[fd00:ec2::254]/")]
    [InlineData("ipv4", "http://169.254.169.254/")]
    public async Task The_mode_chooses_the_address(string mode, string expected)
    {
        using LoopbackServer server = Instance();
        var handler = new ForwardingHandler(server.Address);
        using var http = new HttpMessageInvoker(handler);
        await S3CredentialsProvider.FromInstanceMetadata(
            Sample.Options("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE=" + mode) with { Http = http }).GetAsync();
        Assert.All(handler.Wanted, wanted => Assert.StartsWith(expected, wanted.ToString()));
    }

    [Theory]
    [InlineData(404), InlineData(405), InlineData(400), InlineData(403), InlineData(500)]
    public async Task Without_a_token_version_1_is_not_tried(int status)
    {
        using var server = new LoopbackServer(request =>
            request.Method == "PUT" ? LoopbackServer.Answer(status, "") : LoopbackServer.Ok("role"));
        S3CredentialsException failure = await S3CredentialsProvider.FromInstanceMetadata(
            Sample.Options(Metadata + server.Address)).FailureAsync();
        Assert.Equal(status != 403, failure.IsNotConfigured);
        Assert.Contains(status.ToString(), failure.Message);
        Assert.Single(server.Requests);
    }

    [Fact]
    public async Task Nobody_there_and_switched_off_are_not_configured()
    {
        string gone;
        using (var server = new LoopbackServer(_ => []))
        {
            gone = server.Address;
        }

        S3CredentialsException failure = await S3CredentialsProvider.FromInstanceMetadata(
            Sample.Options(Metadata + gone)).FailureAsync();
        Assert.True(failure.IsNotConfigured);
        Assert.Contains("ConnectionRefused", failure.Message);
        Assert.Contains("hop limit", failure.Message);
        Assert.True((await S3CredentialsProvider.FromInstanceMetadata(Sample.Options(
            Metadata + gone, "AWS_EC2_METADATA_DISABLED=True")).FailureAsync()).IsNotConfigured);
    }

    [Fact]
    public async Task Silence_is_given_up_soon()
    {
        var clock = new ManualClock();
        var asked = new TaskCompletionSource();
        using var server = new LoopbackServer(async (_, end) =>
        {
            asked.SetResult();
            await Task.Delay(Timeout.Infinite, end);
            return [];
        });
        Task<S3CredentialsException> failure = S3CredentialsProvider.FromInstanceMetadata(
            Sample.Options(Metadata + server.Address) with { Time = clock }).FailureAsync();
        await asked.Task;
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Contains("no answer within 1 s", (await failure).Message);
        Assert.True((await failure).IsNotConfigured);
    }

    [Fact]
    public async Task An_instance_without_a_role_is_not_configured_and_a_failing_role_is_wrong()
    {
        using var bare = new LoopbackServer(request =>
            request.Method == "PUT" ? LoopbackServer.Ok("imds") : LoopbackServer.Answer(404, ""));
        Assert.True((await S3CredentialsProvider.FromInstanceMetadata(
            Sample.Options(Metadata + bare.Address)).FailureAsync()).IsNotConfigured);
        using LoopbackServer failing = Instance("""{ "Code": "AssumeRoleUnauthorizedAccess", "Message": "x" }""");
        S3CredentialsException failure = await S3CredentialsProvider.FromInstanceMetadata(
            Sample.Options(Metadata + failing.Address)).FailureAsync();
        Assert.False(failure.IsNotConfigured);
        Assert.Contains("no credentials for role my-role (AssumeRoleUnauthorizedAccess)", failure.Message);
    }

    [Theory]
    [InlineData("../../user-data"), InlineData("a/b"), InlineData(".."), InlineData("<html>"), InlineData("")]
    public async Task An_invalid_role_name_is_never_requested(string role)
    {
        using LoopbackServer server = Instance(role: role);
        await S3CredentialsProvider.FromInstanceMetadata(Sample.Options(Metadata + server.Address)).FailureAsync();
        Assert.Equal(2, server.Requests.Count);
    }

    [Fact]
    public async Task Transient_errors_are_tried_three_times_and_permanent_ones_once()
    {
        foreach ((int status, int times) in ((int, int)[])[(500, 3), (503, 3), (429, 3), (403, 1), (404, 1)])
        {
            using var server = new LoopbackServer(_ => LoopbackServer.Answer(status, "x"));
            S3CredentialsException failure =
                await S3CredentialsProvider.FromContainer(Sample.Options(FullUri + server.Address)).FailureAsync();
            Assert.Contains($"status {status}", failure.Message);
            Assert.Equal(times, server.Requests.Count);
        }

        int number = 0;
        using var recovering = new LoopbackServer(_ =>
            Interlocked.Increment(ref number) < 3 ? [] : LoopbackServer.Ok(Sample.Json()));
        Assert.Equal(
            Sample.Lent,
            await S3CredentialsProvider.FromContainer(Sample.Options(FullUri + recovering.Address)).GetAsync());
    }

    private static LoopbackServer Instance(string? json = null, string role = "my-role\n") =>
        new(request => LoopbackServer.Ok(request.Method switch
        {
            "PUT" => "imds",
            _ when request.Target.EndsWith('/') => role,
            _ => json ?? Sample.Json(),
        }));
}
