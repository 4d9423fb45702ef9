namespace Doppel.S3.Credentials;

/// <summary>The texts of <see cref="S3CredentialsException"/>, all of one form: who, why, what to do.</summary>
internal static class CredentialsErrors
{
    private const int CodeLengthMax = 64;

    /// <summary>Nothing of the kind is set up; the next in a chain is asked.</summary>
    internal static S3CredentialsException NotConfigured(string who, string why) =>
        new($"{who}: {why}.") { IsNotConfigured = true };

    /// <summary>Something is set up and does not work.</summary>
    internal static S3CredentialsException Failed(string who, string why, string remedy) =>
        new($"{who}: {why}. {remedy}");

    /// <summary>
    /// The word of a server for what is wrong, in parentheses; nothing if it could be, or have in it, a secret.
    /// </summary>
    internal static string Code(string? code, params ReadOnlySpan<string?> secrets)
    {
        bool isWord = !string.IsNullOrEmpty(code) && code.Length <= CodeLengthMax && code.All(char.IsAsciiLetter);
        foreach (string? secret in secrets)
        {
            isWord = isWord && !(secret?.Length > 0
                && (secret.Contains(code!, StringComparison.OrdinalIgnoreCase)
                    || code!.Contains(secret, StringComparison.OrdinalIgnoreCase)));
        }

        return isWord ? $" ({code})" : "";
    }
}
