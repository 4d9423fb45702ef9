using System.Net;

namespace Doppel.S3;

/// <summary>Requests the credentials of a role from the endpoint of an ECS or EKS container.</summary>
internal sealed class ContainerCredentials(S3CredentialsOptions options) : IS3CredentialsProvider
{
    private const string Who = "container";
    private const string RelativeName = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI";
    private const string FullName = "AWS_CONTAINER_CREDENTIALS_FULL_URI";
    private const string TokenFileName = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE";
    private const string TokenName = "AWS_CONTAINER_AUTHORIZATION_TOKEN";
    private const string EcsHost = "http://169.254.170.2";
    private const int TriesMax = 3;

    private static readonly TimeSpan s_timeMax = TimeSpan.FromSeconds(2);

    // The fixed addresses of ECS and EKS: neither DNS nor routing decides which host answers.
    private static readonly IPAddress[] s_addresses =
        [IPAddress.Parse("169.254.170.2"), IPAddress.Parse("169.254.170.23"), IPAddress.Parse("fd00:ec2::23")];

    private readonly CredentialsHttp _http = new(options);

    public async ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        Uri address = Address();
        string? token = await TokenAsync(cancellationToken).ConfigureAwait(false);
        HttpAnswer answer = await _http.SendAsync(
            () =>
            {
                var request = new HttpRequestMessage(HttpMethod.Get, address);
                request.Headers.TryAddWithoutValidation("Accept", "application/json");
                if (token is not null)
                {
                    request.Headers.TryAddWithoutValidation("Authorization", token);
                }

                return request;
            },
            TriesMax, s_timeMax, cancellationToken).ConfigureAwait(false);
        string host = $"{address.Scheme}://{address.Authority}";
        if (!answer.IsSuccess)
        {
            throw CredentialsErrors.Failed(
                Who, $"{answer.Problem} from {host}", "Check the role of the task or pod, and its agent.");
        }

        CredentialsJson json = CredentialsJson.Read(answer.Content, "Token") ?? throw CredentialsErrors.Failed(
            Who, $"the response from {host} contains no credentials", $"Check {RelativeName} and {FullName}.");
        return json.Make(Who);
    }

    public override string ToString() => Who;

    private Uri Address()
    {
        if (options.Variable(RelativeName) is { } path)
        {
            return path[0] == '/' && Uri.TryCreate(EcsHost + path, UriKind.Absolute, out Uri? below)
                ? below
                : throw CredentialsErrors.Failed(Who, $"{RelativeName} is not a path", "It must begin with '/'.");
        }

        if (options.Variable(FullName) is not { } full)
        {
            throw CredentialsErrors.NotConfigured(Who, $"neither {RelativeName} nor {FullName} is set");
        }

        if (!Uri.TryCreate(full, UriKind.Absolute, out Uri? address) || address.UserInfo.Length > 0)
        {
            throw CredentialsErrors.Failed(Who, $"{FullName} is not a URL", "It must be http://... or https://...");
        }

        return IsAllowed(address) ? address : throw CredentialsErrors.Failed(
            Who, $"{FullName} leads to a host that credentials are not taken from",
            "Allowed are https, this machine, 169.254.170.2, 169.254.170.23 and [fd00:ec2::23].");
    }

    private static bool IsAllowed(Uri address)
    {
        if (address.Scheme == Uri.UriSchemeHttps)
        {
            return true;
        }

        bool isAddress = IPAddress.TryParse(address.DnsSafeHost, out IPAddress? ip);
        return address.Scheme == Uri.UriSchemeHttp
            && (isAddress ? IPAddress.IsLoopback(ip!) || s_addresses.Contains(ip) : address.Host == "localhost");
    }

    // Read the file each time: it is rewritten while the container runs.
    private async ValueTask<string?> TokenAsync(CancellationToken cancellationToken)
    {
        string? token = options.Variable(TokenName);
        string from = TokenName;
        if (options.Variable(TokenFileName) is { } path)
        {
            from = TokenFileName;
            token = await BoundedRead.ReadFileAsync(Who, path, CredentialsHttp.BytesMax, cancellationToken)
                .ConfigureAwait(false);
            token = token?.TrimEnd('\r', '\n') ?? throw CredentialsErrors.Failed(
                Who, $"the file of {TokenFileName} is not there", "Check how the container is started.");
        }

        return token is null || !token.AsSpan().ContainsAnyExceptInRange(' ', '~') ? token
            : throw CredentialsErrors.Failed(Who, $"{from} has characters that no header has", "Set it again.");
    }
}
