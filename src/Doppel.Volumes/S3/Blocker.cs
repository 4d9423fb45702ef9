using System.Runtime.CompilerServices;

namespace Doppel.Volumes;

/// <summary>Blocks the calling thread until an asynchronous call has ended, without an allocation.</summary>
/// <remarks>
/// For volumes, whose members are synchronous. The threads that read are those of a search and not of the thread pool,
/// so blocking them never delays what they wait for. Not thread-safe.
/// </remarks>
internal sealed class Blocker
{
    private readonly object _gate = new();
    private readonly Action _end;
    private bool _hasEnded;

    internal Blocker() => _end = End;

    /// <summary>Waits for a call and returns its result.</summary>
    internal T Wait<T>(ValueTask<T> call)
    {
        ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter awaiter =
            call.ConfigureAwait(false).GetAwaiter();
        if (!awaiter.IsCompleted)
        {
            _hasEnded = false;
            awaiter.UnsafeOnCompleted(_end);
            lock (_gate)
            {
                while (!_hasEnded)
                {
                    Monitor.Wait(_gate);
                }
            }
        }

        return awaiter.GetResult();
    }

    private void End()
    {
        lock (_gate)
        {
            _hasEnded = true;
            Monitor.Pulse(_gate);
        }
    }
}
