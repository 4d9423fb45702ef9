using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Credentials;

public sealed class CredentialsChainTests
{
    private static readonly S3CredentialsException s_absent = new("absent: not set up.") { IsNotConfigured = true };

    [Fact]
    public async Task The_first_that_is_set_up_answers_and_only_that_is_asked_from_then_on()
    {
        var first = new ScriptedProvider(() => throw s_absent);
        var second = new ScriptedProvider(() => Sample.Lasting);
        var third = new ScriptedProvider(() => Sample.Lent);
        IS3CredentialsProvider chain = S3CredentialsProvider.FirstOf(first, second, third);
        Assert.Equal("scripted, scripted, scripted", chain.ToString());
        for (int i = 0; i < 3; i++)
        {
            Assert.Same(Sample.Lasting, await chain.GetAsync());
        }

        Assert.Equal((1, 3, 0), (first.Calls, second.Calls, third.Calls));
        Assert.Equal("scripted", chain.ToString());
    }

    [Fact]
    public async Task One_that_is_set_up_and_fails_ends_the_search()
    {
        var third = new ScriptedProvider(() => Sample.Lasting);
        IS3CredentialsProvider chain = S3CredentialsProvider.FirstOf(
            new ScriptedProvider(() => throw s_absent),
            new ScriptedProvider(() => throw new S3CredentialsException("second: broken.")), third);
        S3CredentialsException failure = await chain.FailureAsync();
        Assert.Equal(
            "second: broken.\nAsked before, without an answer:\n- absent: not set up.", failure.Message);
        Assert.False(failure.IsNotConfigured);
        Assert.Equal(0, third.Calls);
    }

    [Fact]
    public async Task Without_credentials_the_error_lists_every_source_that_was_tried_and_a_remedy()
    {
        S3CredentialsException failure = await S3CredentialsProvider.Default(
            Sample.Options("AWS_EC2_METADATA_DISABLED=true")).FailureAsync();
        Assert.Equal(
            """
            No credentials were found.
            - environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set.
            - web identity: AWS_WEB_IDENTITY_TOKEN_FILE is not set.
            - shared files: there is no profile 'default' in '/none/.aws/credentials' and '/none/.aws/config'.
            - container: neither AWS_CONTAINER_CREDENTIALS_RELATIVE_URI nor AWS_CONTAINER_CREDENTIALS_FULL_URI is set.
            - instance metadata: AWS_EC2_METADATA_DISABLED is true.
            Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile of ~/.aws/config in AWS_PROFILE.
            """,
            failure.Message);
        Assert.True(failure.IsNotConfigured);
    }

    [Fact]
    public async Task The_default_order_is_environment_web_identity_files_container_instance()
    {
        using var tree = new TempTree();
        tree.AddFile("token", "web-token");
        tree.AddFile("credentials", "[default]\naws_access_key_id=FILES\naws_secret_access_key=s\n");
        using var server = new LoopbackServer(request => LoopbackServer.Ok(request.Method switch
        {
            "POST" => Sample.Xml("AssumeRoleWithWebIdentity", "WEB"),
            "PUT" => "imds-token",
            _ when request.Target.EndsWith('/') => "role",
            _ => Sample.Json().Replace(Sample.Id, request.Target == "/container" ? "CONTAINER" : "INSTANCE"),
        }));
        List<string> variables =
        [
            "AWS_EC2_METADATA_SERVICE_ENDPOINT=" + server.Address,
            "AWS_CONTAINER_CREDENTIALS_FULL_URI=" + server.Address + "/container",
            "AWS_SHARED_CREDENTIALS_FILE=" + Path.Combine(tree.Folder, "credentials"),
            "AWS_WEB_IDENTITY_TOKEN_FILE=" + Path.Combine(tree.Folder, "token"),
            "AWS_ACCESS_KEY_ID=ENVIRONMENT",
        ];
        string[] more = ["AWS_ROLE_ARN=arn:r", "AWS_ENDPOINT_URL_STS=" + server.Address, "AWS_SECRET_ACCESS_KEY="];
        string[] expected = ["INSTANCE", "CONTAINER", "FILES", "WEB", "ENVIRONMENT"];
        for (int count = 1; count <= variables.Count; count++)
        {
            more[2] = "AWS_SECRET_ACCESS_KEY=" + (count == variables.Count ? "s" : "");
            IS3CredentialsProvider provider =
                S3CredentialsProvider.Default(Sample.Options([.. variables.Take(count), .. more]));
            Assert.Equal(expected[count - 1], (await provider.GetAsync()).AccessKeyId);
        }
    }

    [Fact]
    public async Task A_profile_that_is_asked_for_is_the_only_one_asked()
    {
        S3CredentialsOptions options =
            Sample.Options("AWS_ACCESS_KEY_ID=AKIA", "AWS_SECRET_ACCESS_KEY=s") with { Profile = "x" };
        S3CredentialsException failure = await S3CredentialsProvider.Default(options).FailureAsync();
        Assert.StartsWith("shared files: there is no profile 'x' in", failure.Message);
        Assert.False(failure.IsNotConfigured);
    }

    [Fact]
    public async Task Many_that_search_at_once_agree()
    {
        int number = 0;
        IS3CredentialsProvider chain = S3CredentialsProvider.FirstOf(
            new ScriptedProvider(async _ =>
            {
                await Task.Yield();
                return Interlocked.Increment(ref number) % 2 == 0 ? Sample.Lent : throw s_absent;
            }),
            new ScriptedProvider(() => Sample.Lasting));
        await Task.WhenAll(Enumerable.Range(0, 64).Select(_ => Task.Run(async () =>
        {
            try
            {
                await chain.GetAsync();
            }
            catch (S3CredentialsException)
            {
                // The first provider was chosen and is not set up the next time: no reason to turn to the other.
            }
        })));
        Assert.Equal("scripted", chain.ToString());
    }

    [Fact]
    public void Options_that_cannot_be_used_are_refused()
    {
        S3CredentialsOptions options = Sample.Options();
        S3CredentialsOptions[] bad =
        [
            options with { Profile = "" }, options with { Region = "" }, options with { Region = "eu/../x" },
            options with { Region = "evil.example#" }, options with { StsEndpoint = new("ftp://x/") },
            options with { StsEndpoint = new("https://user:pass@x/") },
            options with { StsEndpoint = new("/x", UriKind.Relative) },
            options with { StsEndpoint = new("https://x/?a") }, options with { StsEndpoint = new("https://x/a%20b") },
            options with { Environment = null! }, options with { Time = null! },
        ];
        Assert.All(bad, wrong => Assert.ThrowsAny<ArgumentException>(() => S3CredentialsProvider.Default(wrong)));
        AssumeRoleOptions role = new() { RoleArn = "arn:r" };
        AssumeRoleOptions[] badRoles =
        [
            role with { RoleArn = "" }, role with { RoleArn = "a b" }, role with { SessionName = "x" },
            role with { SessionName = "a b" }, role with { ExternalId = "x" },
            role with { Duration = TimeSpan.FromMinutes(14) }, role with { Duration = TimeSpan.FromHours(13) },
        ];
        IS3CredentialsProvider source = S3CredentialsProvider.Fixed(Sample.Lasting);
        Assert.All(badRoles, wrong => Assert.Throws<ArgumentException>(
            () => S3CredentialsProvider.AssumeRole(source, wrong)));
        Assert.Throws<ArgumentException>(() => S3CredentialsProvider.FirstOf());
    }
}
