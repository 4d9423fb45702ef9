using System.Runtime.ExceptionServices;

namespace Doppel.Finding;

/// <summary>Makes items on a thread of its own while those before are used.</summary>
internal static class ReadAhead
{
    // Below, a thread would take longer to start than it saves.
    private const int ItemsMin = 512;
    private const int ItemsPerBatch = 64;
    private const int BatchesMax = 4;

    /// <summary>Items by their numbers, in order; at most a few hundred of them exist ahead of their use.</summary>
    /// <param name="count">How many.</param>
    /// <param name="make">Makes one; is called by one thread at a time.</param>
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

    /// <summary>Batches on their way from who makes them to who uses them.</summary>
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

        /// <summary>Ends the thread, whether all was used or not.</summary>
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
