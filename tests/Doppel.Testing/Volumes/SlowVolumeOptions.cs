namespace Doppel.Testing;

/// <summary>How long the calls of a <see cref="SlowVolume"/> take. All times default to zero.</summary>
public sealed record SlowVolumeOptions
{
    /// <summary>Opening a file or a folder.</summary>
    public TimeSpan Open { get; init; }

    /// <summary>The facts of an entry or an open file, or the target of a link.</summary>
    public TimeSpan Stat { get; init; }

    /// <summary>Listing a folder.</summary>
    public TimeSpan List { get; init; }

    /// <summary>A read, before the first byte comes.</summary>
    public TimeSpan Read { get; init; }

    /// <summary>In addition, a read that does not start where the last read of the volume ended.</summary>
    public TimeSpan Seek { get; init; }

    /// <summary>Bytes per second once they flow. Default: 0, as fast as they come.</summary>
    public long BytesPerSecond { get; init; }

    /// <summary>
    /// Called on the calling thread with the cost of each call, such as <see cref="VirtualClock.Advance"/> or a wait on
    /// a gate. Default: null, costs are only added up.
    /// </summary>
    public Action<TimeSpan>? Delay { get; init; }
}
