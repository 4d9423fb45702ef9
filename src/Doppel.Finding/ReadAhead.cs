using System.Runtime.ExceptionServices;

namespace Doppel.Finding;

/// <summary>
/// Produces items on a background thread while the caller consumes earlier ones. Instead of waiting, the caller helps.
/// </summary>
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
    /// <param name="make">Produces the item with the given number. Called by two threads at the same time.</param>
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

    /// <summary>Batches on their way from both threads to the consumer.</summary>
    private sealed class Line<T> : IDisposable
    {
        private readonly object _gate = new();
        private readonly T[]?[] _ready = new T[]?[BatchesMax];
        private readonly int _count;
        private readonly int _batches;
        private readonly Func<int, T> _make;
        private readonly Thread _thread;
        private ExceptionDispatchInfo? _failure;
        private int _begun;
        private int _taken;

        internal Line(int count, Func<int, T> make)
        {
            _count = count;
            _batches = (count + ItemsPerBatch - 1) / ItemsPerBatch;
            _make = make;
            _thread = new Thread(MakeAll) { IsBackground = true, Name = "doppel report" };
            _thread.Start();
        }

        /// <summary>Stops the thread, even if items remain.</summary>
        public void Dispose()
        {
            lock (_gate)
            {
                _begun = _batches;
                Monitor.PulseAll(_gate);
            }

            _thread.Join();
        }

        internal bool TryTake(out T[] batch)
        {
            batch = [];
            lock (_gate)
            {
                while (_taken < _batches)
                {
                    ref T[]? next = ref _ready[_taken % BatchesMax];
                    if (next is not null)
                    {
                        (batch, next) = (next, null);
                        _taken++;
                        Monitor.PulseAll(_gate);
                        return true;
                    }

                    _failure?.Throw();
                    if (!TryMakeOne())
                    {
                        Monitor.Wait(_gate);
                    }
                }
            }

            return false;
        }

        private void MakeAll()
        {
            lock (_gate)
            {
                while (_begun < _batches && _failure is null)
                {
                    if (!TryMakeOne())
                    {
                        Monitor.Wait(_gate);
                    }
                }
            }
        }

        // Called with the lock held, and releases it while producing.
        private bool TryMakeOne()
        {
            if (_begun == _batches || _begun == _taken + BatchesMax)
            {
                return false;
            }

            int number = _begun++;
            Monitor.Exit(_gate);
            T[] batch = [];
            ExceptionDispatchInfo? failure = null;
            try
            {
                batch = Make(number * ItemsPerBatch);
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }

            Monitor.Enter(_gate);
            _failure ??= failure;
            _ready[number % BatchesMax] = failure is null ? batch : null;
            Monitor.PulseAll(_gate);
            return true;
        }

        private T[] Make(int first)
        {
            var batch = new T[Math.Min(ItemsPerBatch, _count - first)];
            for (int i = 0; i < batch.Length; i++)
            {
                batch[i] = _make(first + i);
            }

            return batch;
        }
    }
}
