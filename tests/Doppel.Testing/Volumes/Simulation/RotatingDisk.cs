namespace Doppel.Testing;

/// <summary>A disk with one head over turning platters.</summary>
/// <remarks>
/// Where the head stands it goes on at once, even after a pause: disks read ahead into memory of their own. Anywhere
/// else it moves, and waits until the place comes round, which depends on the moment.
/// </remarks>
public sealed class RotatingDisk : SimulatedDevice
{
    private readonly List<DeviceRequest> _line = [];
    private readonly long _turnTicks;
    private readonly long _trackBytes;
    private bool _busy;
    private long _head;

    // What was read in one go until now. Its time is rounded once, so the platters do not slip from under the head.
    private long _goBegan;
    private long _goBytes;
    private long _goEnded;

    /// <summary>A disk at rest over its first track.</summary>
    public RotatingDisk(SimulatedTime time, RotatingOptions options)
        : base(time)
    {
        Options = options;
        _turnTicks = TimeSpan.TicksPerMinute / options.TurnsPerMinute;
        _trackBytes = (long)((Int128)options.BytesPerSecond * _turnTicks / TimeSpan.TicksPerSecond);
    }

    /// <summary>How it answers.</summary>
    public RotatingOptions Options { get; }

    /// <summary>How often it had to move, or to wait for a place to come round.</summary>
    public long Seeks { get; private set; }

    /// <summary>How long it worked.</summary>
    public TimeSpan Busy { get; private set; }

    private protected override void Admit(IReadOnlyList<DeviceRequest> requests)
    {
        _line.AddRange(requests);
        ServeNext();
    }

    private void ServeNext()
    {
        while (!_busy && _line.Count > 0)
        {
            DeviceRequest request = _line.Take(Options.QueueDepth).MinBy(waiting => PositioningTicks(waiting.Place))!;
            _line.Remove(request);
            if (!TryAnswerFromMemory(request))
            {
                Begin(request);
            }
        }
    }

    private void Begin(DeviceRequest request)
    {
        long begin = Now;
        if (request.Place != _head || begin != _goEnded)
        {
            Seeks += request.Place != _head ? 1 : 0;
            _goBegan = begin + PositioningTicks(request.Place);
            _goBytes = 0;
        }

        _busy = true;
        _head = request.Place + request.Bytes;
        _goBytes += request.Bytes;
        _goEnded = _goBegan + TransferTicks(_goBytes, Options.BytesPerSecond);
        Busy += new TimeSpan(_goEnded - begin);
        AnswerAt(_goEnded, request, () =>
        {
            _busy = false;
            ServeNext();
        });
    }

    private long PositioningTicks(long place)
    {
        if (place == _head)
        {
            return 0;
        }

        long seek = SeekTicks(Math.Abs(place / _trackBytes - _head / _trackBytes));
        long angle = TransferTicks(place % _trackBytes, Options.BytesPerSecond);
        long turned = (Now + seek) % _turnTicks;
        return seek + (angle - turned + _turnTicks) % _turnTicks;
    }

    private long SeekTicks(long tracks)
    {
        double share = Math.Min(1, (double)tracks * _trackBytes / Options.CapacityBytes);
        return tracks == 0 ? 0 : Options.Settle.Ticks + (long)(Options.FullStroke.Ticks * Math.Sqrt(share));
    }
}
