namespace Doppel.Testing;

/// <summary>What one thread wants of a simulated device, and where it waits for the answer.</summary>
/// <param name="place">Where on the device. Orders what comes at one moment.</param>
/// <param name="offset">Where at that place: only for the order.</param>
/// <param name="bytes">How much is transferred.</param>
internal sealed class DeviceRequest(long place, long offset, long bytes)
{
    private readonly object _gate = new();
    private bool _awake;

    internal long Place => place;

    internal long Bytes => bytes;

    /// <summary>Whether memory has the answer by now, when the device gets to it. Null: never.</summary>
    internal Func<bool>? IsKnown { get; init; }

    /// <summary>Called once the device has answered.</summary>
    internal Action? Answered { get; init; }

    /// <summary>What of two requests of one moment comes first.</summary>
    internal (long, long, long) Order => (place, offset, bytes);

    internal void Sleep()
    {
        lock (_gate)
        {
            while (!_awake)
            {
                Monitor.Wait(_gate);
            }
        }
    }

    internal void Wake()
    {
        lock (_gate)
        {
            _awake = true;
            Monitor.Pulse(_gate);
        }
    }
}
