using System.Globalization;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Requests the credentials of a role from the Security Token Service.</summary>
internal sealed class StsClient
{
    private const string ContentType = "application/x-www-form-urlencoded; charset=utf-8";
    private const string ContentTypeName = "Content-Type";
    private const string Global = "https://sts.amazonaws.com/";
    private const string GlobalRegion = "us-east-1";
    private const int TriesMax = 3;

    private static readonly TimeSpan s_timeMax = TimeSpan.FromSeconds(10);
    private static readonly XmlPath s_errorCode = new("ErrorResponse/Error/Code");

    private readonly CredentialsHttp _http;
    private readonly TimeProvider _time;
    private readonly Uri _endpoint;
    private readonly string _region;

    /// <summary>Creates a client for a region, or for the global service if the region is null.</summary>
    internal StsClient(S3CredentialsOptions options, string who, string? region)
    {
        if (region is not null && !Region.IsValid(region))
        {
            throw CredentialsErrors.Failed(who, "the region is not a valid name", "Check AWS_REGION.");
        }

        _http = new CredentialsHttp(options);
        _time = options.Time;
        _region = region ?? GlobalRegion;
        _endpoint = options.StsEndpoint ?? FromEnvironment(options, who) ?? OfRegion(region);
    }

    /// <summary>Returns the parameters that both ways of assuming a role have in common.</summary>
    internal static List<QueryParameter> FieldsOf(AssumeRoleOptions role)
    {
        List<QueryParameter> fields = [new("RoleArn", role.RoleArn), new("RoleSessionName", role.SessionName)];
        if (role.Duration is { } duration)
        {
            string seconds = ((long)duration.TotalSeconds).ToString(CultureInfo.InvariantCulture);
            fields.Add(new("DurationSeconds", seconds));
        }

        return fields;
    }

    /// <summary>Sends an action and reads the credentials from the response.</summary>
    /// <param name="who">The provider that asks, for messages.</param>
    /// <param name="action">The action.</param>
    /// <param name="fields">The parameters of the action.</param>
    /// <param name="signedBy">The credentials that sign the request, or null for unsigned actions.</param>
    /// <param name="secrets">Values that must not appear in a message.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    internal async ValueTask<S3Credentials> AskAsync(
        string who, string action, IEnumerable<QueryParameter> fields, S3Credentials? signedBy, string?[] secrets,
        CancellationToken cancellationToken)
    {
        byte[] form = Form([new("Action", action), new("Version", "2011-06-15"), .. fields]);
        HttpAnswer answer = await _http.SendAsync(
            () => Request(form, signedBy), TriesMax, s_timeMax, cancellationToken).ConfigureAwait(false);
        string host = _endpoint.Authority;
        if (!answer.IsSuccess)
        {
            string code = CredentialsErrors.Code(Text(answer.Content, s_errorCode), secrets);
            throw CredentialsErrors.Failed(who, $"{answer.Problem}{code} from STS at {host}", Remedy(code));
        }

        string path = $"{action}Response/{action}Result/Credentials/";
        string? Member(string name) => Text(answer.Content, new XmlPath(path + name));
        return Member("AccessKeyId") is not { } id
            ? throw CredentialsErrors.Failed(
                who, $"the response from STS at {host} contains no credentials", "Check the endpoint.")
            : CredentialsCheck.Make(
                who, id, Member("SecretAccessKey"), Member("SessionToken"), Member("Expiration"));
    }

    private static Uri? FromEnvironment(S3CredentialsOptions options, string who)
    {
        if (options.EndpointVariable("STS") is not var (name, text))
        {
            return null;
        }

        bool isUrl = Uri.TryCreate(text, UriKind.Absolute, out Uri? endpoint);
        return isUrl && S3CredentialsOptions.IsEndpoint(endpoint!)
            ? endpoint
            : throw CredentialsErrors.Failed(who, $"{name} is not a URL", "It must be http://... or https://...");
    }

    private static Uri OfRegion(string? region)
    {
        string suffix = region?.StartsWith("cn-", StringComparison.Ordinal) == true ? ".cn" : "";
        return new Uri(region is null ? Global : $"https://sts.{region}.amazonaws.com{suffix}/");
    }

    private static byte[] Form(ReadOnlySpan<QueryParameter> fields)
    {
        var text = new Utf8Builder([]);
        foreach (QueryParameter field in fields)
        {
            if (text.Length > 0)
            {
                text.AppendByte((byte)'&');
            }

            PercentEncoding.AppendValue(field.Name, ref text);
            text.AppendByte((byte)'=');
            PercentEncoding.AppendValue(field.Value, ref text);
        }

        byte[] form = text.AsSpan().ToArray();
        text.Dispose();
        return form;
    }

    // Each attempt is signed again, because a signature is valid for only a few minutes.
    private HttpRequestMessage Request(byte[] form, S3Credentials? signedBy)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, _endpoint) { Content = new ByteArrayContent(form) };
        request.Content.Headers.TryAddWithoutValidation(ContentTypeName, ContentType);
        request.Headers.TryAddWithoutValidation("Accept", "application/xml");
        request.Headers.Host = _endpoint.Authority;
        if (signedBy is not null)
        {
            DateTimeOffset now = _time.GetUtcNow();
            string hash = PayloadHash.Compute(form);
            string authorization = new RequestSigner(signedBy, _region, "sts").GetAuthorization(new SigningRequest
            {
                Method = "POST",
                Host = _endpoint.Authority,
                Path = _endpoint.AbsolutePath,
                Headers = [new(ContentTypeName, ContentType)],
                PayloadHash = hash,
                Time = now,
            });
            request.Headers.TryAddWithoutValidation("x-amz-content-sha256", hash);
            request.Headers.TryAddWithoutValidation("x-amz-date", AmzTime.Format(now));
            request.Headers.TryAddWithoutValidation("Authorization", authorization);
            if (signedBy.SessionToken is not null)
            {
                request.Headers.TryAddWithoutValidation("x-amz-security-token", signedBy.SessionToken);
            }
        }

        return request;
    }

    private static string? Text(byte[] content, XmlPath path)
    {
        try
        {
            return XmlValue.ReadText(content, path);
        }
        catch (S3XmlException)
        {
            return null;
        }
    }

    private static string Remedy(string code) => code.Trim(' ', '(', ')') switch
    {
        "AccessDenied" => "Check who may assume the role, and the external ID.",
        "SignatureDoesNotMatch" or "InvalidClientTokenId" => "Check the credentials that the role is assumed with.",
        "RequestExpired" or "RequestTimeTooSkewed" => "Correct the system clock.",
        "ExpiredToken" or "ExpiredTokenException" or "InvalidIdentityToken" =>
            "Renew the token that the role is assumed with.",
        "RegionDisabledException" => "Set another AWS_REGION, or switch STS on in this one.",
        _ => "Check the role and the credentials that it is assumed with.",
    };
}
