using Doppel.S3.Transfer;

namespace Doppel.Cli;

/// <summary>
/// Counts uploaded names that Windows does not allow, so that users know before they need the files there.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class ForeignNames
{
    private readonly Lock _lock = new();
    private long _count;
    private string? _first;
    private string _reason = "";

    /// <summary>Checks the key of an upload, without the key of its folder.</summary>
    internal void Look(string name)
    {
        if (S3KeyPath.TrySplit(name, isWindows: true, out _, out string reason))
        {
            return;
        }

        lock (_lock)
        {
            _count++;
            if (_first is null || string.CompareOrdinal(name, _first) < 0)
            {
                _first = name;
                _reason = reason;
            }
        }
    }

    /// <summary>Says in one line what was found.</summary>
    internal void Tell(S3Session session)
    {
        if (_first is not null)
        {
            string names = Count.Of(_count, "name");
            session.Say($"{names} that Windows does not allow, such as {Quote.Text(_first)}: {_reason}");
        }
    }
}
