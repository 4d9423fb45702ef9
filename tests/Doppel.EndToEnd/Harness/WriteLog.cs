namespace Doppel.EndToEnd.Harness;

/// <summary>Records the writes and flushes of several disks in the order in which they come.</summary>
internal sealed class WriteLog
{
    private const int PieceBytes = 4096;

    private readonly List<Entry> _entries = [];
    private bool _isOn;

    /// <summary>Is held by whoever reads or writes a disk.</summary>
    public Lock Lock { get; } = new();

    /// <summary>Gets the number of writes and flushes that were recorded.</summary>
    public int Count
    {
        get
        {
            lock (Lock)
            {
                return _entries.Count;
            }
        }
    }

    /// <summary>Starts to record, and forgets what was recorded before.</summary>
    /// <param name="look">Looks at the disks right before.</param>
    public T Start<T>(Func<T> look)
    {
        lock (Lock)
        {
            _entries.Clear();
            _isOn = true;
            return look();
        }
    }

    /// <summary>Stops, and returns what was recorded.</summary>
    public IReadOnlyList<Entry> Stop()
    {
        lock (Lock)
        {
            _isOn = false;
            return [.. _entries];
        }
    }

    /// <summary>Records a write.</summary>
    public void Add(int disk, long at, ReadOnlySpan<byte> bytes)
    {
        if (_isOn)
        {
            _entries.Add(new Entry(disk, at, bytes.ToArray()));
        }
    }

    /// <summary>Records a flush.</summary>
    public void AddFlush(int disk)
    {
        if (_isOn)
        {
            _entries.Add(new Entry(disk, 0, null));
        }
    }

    /// <summary>Returns the pieces of writes that a disk has after a power cut.</summary>
    /// <param name="entries">What was recorded.</param>
    /// <param name="disk">The number of the disk.</param>
    /// <param name="cut">Where the power fails. What comes later never happens.</param>
    /// <param name="kept">The probability, 0 to 1, that a piece that was not flushed is kept.</param>
    /// <param name="random">Chooses the pieces.</param>
    /// <remarks>A disk keeps what was written before its last flush. Of the rest it may keep any part.</remarks>
    public static IEnumerable<(long At, ReadOnlyMemory<byte> Bytes)> Survivors(
        IReadOnlyList<Entry> entries, int disk, int cut, double kept, Random random)
    {
        int flushed = Enumerable.Range(0, cut).LastOrDefault(i => entries[i].Disk == disk && entries[i].Bytes is null);
        for (int i = 0; i < cut; i++)
        {
            if (entries[i].Disk != disk || entries[i].Bytes is not { } bytes)
            {
                continue;
            }

            for (int at = 0; at < bytes.Length; at += PieceBytes)
            {
                if (i < flushed || random.NextDouble() < kept)
                {
                    yield return (
                        entries[i].At + at, bytes.AsMemory(at, Math.Min(PieceBytes, bytes.Length - at)));
                }
            }
        }
    }

    /// <summary>Describes a write, or a flush where there are no bytes.</summary>
    internal sealed record Entry(int Disk, long At, byte[]? Bytes);
}
