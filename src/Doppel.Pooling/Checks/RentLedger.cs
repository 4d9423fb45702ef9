using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Doppel.Pooling.Checks;

/// <summary>Who rented what where, as long as it is out. Holds on to no item.</summary>
internal sealed class RentLedger(PoolOptions options)
{
    private readonly ConditionalWeakTable<object, Entry> _out = [];

    /// <summary>Whether what was returned is filled with a pattern.</summary>
    internal bool Poisons => options.Checks.HasFlag(PoolChecks.Poison);

    internal void Add(object item)
    {
        if (options.Checks.HasFlag(PoolChecks.Leaks))
        {
            _out.AddOrUpdate(item, new Entry(options.Name, new StackTrace(2, fNeedFileInfo: true)));
        }
    }

    /// <summary>Strikes an item out.</summary>
    /// <exception cref="InvalidOperationException">It is not out: returned twice, or never rented here.</exception>
    internal void Remove(object item)
    {
        if (!options.Checks.HasFlag(PoolChecks.Leaks))
        {
            return;
        }

        // Of two who return one item at once, one removes the entry and the other finds none.
        if (!_out.TryGetValue(item, out Entry? entry) || !entry.TryEnd() || !_out.Remove(item))
        {
            throw new InvalidOperationException(
                $"What was returned to the pool '{options.Name}' is not out: it was returned already, or rented"
                + " elsewhere.");
        }
    }

    /// <summary>One rent. It dies with its item; if the item was never returned, that is a leak.</summary>
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
