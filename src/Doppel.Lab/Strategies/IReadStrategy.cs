namespace Doppel.Lab;

/// <summary>One way to read many files whole.</summary>
/// <remarks>
/// A strategy is used once, for one run. It hands each content, or its digest, to <see cref="ReadRun.Sum"/>; what is
/// not handed over was not read. Whatever ends it early is an exception: <see cref="RefusedException"/>,
/// <see cref="UnsupportedException"/>, <see cref="FileFailedException"/> or <see cref="OutOfMemoryException"/>.
/// </remarks>
internal interface IReadStrategy
{
    /// <summary>What is done before the clock starts: what a search knows already when it begins to read.</summary>
    void Prepare(ReadRun run)
    {
    }

    /// <summary>Reads all files. This is what is timed.</summary>
    Task ReadAsync(ReadRun run);
}
