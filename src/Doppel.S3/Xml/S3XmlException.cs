namespace Doppel.S3.Xml;

/// <summary>An answer is no XML, is cut off, or is not what was expected of it.</summary>
public sealed class S3XmlException : FormatException
{
    /// <summary>Makes one.</summary>
    public S3XmlException()
        : this("The answer is not XML as S3 sends it.")
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="message">What is wrong.</param>
    public S3XmlException(string message)
        : base(message)
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="message">What is wrong.</param>
    /// <param name="innerException">Why.</param>
    public S3XmlException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    internal S3XmlException(string message, int offset)
        : base($"{message} (byte {offset})") => Offset = offset;

    /// <summary>Where in the answer, in bytes; 0 where no place is meant.</summary>
    public int Offset { get; }
}
