using System.Net;
using System.Text;

namespace Doppel.S3;

/// <summary>
/// Requests the credentials of an EC2 instance's role from its metadata service. Only version 2 is used: every request
/// carries a token.
/// </summary>
internal sealed class InstanceMetadataCredentials(S3CredentialsOptions options) : IS3CredentialsProvider
{
    private const string Who = "instance metadata";
    private const string DisabledName = "AWS_EC2_METADATA_DISABLED";
    private const string EndpointName = "AWS_EC2_METADATA_SERVICE_ENDPOINT";
    private const string ModeName = "AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE";
    private const string TokenPath = "latest/api/token";
    private const string RolePath = "latest/meta-data/iam/security-credentials/";
    private const string Remedy = "Check the role of the instance and its metadata options.";
    private const int TriesMax = 3;

    // Outside EC2 no one answers, and a caller waits until that is certain.
    private static readonly TimeSpan s_timeMax = TimeSpan.FromSeconds(1);

    private readonly CredentialsHttp _http = new(options);

    public async ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        if (S3CredentialsOptions.IsTrue(options.Variable(DisabledName)))
        {
            throw CredentialsErrors.NotConfigured(Who, $"{DisabledName} is true");
        }

        Uri endpoint = Endpoint();
        string token = await TokenAsync(endpoint, cancellationToken).ConfigureAwait(false);
        string role = await RoleAsync(endpoint, token, cancellationToken).ConfigureAwait(false);
        HttpAnswer answer =
            await AskAsync(new Uri(endpoint, RolePath + role), token, cancellationToken).ConfigureAwait(false);
        if (!answer.IsSuccess)
        {
            throw CredentialsErrors.Failed(Who, $"{answer.Problem} for role {role}", Remedy);
        }

        CredentialsJson json = CredentialsJson.Read(answer.Content, "Token") ?? throw CredentialsErrors.Failed(
            Who, "the response contains no credentials", Remedy);
        if (json.Code is not null and not "Success")
        {
            throw CredentialsErrors.Failed(
                Who, $"no credentials for role {role}{CredentialsErrors.Code(json.Code, token)}", Remedy);
        }

        return json.Make(Who);
    }

    public override string ToString() => Who;

    private Uri Endpoint()
    {
        string? mode = options.Variable(ModeName);
        bool isSix = string.Equals(mode, "IPv6", StringComparison.OrdinalIgnoreCase);
        if (mode is not null && !isSix && !string.Equals(mode, "IPv4", StringComparison.OrdinalIgnoreCase))
        {
            throw CredentialsErrors.Failed(Who, $"{ModeName} must be IPv4 or IPv6", "Set it again.");
        }

        string text = options.Variable(EndpointName) ?? (isSix ? "http://[fd00:ec2::254]" : "http://169.254.169.254");
        return Uri.TryCreate(text.TrimEnd('/') + "/", UriKind.Absolute, out Uri? endpoint)
            && S3CredentialsOptions.IsEndpoint(endpoint)
            ? endpoint
            : throw CredentialsErrors.Failed(Who, $"{EndpointName} is not a URL", "It must be http://... or unset.");
    }

    private async ValueTask<string> TokenAsync(Uri endpoint, CancellationToken cancellationToken)
    {
        HttpAnswer answer = await _http.SendAsync(
            () =>
            {
                var request = new HttpRequestMessage(HttpMethod.Put, new Uri(endpoint, TokenPath));
                request.Headers.TryAddWithoutValidation("X-aws-ec2-metadata-token-ttl-seconds", "60");
                return request;
            },
            triesMax: 1, s_timeMax, cancellationToken).ConfigureAwait(false);
        string token = Encoding.Latin1.GetString(answer.Content);
        if (answer.IsSuccess && token.Length > 0 && !token.AsSpan().ContainsAnyExceptInRange('!', '~'))
        {
            return token;
        }

        if (answer.IsSuccess)
        {
            throw CredentialsErrors.Failed(Who, $"the response from {endpoint.Authority} is not a token", Remedy);
        }

        // In a container, the response to the first request is dropped on its way: every additional host counts as a
        // hop.
        if (answer.Fault is not null)
        {
            throw CredentialsErrors.NotConfigured(
                Who, $"{answer.Fault} at {endpoint.Authority}; in a container on EC2 the hop limit has to be 2");
        }

        throw answer.Status == HttpStatusCode.Forbidden
            ? CredentialsErrors.Failed(Who, "it is switched off for this instance (403)", Remedy)
            : CredentialsErrors.NotConfigured(
                Who, $"{endpoint.Authority} gives no token of version 2 (status {(int)answer.Status})");
    }

    private async ValueTask<string> RoleAsync(Uri endpoint, string token, CancellationToken cancellationToken)
    {
        HttpAnswer answer =
            await AskAsync(new Uri(endpoint, RolePath), token, cancellationToken).ConfigureAwait(false);
        if (answer.Fault is null && answer.Status == HttpStatusCode.NotFound)
        {
            throw CredentialsErrors.NotConfigured(Who, "the instance has no role");
        }

        if (!answer.IsSuccess)
        {
            throw CredentialsErrors.Failed(Who, $"{answer.Problem} instead of the name of a role", Remedy);
        }

        string role = Encoding.Latin1.GetString(answer.Content).Split('\n')[0].Trim();
        bool isName = role.Length is > 0 and <= 64 && role is not ("." or "..")
            && !role.Contains(token, StringComparison.Ordinal)
            && role.All(c => char.IsAsciiLetterOrDigit(c) || "+=,.@-_".Contains(c, StringComparison.Ordinal));
        return isName ? role : throw CredentialsErrors.Failed(
            Who, "the response is not the name of a role", Remedy);
    }

    private ValueTask<HttpAnswer> AskAsync(Uri address, string token, CancellationToken cancellationToken) =>
        _http.SendAsync(
            () =>
            {
                var request = new HttpRequestMessage(HttpMethod.Get, address);
                request.Headers.TryAddWithoutValidation("X-aws-ec2-metadata-token", token);
                return request;
            },
            TriesMax, s_timeMax, cancellationToken);
}
