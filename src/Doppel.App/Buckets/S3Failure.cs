using System.Security.Authentication;
using System.Text;
using Doppel.S3;

namespace Doppel.App;

/// <summary>
/// Turns exceptions from the client into a one-line message and a hint, which may have several lines.
/// </summary>
internal static class S3Failure
{
    // Printed before every hint, so it counts for the width of the first line.
    private const string HintPrefix = "hint: ";

    /// <summary>Returns whether a failure comes from the environment and is not a bug in the program.</summary>
    internal static bool IsKnown(Exception failure) => failure is S3Exception or S3CredentialsException
        or OperationCanceledException or (IOException and not BrokenPipeException) or UnauthorizedAccessException;

    /// <summary>Returns whether a failure concerns only one object or file, so that the next one may succeed.</summary>
    internal static bool IsOfOne(Exception failure) => failure switch
    {
        S3Exception refused => !refused.AffectsAllRequests,
        IOException => failure is not BrokenPipeException,
        _ => failure is UnauthorizedAccessException,
    };

    /// <summary>Returns a description for a line about one object, escaped and without a full stop.</summary>
    internal static string Describe(Exception failure) => Quote.Sentence(failure switch
    {
        S3Exception => failure.Message,
        S3CredentialsException => FirstLine(failure.Message),
        OperationCanceledException => "it was cancelled",
        _ => SystemText.Of(failure),
    }).TrimEnd('.');

    /// <summary>Returns the exception that ends a run, with a message and a hint.</summary>
    internal static UsageException ToUsage(Exception failure) => new(Describe(failure), HintOf(failure));

    private static string? HintOf(Exception failure) => failure switch
    {
        S3CredentialsException => CredentialsHint(failure.Message),
        S3Exception { Region: { } region, Code: "PermanentRedirect" or "AuthorizationHeaderMalformed" } =>
            $"--region {Quote.Sentence(region)}",
        S3Exception { InnerException.InnerException: AuthenticationException } =>
            "make the system trust the certificate of your server; on Linux, SSL_CERT_FILE=FILE also works",
        S3Exception { IsOutage: true, Code: not S3ErrorCode.Connection } => "--retry-for 10m waits longer",
        S3Exception refused => HintOf(refused.Code),
        _ => null,
    };

    private static string? HintOf(string code) => code switch
    {
        "NoSuchBucket" => "doppel s3 ls lists the buckets, doppel s3 mb creates one",
        "InvalidBucketName" => "bucket names have 3 to 63 lower-case letters, digits, '-' and '.'",
        "SignatureDoesNotMatch" => "check the secret key and --region",
        "InvalidAccessKeyId" => "the server does not know the access key; check --endpoint and --aws-profile",
        "AccessDenied" or "Forbidden" =>
            "these keys have no permission; use other keys with --aws-profile, or try --requester-pays",
        "RequestTimeTooSkewed" => "set the clock of this machine",
        S3ErrorCode.Connection or S3ErrorCode.Timeout =>
            "check --endpoint, and that the server is running; --retry-for 10m waits longer",
        S3ErrorCode.TooSlow => "the server or the network is too slow; try again later",
        "PreconditionFailed" or "NotImplemented" => "--overwrite sends no condition",
        _ => null,
    };

    // The first line is already in the message. It is followed by one line for each source that was searched, in order,
    // and by what to do. The hint begins with what to do.
    private static string CredentialsHint(string message)
    {
        const string Public = "For public buckets, --no-sign needs no keys.";
        const string Profile = "--aws-profile NAME also selects a profile.";
        string[] lines = message.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (lines.Length == 1)
        {
            return Public;
        }

        var searched = new StringBuilder("looked for credentials in this order:\n");
        var remedy = new StringBuilder();
        foreach (string line in lines.Skip(1))
        {
            if (line.StartsWith("- ", StringComparison.Ordinal))
            {
                Wrapped.Append(searched, Quote.Sentence(line[2..]), indent: 2, hanging: 2);
            }
            else if (!line.EndsWith(':'))
            {
                remedy.Append(Quote.Sentence(line)).Append(' ');
            }
        }

        var hint = new StringBuilder();
        Wrapped.Append(hint, $"{HintPrefix}{remedy}{Profile} {Public}", indent: 0);
        hint.Remove(0, HintPrefix.Length);
        return hint.Append(searched).ToString().TrimEnd('\n');
    }

    private static string FirstLine(string message)
    {
        int end = message.IndexOf('\n', StringComparison.Ordinal);
        return end < 0 ? message : message[..end];
    }
}
