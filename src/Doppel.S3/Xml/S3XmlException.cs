namespace Doppel.S3;

/// <summary>
/// The exception thrown when a response is not well-formed XML, is truncated or has unexpected content.
/// </summary>
public sealed class S3XmlException : FormatException
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public S3XmlException()
        : this("The answer is not XML as S3 sends it.")
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message that describes the error.</param>
    public S3XmlException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and an inner exception.</summary>
    /// <param name="message">The message that describes the error.</param>
    /// <param name="innerException">The cause of the error.</param>
    public S3XmlException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    internal S3XmlException(string message, int offset)
        : base($"{message} (byte {offset})") => Offset = offset;

    /// <summary>The byte offset of the error in the response, or 0 if it has no specific position.</summary>
    public int Offset { get; }
}
