using System.Collections.Concurrent;
using Doppel.Volumes;

namespace Doppel.Benchmarks.Opening;

/// <summary>The talk's third optimisation: files are closed by another thread.</summary>
internal sealed class BackgroundClosing(OpeningFiles files, string root)
{
    // A bound, so that no more files are open than a process may commonly have.
    private const int WaitingMax = 500;

    private readonly string[] _paths = files.Paths(root);
    private readonly byte[][] _bytes = OpeningFiles.BytesOf(files.Paths(root));
    private readonly byte[] _buffer = new byte[OpeningFiles.FileBytes];
    private readonly IVolume _volume = LocalVolume.Create();

    public int Files => _paths.Length;

    /// <summary>Opens, reads and closes all files in turn on one thread, by FileStream.</summary>
    public long StreamsHere()
    {
        long sum = 0;
        foreach (string path in _paths)
        {
            using FileStream stream = Open(path);
            sum += FirstByte(stream);
        }

        return sum;
    }

    /// <summary>The same with another thread that closes.</summary>
    public long StreamsElsewhere()
    {
        long sum = 0;
        using var waiting = new BlockingCollection<FileStream>(WaitingMax);
        Thread closer = StartClosing(waiting, static stream => stream.Dispose());
        try
        {
            foreach (string path in _paths)
            {
                FileStream stream = Open(path);
                sum += FirstByte(stream);
                waiting.Add(stream);
            }
        }
        finally
        {
            waiting.CompleteAdding();
            closer.Join();
        }

        return sum;
    }

    /// <summary>Opens, reads and closes all files in turn on one thread, by our calls.</summary>
    public long CallsHere()
    {
        long sum = 0;
        foreach (byte[] path in _bytes)
        {
            FileHandle file = Open(path);
            sum += FirstByte(file);
            _volume.Close(file);
        }

        return sum;
    }

    /// <summary>The same with another thread that closes.</summary>
    public long CallsElsewhere()
    {
        long sum = 0;
        using var waiting = new BlockingCollection<FileHandle>(WaitingMax);
        Thread closer = StartClosing(waiting, _volume.Close);
        try
        {
            foreach (byte[] path in _bytes)
            {
                FileHandle file = Open(path);
                sum += FirstByte(file);
                waiting.Add(file);
            }
        }
        finally
        {
            waiting.CompleteAdding();
            closer.Join();
        }

        return sum;
    }

    private static Thread StartClosing<T>(BlockingCollection<T> waiting, Action<T> close)
    {
        var thread = new Thread(() =>
        {
            foreach (T file in waiting.GetConsumingEnumerable())
            {
                close(file);
            }
        });
        thread.Start();
        return thread;
    }

    private static FileStream Open(string path) => new(path, FileMode.Open, FileAccess.Read, FileShare.Read, 0);

    private FileHandle Open(byte[] path)
    {
        VolumeError error = _volume.OpenFile(FolderHandle.None, path, out FileHandle file, out _);
        return error.Failed ? throw new IOException(_volume.Describe(error)) : file;
    }

    private long FirstByte(FileStream stream)
    {
        stream.ReadExactly(_buffer);
        return _buffer[0];
    }

    private long FirstByte(FileHandle file)
    {
        VolumeError error = _volume.Read(file, 0, _buffer, out int read);
        return !error.Failed && read == _buffer.Length
            ? _buffer[0]
            : throw new IOException($"A file gave {read} bytes in place of {_buffer.Length}.");
    }
}
