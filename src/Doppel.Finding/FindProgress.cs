namespace Doppel.Finding;

/// <summary>
/// Counters of a running search, for another thread to look at. Reading is safe at any time and a little late.
/// </summary>
public sealed class FindProgress
{
    private int _stage;
    private long _filesSeen;
    private long _filesDone;
    private long _filesTotal;
    private long _bytesDone;
    private long _bytesTotal;

    /// <summary>What is going on.</summary>
    public FindStage Stage => (FindStage)Volatile.Read(ref _stage);

    /// <summary>Files that the scan has listed so far.</summary>
    public long FilesSeen => Volatile.Read(ref _filesSeen);

    /// <summary>Files finished in this stage.</summary>
    public long FilesDone => Volatile.Read(ref _filesDone);

    /// <summary>Files to do in this stage; 0 while it is not known.</summary>
    public long FilesTotal => Volatile.Read(ref _filesTotal);

    /// <summary>Bytes finished in this stage.</summary>
    public long BytesDone => Volatile.Read(ref _bytesDone);

    /// <summary>
    /// Bytes to do in this stage at most; files that turn out different need fewer. 0 while it is not known.
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
