using System.Buffers;
using System.Globalization;

namespace Doppel.S3;

/// <summary>
/// Creates credentials from external text. Error messages say what is wrong with a value without showing it.
/// </summary>
internal static class CredentialsCheck
{
    private const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;

    // The characters that the signer accepts and that cannot break a header field.
    private static readonly SearchValues<char> s_idCharacters = SearchValues.Create(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+=:@!$*");

    internal static S3Credentials Make(
        string who, string? accessKeyId, string? secret, string? token, string? expiration = null)
    {
        if (string.IsNullOrEmpty(accessKeyId) || accessKeyId.AsSpan().ContainsAnyExcept(s_idCharacters))
        {
            throw Bad(who, "the access key id");
        }

        if (string.IsNullOrEmpty(secret) || !IsVisible(secret))
        {
            throw Bad(who, "the secret access key");
        }

        if (token is not null && !IsVisible(token))
        {
            throw Bad(who, "the session token");
        }

        DateTimeOffset? end = null;
        if (!string.IsNullOrEmpty(expiration))
        {
            end = DateTimeOffset.TryParse(expiration, CultureInfo.InvariantCulture, Utc, out DateTimeOffset parsed)
                ? parsed
                : throw Bad(who, "the time of expiration");
        }

        return new S3Credentials
        {
            AccessKeyId = accessKeyId,
            SecretAccessKey = secret,
            SessionToken = string.IsNullOrEmpty(token) ? null : token,
            Expiration = end,
        };
    }

    private static bool IsVisible(string text) => !text.AsSpan().ContainsAnyExceptInRange('!', '~');

    private static S3CredentialsException Bad(string who, string what) => CredentialsErrors.Failed(
        who, $"{what} is missing or contains characters that are not allowed, such as spaces", "Set it again.");
}
