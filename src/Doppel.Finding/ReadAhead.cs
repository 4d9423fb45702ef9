using System.Runtime.ExceptionServices;

namespace Doppel.Finding;

/// <summary>Produces items on a background thread while the caller consumes earlier ones.</summary>
internal static class ReadAhead
{
    // Below this number, starting a thread takes longer than it saves.
    private const int ItemsMin = 512;

    // Items that wait survive a collection, and the heap grows by what survives: with 64 in a batch, a report of
    // 145,000 files takes 3 MB more, and up to 17 MB more if the consumer gets no processor for a while.
    private const int ItemsPerBatch = 16;
    private const int BatchesMax = 4;

    /// <summary>Returns items by number, in order. At most a hundred are produced ahead of their use.</summary>
    /// <param name="count">The number of items.</param>
    /// <param name="make">Produces the item with the given number. Called by one thread at a time.</param>
    internal static IEnumerable<T> Of<T>(int count, Func<int, T> make) => count < ItemsMin
        ? Enumerable.Range(0, count).Select(make)
        : Ahead(count, make);

    private static IEnumerable<T> Ahead<T>(int count, Func<int, T> make)
    {
        using var line = new Line<T>(count, make);
        while (line.TryTake(out T[] batch))
        {
            foreach (T item in batch)
            {
                yield return item;
            }
        }
    }

    /// <summary>A queue of batches from the producer to the consumer.</summary>
    private sealed class Line<T> : IDisposable
    {
        private readonly Queue<T[]> _ready = new(BatchesMax);
        private readonly int _count;
        private readonly Func<int, T> _make;
        private readonly Thread _thread;
        private ExceptionDispatchInfo? _failure;
        private bool _isMade;
        private bool _isUnwanted;

        internal Line(int count, Func<int, T> make)
        {
            _count = count;
            _make = make;
            _thread = new Thread(Make) { IsBackground = true, Name = "doppel report" };
            _thread.Start();
        }

        /// <summary>Stops the thread, even if items remain.</summary>
        public void Dispose()
        {
            lock (_ready)
            {
                _isUnwanted = true;
                Monitor.PulseAll(_ready);
            }

            _thread.Join();
        }

        internal bool TryTake(out T[] batch)
        {
            lock (_ready)
            {
                while (_ready.Count == 0 && !_isMade)
                {
                    Monitor.Wait(_ready);
                }

                bool some = _ready.TryDequeue(out batch!);
                Monitor.PulseAll(_ready);
                if (!some)
                {
                    _failure?.Throw();
                }

                return some;
            }
        }

        private void Make()
        {
            try
            {
                for (int first = 0; first < _count; first += ItemsPerBatch)
                {
                    var batch = new T[Math.Min(ItemsPerBatch, _count - first)];
                    for (int i = 0; i < batch.Length; i++)
                    {
                        batch[i] = _make(first + i);
                    }

                    if (!TryGive(batch))
                    {
                        return;
                    }
                }
            }
            catch (Exception exception)
            {
                _failure = ExceptionDispatchInfo.Capture(exception);
            }

            lock (_ready)
            {
                _isMade = true;
                Monitor.PulseAll(_ready);
            }
        }

        private bool TryGive(T[] batch)
        {
            lock (_ready)
            {
                while (_ready.Count == BatchesMax && !_isUnwanted)
                {
                    Monitor.Wait(_ready);
                }

                _ready.Enqueue(batch);
                Monitor.PulseAll(_ready);
                return !_isUnwanted;
            }
        }
    }
}
