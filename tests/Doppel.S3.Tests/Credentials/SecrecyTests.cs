using System.Text;
using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Credentials;

/// <summary>Whatever goes wrong with whomever, no text that comes of it has a secret in it.</summary>
public sealed class SecrecyTests : IDisposable
{
    // A word, so that what is a word may be thought harmless.
    private const string ContainerToken = "ContainerTokenSecret";
    private const string MetadataToken = "MetadataTokenSecret";
    private const string WebToken = "WebTokenSecret";
    private const string ExternalId = "ExternalIdSecret";
    private const string SourceSecret = "SourceSecretKey";
    private const string SourceToken = "SourceSessionToken";

    private static readonly string[] s_secrets =
    [
        Sample.Secret, Sample.Token, ContainerToken, MetadataToken, WebToken, ExternalId, SourceSecret, SourceToken,
    ];

    private readonly TempTree _tree = new();

    public static TheoryData<string, string> Remote
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (string who in (string[])["container", "instance", "role", "web"])
            {
                foreach (string fault in s_faults.Keys.Where(fault => !fault.Contains(" of ") || fault.EndsWith(who)))
                {
                    data.Add(who, fault);
                }
            }

            return data;
        }
    }

    // What everybody is answered, given all that was sent and what should have been answered.
    private static readonly Dictionary<string, Func<string, string, byte[]>> s_faults = new()
    {
        ["closed"] = (_, _) => [],
        ["no HTTP"] = (sent, right) => Encoding.UTF8.GetBytes(sent + right + "\r\n\r\n"),
        ["bad header"] = (sent, _) => Encoding.UTF8.GetBytes("HTTP/1.1 200 OK\r\n" + Line(sent) + "\r\n\r\n"),
        ["bad status"] = (sent, _) => Encoding.UTF8.GetBytes("HTTP/1.1 " + Line(sent) + "\r\n\r\n"),
        ["bad chunk"] = (sent, _) => Encoding.UTF8.GetBytes(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Line(sent) + "\r\n"),
        ["cut"] = (_, right) => LoopbackServer.Ok(right)[..^20],
        ["cut document"] = (_, right) => LoopbackServer.Ok(right[..^20]),
        ["too long"] = (_, right) => LoopbackServer.Ok(right + new string(' ', 65536)),
        ["echo"] = (sent, right) => LoopbackServer.Ok(sent + right),
        ["refusal"] = (sent, right) => LoopbackServer.Answer(403, sent + right),
        ["fault"] = (sent, right) => LoopbackServer.Answer(503, sent + right),
        ["redirect"] = (sent, _) => Encoding.UTF8.GetBytes(
            $"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/{Uri.EscapeDataString(sent)}\r\n"
                + "Content-Length: 0\r\n\r\n"),
        ["no id"] = (_, right) => LoopbackServer.Ok(right.Replace("AccessKeyId", "Other")),
        ["no secret"] = (_, right) => LoopbackServer.Ok(right.Replace("SecretAccessKey", "AccessKey")),
        ["secret for an id"] = (_, right) => LoopbackServer.Ok(right.Replace(Sample.Id, Sample.Secret)),
        ["secret for a time"] = (_, right) => LoopbackServer.Ok(right.Replace(Sample.End, Sample.Secret)),
        ["past"] = (_, right) => LoopbackServer.Ok(right.Replace(Sample.End, "2001-01-01T00:00:00Z")),
        ["broken secret"] = (_, right) => LoopbackServer.Ok(right.Replace(Sample.Secret, Sample.Secret + " x")),
        ["broken token"] = (_, right) => LoopbackServer.Ok(right.Replace(Sample.Token, Sample.Token + "é")),
        ["number for a secret"] = (_, right) => LoopbackServer.Ok(right.Replace('"' + Sample.Secret + '"', "1")
            .Replace($">{Sample.Secret}<", "><")),
        ["secret as code of role"] = (_, _) => Code(SourceSecret),
        ["session as code of role"] = (_, _) => Code("x" + SourceToken),
        ["half a session as code of role"] = (_, _) => Code(SourceToken[..9]),
        ["external id as code of role"] = (_, _) => Code(ExternalId),
        ["token as code of web"] = (_, _) => Code(WebToken),
        ["token as code of instance"] = (_, right) => LoopbackServer.Ok(right.Replace("Success", MetadataToken)),
    };

    public void Dispose() => _tree.Dispose();

    [Theory, MemberData(nameof(Remote))]
    public async Task No_fault_of_a_server_shows_a_secret(string who, string fault)
    {
        using var server = new LoopbackServer(request =>
        {
            string sent = string.Join("\n", request.Headers.Select(header => header.Value)) + "\n" + request.Body;
            string right = who switch
            {
                "role" => Sample.Xml("AssumeRole"),
                "web" => Sample.Xml("AssumeRoleWithWebIdentity"),
                _ => Sample.Json(),
            };
            bool asksForRole = who == "instance" && request.Target.EndsWith('/');
            return request.Method switch
            {
                "PUT" => LoopbackServer.Ok(MetadataToken),
                _ when asksForRole && fault != "echo" => LoopbackServer.Ok("role"),
                _ => s_faults[fault](sent, right),
            };
        });
        Write("token", WebToken);
        S3CredentialsOptions options = Sample.Options(
            "AWS_CONTAINER_CREDENTIALS_FULL_URI=" + server.Address + "/?" + ContainerToken,
            "AWS_CONTAINER_AUTHORIZATION_TOKEN=" + ContainerToken,
            "AWS_EC2_METADATA_SERVICE_ENDPOINT=" + server.Address,
            "AWS_WEB_IDENTITY_TOKEN_FILE=" + Path.Combine(_tree.Folder, "token"), "AWS_ROLE_ARN=arn:r",
            "AWS_ENDPOINT_URL=" + server.Address);
        IS3CredentialsProvider source = S3CredentialsProvider.Fixed(new S3Credentials
        {
            AccessKeyId = "AKIASOURCE",
            SecretAccessKey = SourceSecret,
            SessionToken = SourceToken,
        });
        IS3CredentialsProvider provider = who switch
        {
            "container" => S3CredentialsProvider.FromContainer(options),
            "instance" => S3CredentialsProvider.FromInstanceMetadata(options),
            "web" => S3CredentialsProvider.FromWebIdentity(options),
            _ => S3CredentialsProvider.AssumeRole(
                source, new AssumeRoleOptions { RoleArn = "arn:r", ExternalId = ExternalId }, options),
        };
        Check(await provider.FailureAsync(), provider, options);
    }

    [Theory]
    [InlineData("cat; exit 1"), InlineData("cat >&2; exit 1"), InlineData("cat; cat"), InlineData("cat; echo x")]
    [InlineData("head -c 60"), InlineData("sed s/Version/Other/"), InlineData("sed s/AccessKeyId/Other/")]
    [InlineData("sed s/2024/x/"), InlineData("sed s/2024/2001/"), InlineData("sed 's/secret/ secret/'")]
    [InlineData("cat; head -c 70000 /dev/zero")]
    public async Task No_fault_of_a_process_shows_a_secret(string filter)
    {
        Write("json", Sample.Json("SessionToken", "\"Version\": 1, "));
        Write("script", $"{filter.Replace("cat", "cat $1")} < \"$1\"");
        string command = $"sh '{Path.Combine(_tree.Folder, "script")}' '{Path.Combine(_tree.Folder, "json")}'";
        IS3CredentialsProvider provider =
            S3CredentialsProvider.FromProcess(command + " --token " + ContainerToken, Sample.Options());
        Check(await provider.FailureAsync(), provider);
        string[] unusable = [$"{SourceSecret}=1 x", $"'{SourceSecret}", $"/no/{SourceSecret} {WebToken}"];
        foreach (string broken in unusable)
        {
            provider = S3CredentialsProvider.FromProcess(broken, Sample.Options());
            Check(await provider.FailureAsync(), provider);
        }
    }

    [Theory]
    [InlineData("$")]
    [InlineData("[default]\n$")]
    [InlineData("[default]\naws_access_key_id=$\naws_secret_access_key=x y")]
    [InlineData("[default]\naws_access_key_id=x/$\naws_secret_access_key=$")]
    [InlineData("[default]\naws_secret_access_key=$")]
    [InlineData("[default]\naws_access_key_id=A\naws_secret_access_key=$ $"), InlineData("[default $")]
    [InlineData("[default]\naws_access_key_id=A\naws_secret_access_key=$\n more")]
    [InlineData("[default]\naws_access_key_id=A\naws_secret_access_key=s\naws_session_token=$ é")]
    [InlineData("[default]\nrole_arn=a\nexternal_id=$"), InlineData("[default]\nrole_arn=a\ncredential_source=$")]
    [InlineData("[default]\nrole_arn=a\nrole_session_name=$ $\nsource_profile=x")]
    [InlineData("[default]\nrole_arn=a\nduration_seconds=$\nsource_profile=x")]
    [InlineData("[default]\ncredential_process=$")]
    public async Task No_fault_of_a_file_shows_a_secret(string text)
    {
        Write("credentials", text.Replace("$", SourceSecret));
        IS3CredentialsProvider provider = S3CredentialsProvider.FromProfile(
            Sample.Options("AWS_SHARED_CREDENTIALS_FILE=" + Path.Combine(_tree.Folder, "credentials")));
        Check(await provider.FailureAsync(), provider);
    }

    [Theory]
    [InlineData("AWS_SECRET_ACCESS_KEY=$"), InlineData("AWS_ACCESS_KEY_ID=$/", "AWS_SECRET_ACCESS_KEY=$")]
    [InlineData("AWS_ACCESS_KEY_ID=A", "AWS_SECRET_ACCESS_KEY=$ ")]
    [InlineData("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI=$")]
    [InlineData("AWS_CONTAINER_CREDENTIALS_FULL_URI=$"), InlineData("AWS_CONTAINER_CREDENTIALS_FULL_URI=http://a:$@x/")]
    [InlineData("AWS_CONTAINER_CREDENTIALS_FULL_URI=http://127.0.0.1:1/$", "AWS_CONTAINER_AUTHORIZATION_TOKEN=$\n")]
    [InlineData("AWS_CONTAINER_CREDENTIALS_FULL_URI=http://example.org/$")]
    [InlineData("AWS_EC2_METADATA_SERVICE_ENDPOINT=$")]
    [InlineData("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE=$")]
    [InlineData("AWS_EC2_METADATA_SERVICE_ENDPOINT=http://a:$@b")]
    public async Task No_fault_of_a_variable_shows_a_secret(params string[] variables)
    {
        S3CredentialsOptions options =
            Sample.Options([.. variables.Select(variable => variable.Replace("$", SourceSecret))]);
        IS3CredentialsProvider provider = S3CredentialsProvider.Default(options);
        Check(await provider.FailureAsync(), provider, options);
    }

    private static void Check(S3CredentialsException failure, params object[] others)
    {
        string text = failure + "\n" + string.Join("\n", others);
        Assert.All(s_secrets, secret => Assert.DoesNotContain(secret, text, StringComparison.OrdinalIgnoreCase));
        Assert.DoesNotContain(Uri.EscapeDataString(Sample.Secret), text);
        Assert.NotEmpty(failure.Message);
    }

    private static byte[] Code(string code) => LoopbackServer.Answer(
        400, $"<ErrorResponse><Error><Code>{code}</Code></Error></ErrorResponse>");

    private static string Line(string text) => text.Replace('\n', ' ').Replace("\r", "");

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_tree.Folder, name), text);
}
