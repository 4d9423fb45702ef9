namespace Doppel.Testing;

/// <summary>A server, or a disk without a head: serves several requests at one time, over one line.</summary>
public sealed class ServiceDevice(SimulatedTime time, ServiceOptions options) : SimulatedDevice(time)
{
    private readonly Queue<DeviceRequest> _line = [];
    private int _served;
    private long _lineFreeTicks;

    /// <summary>How it answers.</summary>
    public ServiceOptions Options => options;

    /// <summary>The most requests that were there at one time, served or in line.</summary>
    public int MostAtOnce { get; private set; }

    private protected override void Admit(IReadOnlyList<DeviceRequest> requests)
    {
        foreach (DeviceRequest request in requests)
        {
            _line.Enqueue(request);
        }

        MostAtOnce = Math.Max(MostAtOnce, _line.Count + _served);
        ServeNext();
    }

    private void ServeNext()
    {
        while (_served < options.ServedAtOnce && _line.TryDequeue(out DeviceRequest? request))
        {
            if (!TryAnswerFromMemory(request))
            {
                _served++;
                long latency = (long)(options.Latency.Ticks * (1 + options.Contention * _line.Count));
                Time.At(Now + latency, () => Transfer(request));
            }
        }
    }

    private void Transfer(DeviceRequest request)
    {
        long end = Now;
        if (request.Bytes > 0)
        {
            // A short answer does not wait for the long ones before it.
            end = Math.Max(Now, _lineFreeTicks) + TransferTicks(request.Bytes, options.BytesPerSecond);
            _lineFreeTicks = end;
        }

        AnswerAt(end, request, () =>
        {
            _served--;
            ServeNext();
        });
    }
}
