namespace Doppel.Testing;

/// <summary>Something that takes simulated time to answer: a disk, a server.</summary>
/// <remarks>
/// All but <see cref="Serve"/> runs while time is advanced: no thread of the simulation runs then, and nothing has to
/// be guarded.
/// </remarks>
public abstract class SimulatedDevice
{
    private readonly List<DeviceRequest> _arrivals = [];

    private protected SimulatedDevice(SimulatedTime time)
    {
        Time = time;
        time.Add(this);
    }

    /// <summary>The clock.</summary>
    public SimulatedTime Time { get; }

    /// <summary>How many requests the device itself answered; what memory had by then does not count.</summary>
    public long Answers { get; private set; }

    private protected long Now => Time.GetTimestamp();

    /// <summary>Has a request answered; the calling thread waits as long as that takes.</summary>
    internal void Serve(DeviceRequest request) => Time.Serve(this, request);

    internal void Arrive(DeviceRequest request) => _arrivals.Add(request);

    internal void Settle()
    {
        if (_arrivals.Count > 0)
        {
            _arrivals.Sort((left, right) => left.Order.CompareTo(right.Order));
            Admit(_arrivals);
            _arrivals.Clear();
        }
    }

    /// <summary>Takes what came at this moment, in an order that is always the same.</summary>
    private protected abstract void Admit(IReadOnlyList<DeviceRequest> requests);

    /// <summary>Answers at a later moment, and then goes on with something else.</summary>
    private protected void AnswerAt(long ticks, DeviceRequest request, Action? then = null) => Time.At(ticks, () =>
    {
        Answers++;
        request.Answered?.Invoke();
        then?.Invoke();
        Time.Answer(request);
    });

    /// <summary>Answers at this moment what memory has by now.</summary>
    private protected bool TryAnswerFromMemory(DeviceRequest request)
    {
        bool known = request.IsKnown?.Invoke() == true;
        if (known)
        {
            Time.At(Now, () => Time.Answer(request));
        }

        return known;
    }

    /// <summary>The time for so many bytes, rounded up; none where the rate is 0.</summary>
    private protected static long TransferTicks(long bytes, long bytesPerSecond) => bytesPerSecond == 0
        ? 0
        : (long)(((Int128)bytes * TimeSpan.TicksPerSecond + bytesPerSecond - 1) / bytesPerSecond);
}
