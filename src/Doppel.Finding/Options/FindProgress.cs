namespace Doppel.Finding;

/// <summary>
/// Counters of a running search for another thread to read. Reading is safe at any time; values may lag slightly.
/// </summary>
public sealed class FindProgress
{
    private int _stage;
    private long _filesSeen;
    private long _filesDone;
    private long _filesTotal;
    private long _bytesDone;
    private long _bytesTotal;

    /// <summary>Gets the current stage.</summary>
    public FindStage Stage => (FindStage)Volatile.Read(ref _stage);

    /// <summary>Gets the number of files that the scan has listed so far.</summary>
    public long FilesSeen => Volatile.Read(ref _filesSeen);

    /// <summary>Gets the number of files finished in this stage.</summary>
    public long FilesDone => Volatile.Read(ref _filesDone);

    /// <summary>Gets the number of files to process in this stage, or 0 if not yet known.</summary>
    public long FilesTotal => Volatile.Read(ref _filesTotal);

    /// <summary>Gets the number of bytes finished in this stage.</summary>
    public long BytesDone => Volatile.Read(ref _bytesDone);

    /// <summary>
    /// Gets the maximum number of bytes to process in this stage, or 0 if not yet known. Files that turn out to differ
    /// need fewer.
    /// </summary>
    public long BytesTotal => Volatile.Read(ref _bytesTotal);

    internal void Enter(FindStage stage, long files, long bytes)
    {
        Volatile.Write(ref _filesDone, 0);
        Volatile.Write(ref _bytesDone, 0);
        Volatile.Write(ref _filesTotal, files);
        Volatile.Write(ref _bytesTotal, bytes);
        Volatile.Write(ref _stage, (int)stage);
    }

    internal void AddSeen(long files) => Interlocked.Add(ref _filesSeen, files);

    internal void AddDone(long files, long bytes)
    {
        Interlocked.Add(ref _filesDone, files);
        Interlocked.Add(ref _bytesDone, bytes);
    }
}
