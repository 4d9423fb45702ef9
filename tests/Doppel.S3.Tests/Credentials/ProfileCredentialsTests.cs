using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Credentials;

public sealed class ProfileCredentialsTests : IDisposable
{
    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public async Task Keys_of_a_profile_are_read_whatever_surrounds_them()
    {
        Write("credentials", $"""
            # a comment
            ; another
            [other]
            aws_access_key_id = OTHER
            aws_secret_access_key = x

            [ default ]  # the one
            AWS_ACCESS_KEY_ID={Sample.Id}
              # indented comment
            aws_secret_access_key   =   {Sample.Secret} ; behind a blank
            aws_session_token = {Sample.Token}
            """);
        Assert.Equal(Sample.Lent with { Expiration = null }, await Profile().GetAsync());
        Assert.Equal("OTHER", (await Profile("AWS_PROFILE=other").GetAsync()).AccessKeyId);
        Assert.Equal("profile 'other'", Profile("AWS_PROFILE=other").ToString());
    }

    [Fact]
    public async Task Windows_lines_a_byte_order_mark_and_indented_sections_are_read()
    {
        Write("credentials", "\uFEFF[default]\r\n  aws_access_key_id = A\r\n  aws_secret_access_key = a#b;c\r\n");
        Assert.Equal("a#b;c", (await Profile().GetAsync()).SecretAccessKey);
    }

    [Fact]
    public async Task Config_has_profiles_by_their_word_and_credentials_count_more()
    {
        Write("config", """
            [default]
            aws_access_key_id = CONFIG
            aws_secret_access_key = config
            region = eu-west-1
            [profile x]
            aws_access_key_id = X
            aws_secret_access_key = x
            s3 =
              region = nested
              aws_secret_access_key = nested
            [profile "a b"]
            aws_access_key_id = AB
            aws_secret_access_key = ab
            [y]
            aws_access_key_id = Y
            aws_secret_access_key = y
            [sso-session x]
            aws_access_key_id = SESSION
            """);
        Write("credentials", "[default]\naws_access_key_id = CREDENTIALS\naws_secret_access_key = s\n");
        Assert.Equal("CREDENTIALS", (await Profile().GetAsync()).AccessKeyId);
        Assert.Equal(("X", "x"), Keys(await Profile("AWS_PROFILE=x").GetAsync()));
        Assert.Equal(("AB", "ab"), Keys(await Profile("AWS_PROFILE=a b").GetAsync()));
        Assert.Contains("no profile 'y'", (await Profile("AWS_PROFILE=y").FailureAsync()).Message);
    }

    [Fact]
    public async Task Files_lie_where_variables_say_and_tilde_is_home()
    {
        Write("elsewhere", "[default]\naws_access_key_id = E\naws_secret_access_key = s\n");
        Assert.Equal("E", (await Profile("AWS_SHARED_CREDENTIALS_FILE=~/.aws/elsewhere").GetAsync()).AccessKeyId);
    }

    [Fact]
    public async Task A_role_is_assumed_with_its_source_over_several_profiles()
    {
        using var server = new LoopbackServer(request => LoopbackServer.Ok(Sample.Xml(
            "AssumeRole", "VIA" + request.Header("Authorization")!.Split('=', '/')[1])));
        Write("config", """
            [profile outer]
            role_arn = arn:outer
            source_profile = middle
            role_session_name = me
            external_id = secret word
            duration_seconds = 900
            region = eu-south-1
            [profile middle]
            role_arn = arn:middle
            source_profile = self
            [profile self]
            role_arn = arn:self
            source_profile = self
            aws_access_key_id = ROOT
            aws_secret_access_key = s
            """);
        IS3CredentialsProvider provider =
            Profile("AWS_PROFILE=outer", "AWS_ENDPOINT_URL_STS=" + server.Address);
        Assert.Equal("VIAVIAVIAROOT", (await provider.GetAsync()).AccessKeyId);
        Assert.Equal(
            ["arn%3Aself", "arn%3Amiddle", "arn%3Aouter"],
            server.Requests.Select(request => request.Body.Split("RoleArn=")[1].Split('&')[0]));
        Assert.EndsWith(
            "RoleSessionName=me&DurationSeconds=900&ExternalId=secret%20word", server.Requests.Last().Body);
        Assert.Contains("/eu-south-1/sts/", server.Requests.Last().Header("Authorization"));
        Assert.Contains("/us-east-1/sts/", server.Requests.First().Header("Authorization"));
    }

    [Theory]
    [InlineData("source_profile = default", "profile 'default': it has no credentials")]
    [InlineData(
        "source_profile = a\n[profile a]\nrole_arn = x\nsource_profile = default",
        "leads in a circle: default -> a -> default")]
    [InlineData(
        "source_profile = a\n[profile a]\nrole_arn = x\nsource_profile = a", "profile 'a': it has no credentials")]
    [InlineData("source_profile = gone", "source_profile 'gone' is not there")]
    [InlineData("", "wants either source_profile")]
    [InlineData("source_profile = a\ncredential_source = Environment", "wants either source_profile")]
    [InlineData("credential_source = Moon", "credential_source is none")]
    [InlineData("source_profile = a\nmfa_serial = arn:mfa", "mfa_serial needs a code")]
    [InlineData("source_profile = a\nduration_seconds = 1h", "duration_seconds is not a number")]
    [InlineData("source_profile = a\nduration_seconds = 60", "Duration is 15 minutes")]
    [InlineData("source_profile = a\nrole_session_name = a b", "SessionName has")]
    [InlineData("credential_source = Environment", "no source credentials for the role: environment")]
    public async Task A_role_that_cannot_be_assumed_says_why(string settings, string expected)
    {
        Write("config", "[default]\nrole_arn = arn:r\n" + settings + "\n");
        S3CredentialsException failure = await Profile().FailureAsync();
        Assert.False(failure.IsNotConfigured);
        Assert.Contains(expected, failure.Message);
    }

    [Fact]
    public async Task A_chain_of_sources_has_a_limit()
    {
        Write("config", string.Concat(Enumerable.Range(0, 20).Select(
            i => $"[profile p{i}]\nrole_arn = arn:{i}\nsource_profile = p{i + 1}\n")));
        Assert.Contains("more than 8 profiles: p0 -> p1", (await Profile("AWS_PROFILE=p0").FailureAsync()).Message);
    }

    [Fact]
    public async Task A_role_may_be_assumed_with_what_the_machine_lends()
    {
        using var server = new LoopbackServer(request => LoopbackServer.Ok(request.Method switch
        {
            "POST" => Sample.Xml("AssumeRole", "VIA" + request.Header("Authorization")!.Split('=', '/')[1]),
            "PUT" => "imds",
            _ when request.Target.EndsWith('/') => "role",
            _ => Sample.Json().Replace(Sample.Id, request.Target == "/c" ? "CONTAINER" : "INSTANCE"),
        }));
        foreach ((string source, string expected) in ((string, string)[])
            [("Ec2InstanceMetadata", "INSTANCE"), ("EcsContainer", "CONTAINER"), ("Environment", "ENVIRONMENT")])
        {
            Write("config", $"[default]\nrole_arn = arn:r\ncredential_source = {source}\n");
            Assert.Equal("VIA" + expected, (await Profile(
                "AWS_ACCESS_KEY_ID=ENVIRONMENT", "AWS_SECRET_ACCESS_KEY=s",
                "AWS_CONTAINER_CREDENTIALS_FULL_URI=" + server.Address + "/c",
                "AWS_EC2_METADATA_SERVICE_ENDPOINT=" + server.Address,
                "AWS_ENDPOINT_URL_STS=" + server.Address).GetAsync()).AccessKeyId);
        }
    }

    [Fact]
    public async Task A_profile_may_have_a_web_identity_or_a_process()
    {
        using var server = new LoopbackServer(
            request => LoopbackServer.Ok(Sample.Xml("AssumeRoleWithWebIdentity", "WEB")));
        Write("token", "web-token");
        Write("json", Sample.Json("SessionToken", "\"Version\": 1, "));
        Write("config", $"""
            [profile web]
            role_arn = arn:r
            web_identity_token_file = {Path.Combine(_tree.Folder, ".aws", "token")}
            [profile process]
            credential_process = cat "{Path.Combine(_tree.Folder, ".aws", "json")}"
            """);
        Assert.Equal("WEB", (await Profile(
            "AWS_PROFILE=web", "AWS_ENDPOINT_URL_STS=" + server.Address).GetAsync()).AccessKeyId);
        Assert.Equal(Sample.Lent, await Profile("AWS_PROFILE=process").GetAsync());
    }

    [Theory]
    [InlineData("sso_session = x"), InlineData("sso_start_url = https://x"), InlineData("login_session = x")]
    public async Task A_profile_with_browser_sign_in_fails_with_a_workaround(string setting)
    {
        Write("config", "[default]\n" + setting + "\n");
        Assert.Contains(
            "credential_process = aws configure export-credentials --profile default",
            (await Profile().FailureAsync()).Message);
    }

    [Fact]
    public async Task No_profile_is_not_configured_unless_it_is_asked_for()
    {
        Assert.True((await Profile().FailureAsync()).IsNotConfigured);
        Write("config", "[default]\nregion = x\n");
        Assert.True((await Profile().FailureAsync()).IsNotConfigured);
        Assert.False((await Profile("AWS_PROFILE=default").FailureAsync()).IsNotConfigured);
        Assert.False((await Profile("AWS_PROFILE=gone").FailureAsync()).IsNotConfigured);
    }

    [Theory]
    [InlineData("aws_access_key_id = x", 1), InlineData("[default]\nword", 2), InlineData("[default\na = b", 1)]
    [InlineData("[default]\n\n= b", 3), InlineData("[]x\n]", 1)]
    public async Task A_malformed_line_is_reported_by_its_number(string text, int line)
    {
        Write("credentials", text);
        S3CredentialsException failure = await Profile().FailureAsync();
        Assert.Contains($"line {line} of '", failure.Message);
        Assert.False(failure.IsNotConfigured);
    }

    [Fact]
    public async Task Files_that_are_none_are_refused()
    {
        Write("credentials", "[default]\n" + new string('#', 1024 * 1024));
        Assert.Contains("more than 1048576 bytes", (await Profile().FailureAsync()).Message);
        File.WriteAllBytes(Path.Combine(_tree.Folder, ".aws", "credentials"), [(byte)'#', 0xFF]);
        Assert.Contains("is not UTF-8", (await Profile().FailureAsync()).Message);
        File.Delete(Path.Combine(_tree.Folder, ".aws", "credentials"));
        Directory.CreateDirectory(Path.Combine(_tree.Folder, ".aws", "credentials"));
        Assert.Contains("cannot be read", (await Profile().FailureAsync()).Message);
    }

    [Fact]
    public async Task Random_files_are_read_or_refused_and_nothing_else()
    {
        string[] pieces =
        [
            "[default]", "[", "]", "[profile ", "[services ", "\n", "\n  ", " = ", "=", "aws_access_key_id",
            "aws_secret_access_key", "role_arn", "source_profile", "default", "credential_source", "x", "#", ";", " ",
            "\t", "\"", "é", "\r\n",
        ];
        for (int seed = Testing.TestRun.Count(300, 5000); seed > 0; seed--)
        {
            var random = new Random(seed);
            Write("config", string.Concat(random.GetItems(pieces, random.Next(30))));
            Write("credentials", "[default]\n" + string.Concat(random.GetItems(pieces, random.Next(30))));
            try
            {
                await Profile().GetAsync();
            }
            catch (S3CredentialsException)
            {
                // What is wrong with a file is always one of these.
            }
        }
    }

    private static (string Id, string Secret) Keys(S3Credentials credentials) =>
        (credentials.AccessKeyId, credentials.SecretAccessKey);

    private S3CredentialsOptions Options(params string[] variables) =>
        Sample.Options([.. variables, "HOME=" + _tree.Folder]);

    private IS3CredentialsProvider Profile(params string[] variables) =>
        S3CredentialsProvider.FromProfile(Options(variables));

    private void Write(string name, string text)
    {
        Directory.CreateDirectory(Path.Combine(_tree.Folder, ".aws"));
        File.WriteAllText(Path.Combine(_tree.Folder, ".aws", name), text);
    }
}
