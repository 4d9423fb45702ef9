namespace Doppel.Lab;

/// <summary>The progress of a measurement, for another thread to read. Reading is safe at any time.</summary>
public sealed class LabProgress
{
    private volatile string _doing = "listing files";
    private int _done;
    private int _total;
    private long _leftTicks = -1;

    /// <summary>Gets a short description of the current activity.</summary>
    public string Doing => _doing;

    /// <summary>Gets the number of completed runs.</summary>
    public int Done => Volatile.Read(ref _done);

    /// <summary>Gets the total number of runs, or 0 if not yet known.</summary>
    public int Total => Volatile.Read(ref _total);

    /// <summary>Gets the estimated time remaining, or null if not yet known.</summary>
    public TimeSpan? Left => Volatile.Read(ref _leftTicks) is >= 0 and var ticks ? new TimeSpan(ticks) : null;

    internal void Enter(string doing) => _doing = doing;

    internal void Tell(string doing, int done, int total, TimeSpan left)
    {
        _doing = doing;
        Volatile.Write(ref _done, done);
        Volatile.Write(ref _total, total);
        Volatile.Write(ref _leftTicks, left.Ticks);
    }
}
