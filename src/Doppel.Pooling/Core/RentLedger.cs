using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Records who rented each item and where, while it is rented. Does not keep items alive.</summary>
internal sealed class RentLedger(PoolOptions options)
{
    private readonly ConditionalWeakTable<object, Entry> _out = [];

    /// <summary>Whether returned items are filled with a pattern.</summary>
    internal bool Poisons => options.Checks.HasFlag(PoolChecks.Poison);

    internal void Add(object item)
    {
        if (options.Checks.HasFlag(PoolChecks.Leaks))
        {
            _out.AddOrUpdate(item, new Entry(options.Name, new StackTrace(2, fNeedFileInfo: true)));
        }
    }

    /// <summary>Removes the record of a returned item.</summary>
    /// <exception cref="InvalidOperationException">
    /// The item is not rented: it was already returned, or was never rented from this pool.
    /// </exception>
    internal void Remove(object item)
    {
        if (!options.Checks.HasFlag(PoolChecks.Leaks))
        {
            return;
        }

        // If two threads return the same item concurrently, one removes the entry and the other finds none.
        if (!_out.TryGetValue(item, out Entry? entry) || !entry.TryEnd() || !_out.Remove(item))
        {
            throw new InvalidOperationException(
                $"What was returned to the pool '{options.Name}' is not out: it was returned already, or rented"
                + " elsewhere.");
        }
    }

    /// <summary>
    /// The record of one rent. It becomes unreachable together with its item; if the item was never returned, that is a
    /// leak.
    /// </summary>
    private sealed class Entry(string pool, StackTrace rentedAt)
    {
        private int _isEnded;

        ~Entry()
        {
            if (_isEnded == 0 && !Environment.HasShutdownStarted)
            {
                PoolReports.Report(new PoolReport(
                    PoolReportKind.Leak, pool, "An item was rented and never returned.", rentedAt.ToString()));
            }
        }

        internal bool TryEnd() => Interlocked.Exchange(ref _isEnded, 1) == 0;
    }
}
