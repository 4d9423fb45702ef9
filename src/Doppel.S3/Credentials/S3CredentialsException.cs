namespace Doppel.S3.Credentials;

/// <summary>There are no credentials. The text says who was asked, why there is no answer and what to do.</summary>
/// <remarks>Neither secrets nor what servers and processes said stands in it.</remarks>
public sealed class S3CredentialsException : Exception
{
    /// <summary>Makes one.</summary>
    public S3CredentialsException()
        : this("There are no credentials.")
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="message">Who was asked, why there is no answer and what to do.</param>
    public S3CredentialsException(string message)
        : base(message)
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="message">Who was asked, why there is no answer and what to do.</param>
    /// <param name="innerException">Why. Its text must not have secrets either.</param>
    public S3CredentialsException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>
    /// Whether nothing of the kind is set up here, so that the next of several providers is to be asked. False where
    /// something is and did not work: then to go on would be to act as somebody else than was meant.
    /// </summary>
    public bool IsNotConfigured { get; init; }
}
