namespace Doppel.Catalog;

/// <summary>The exception for a file that is not a saved volume, or not an undamaged one.</summary>
public sealed class SavedFormatException : Exception
{
    /// <summary>Initializes a new instance.</summary>
    public SavedFormatException()
        : this("it is not a saved volume")
    {
    }

    /// <summary>Initializes a new instance.</summary>
    /// <param name="message">What is wrong with the file, as the end of a sentence.</param>
    public SavedFormatException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance.</summary>
    /// <param name="message">What is wrong with the file, as the end of a sentence.</param>
    /// <param name="inner">The exception that showed it.</param>
    public SavedFormatException(string message, Exception inner)
        : base(message, inner)
    {
    }

    internal static SavedFormatException Damaged() => new("it is damaged");

    internal static SavedFormatException Incomplete() => new("it is incomplete");
}
