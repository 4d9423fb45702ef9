namespace Doppel.Lab;

/// <summary>A way to read many files completely.</summary>
/// <remarks>
/// An instance is used once, for one run. It passes each content, or its digest, to <see cref="ReadRun.Sum"/>; anything
/// not passed there does not count as read. To stop early, it throws a <see cref="RefusedException"/>,
/// <see cref="UnsupportedException"/>, <see cref="FileFailedException"/> or <see cref="OutOfMemoryException"/>.
/// </remarks>
internal interface IReadStrategy
{
    /// <summary>
    /// Prepares the run before the clock starts: everything that a search already knows when it starts to read.
    /// </summary>
    void Prepare(ReadRun run)
    {
    }

    /// <summary>Reads all files. This method is timed.</summary>
    Task ReadAsync(ReadRun run);
}

/// <summary>
/// The exception that is thrown if a strategy reaches a safety limit, either the lab's or the system's.
/// </summary>
internal sealed class RefusedException(string message) : Exception(message);

/// <summary>The exception that is thrown if a file cannot be read completely, or its size has changed.</summary>
internal sealed class FileFailedException(int file, string message) : Exception(message)
{
    /// <summary>Gets the index of the file.</summary>
    internal int File => file;

    /// <summary>Returns whether an exception of System.IO concerns a file, or too many open files.</summary>
    internal static bool Covers(Exception failure) => failure is IOException or UnauthorizedAccessException;

    /// <summary>Returns the exception that ends a run after an exception of System.IO.</summary>
    internal static Exception From(int file, Exception failure)
    {
        // EMFILE and ENFILE: too many open files rather than a problem with this one.
        const int TooManyOpenHere = 24;
        const int TooManyOpen = 23;
        return failure.HResult is TooManyOpenHere or TooManyOpen
            ? new RefusedException($"refused at {file} files: the system lets no more be open")
            : new FileFailedException(file, failure.Message);
    }
}
