using System.Collections.Concurrent;

namespace Doppel.S3;

/// <summary>The gates of all hosts that a client sends requests to. Thread-safe.</summary>
internal sealed class ServerGates(S3ClientOptions options)
{
    // A client of more hosts than this forgets which of them do not work.
    private const int HostsMax = 1024;

    private readonly ConcurrentDictionary<string, ServerGate> _gates = new(StringComparer.Ordinal);

    /// <summary>Returns the gate of a host.</summary>
    internal ServerGate Of(string host)
    {
        if (_gates.TryGetValue(host, out ServerGate? known))
        {
            return known;
        }

        if (_gates.Count >= HostsMax)
        {
            _gates.Clear();
        }

        return _gates.GetOrAdd(host, new ServerGate(options.Retry, options.Time));
    }
}
