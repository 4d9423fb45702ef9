namespace Doppel.Acting;

/// <summary>Counts how much of a run or an undo is finished.</summary>
/// <remarks>Thread-safe: the run counts, and any thread may read.</remarks>
public sealed class ActProgress
{
    private long _namesTotal;
    private long _namesDone;
    private long _bytesTotal;
    private long _bytesDone;

    // The bytes in _bytesDone of files that are not finished. Used only by the thread of the run.
    private long _bytesAhead;

    /// <summary>Gets the number of names to handle, as far as it is known.</summary>
    public long NamesTotal => Interlocked.Read(ref _namesTotal);

    /// <summary>Gets the number of names that were handled, whatever the outcome.</summary>
    public long NamesDone => Interlocked.Read(ref _namesDone);

    /// <summary>
    /// Gets the number of bytes in the files of these names, counting each inode once, or 0 if no content is read.
    /// </summary>
    public long BytesTotal => Interlocked.Read(ref _bytesTotal);

    /// <summary>
    /// Gets how many of these bytes are in files that were handled, or were already compared or copied in the current
    /// file. Never decreases.
    /// </summary>
    public long BytesDone => Math.Min(Interlocked.Read(ref _bytesDone), BytesTotal);

    /// <summary>Gets the number of names that were not started.</summary>
    public long NamesLeft => Math.Max(0, NamesTotal - NamesDone);

    /// <summary>Adds to the totals.</summary>
    internal void Expect(long names, long bytes)
    {
        Interlocked.Add(ref _namesTotal, names);
        Interlocked.Add(ref _bytesTotal, bytes);
    }

    /// <summary>Adds bytes that were compared or copied in a file that is not finished.</summary>
    internal void Advance(long bytes)
    {
        _bytesAhead += bytes;
        Interlocked.Add(ref _bytesDone, bytes);
    }

    /// <summary>Adds to what is finished.</summary>
    internal void Finish(long names, long bytes)
    {
        long ahead = Math.Min(bytes, _bytesAhead);
        _bytesAhead -= ahead;
        Interlocked.Add(ref _namesDone, names);
        Interlocked.Add(ref _bytesDone, bytes - ahead);
    }
}
