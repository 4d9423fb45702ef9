namespace Doppel.S3;

/// <summary>
/// The messages of <see cref="S3CredentialsException"/>. All have the same form: provider, cause, remedy.
/// </summary>
internal static class CredentialsErrors
{
    private const int CodeLengthMax = 64;

    /// <summary>The provider is not configured. A chain asks the next one.</summary>
    internal static S3CredentialsException NotConfigured(string who, string why) =>
        new($"{who}: {why}.") { IsNotConfigured = true };

    /// <summary>The provider is configured but does not work.</summary>
    internal static S3CredentialsException Failed(string who, string why, string remedy) =>
        new($"{who}: {why}. {remedy}");

    /// <summary>
    /// Returns the server's error code in parentheses, or nothing if the code could be or contain a secret.
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
