namespace Doppel.S3;

/// <summary>
/// The exception thrown when no credentials are available. The message names the provider, the cause and the remedy.
/// </summary>
/// <remarks>The message contains neither secrets nor text from servers and processes.</remarks>
public sealed class S3CredentialsException : Exception
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public S3CredentialsException()
        : this("There are no credentials.")
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message, which names the provider, the cause and the remedy.</param>
    public S3CredentialsException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and an inner exception.</summary>
    /// <param name="message">The message, which names the provider, the cause and the remedy.</param>
    /// <param name="innerException">The cause. Its message must not contain secrets either.</param>
    public S3CredentialsException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>
    /// Whether the provider is not configured, so that the next of several providers should be asked. False if it is
    /// configured but does not work: another provider would then act under an unintended identity.
    /// </summary>
    public bool IsNotConfigured { get; init; }
}
