namespace Doppel.Lab;

/// <summary>What a measurement does, for another thread to look at. Reading is safe at any time.</summary>
public sealed class LabProgress
{
    private volatile string _doing = "listing files";
    private int _done;
    private int _total;
    private long _leftTicks = -1;

    /// <summary>What is done now, in a few words.</summary>
    public string Doing => _doing;

    /// <summary>Runs that are over.</summary>
    public int Done => Volatile.Read(ref _done);

    /// <summary>All runs; 0 while that is not known.</summary>
    public int Total => Volatile.Read(ref _total);

    /// <summary>How long it will still take; null while that cannot be told.</summary>
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
