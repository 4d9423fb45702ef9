using System.Diagnostics;

namespace Doppel.Benchmarks.Pools;

/// <summary>Threads that are started once and then do round after round together.</summary>
/// <remarks>
/// What the published program measured with its operation, starting a task for each thread, is left out of the time
/// here: a round lasts from the first thread's first operation to the last thread's last one, by the threads' own
/// clocks. Between rounds the threads wait in the kernel, so that a finished one takes no processor from those
/// still at work.
/// </remarks>
internal sealed class ThreadTeam : IDisposable
{
    private readonly Thread[] _threads;
    private readonly SemaphoreSlim _start = new(0);
    private readonly ManualResetEventSlim _done = new(false, spinCount: 0);
    private readonly long[] _began;
    private readonly long[] _ended;
    private readonly long[] _allocatedBytes;
    private Action<int, int>? _work;
    private Exception? _failure;
    private int _operations;
    private int _arrived;
    private int _left;

    public ThreadTeam(int threads)
    {
        _began = new long[threads];
        _ended = new long[threads];
        _allocatedBytes = new long[threads];
        _threads = new Thread[threads];
        for (int i = 0; i < threads; i++)
        {
            int index = i;
            _threads[i] = new Thread(() => Serve(index)) { IsBackground = true, Name = $"team {index}" };
            _threads[i].Start();
        }
    }

    public int Count => _threads.Length;

    /// <summary>Bytes that the threads allocated in the last round; what others did meanwhile is not in it.</summary>
    public long AllocatedBytes => _allocatedBytes.Sum();

    /// <summary>Lets every thread call the work once and returns how long the round took.</summary>
    /// <param name="work">Gets the number of its thread and the operations to do.</param>
    /// <param name="operations">Operations of each thread.</param>
    public TimeSpan Run(Action<int, int> work, int operations)
    {
        Begin(work, operations);
        return Finish();
    }

    /// <summary>Starts a round; <see cref="Finish"/> waits for its end.</summary>
    public void Begin(Action<int, int> work, int operations)
    {
        _work = work;
        _operations = operations;
        _arrived = 0;
        _left = Count;
        _done.Reset();
        _start.Release(Count);
    }

    public TimeSpan Finish()
    {
        _done.Wait();
        if (_failure is not null)
        {
            throw new InvalidOperationException("A thread of the round failed.", _failure);
        }

        return Stopwatch.GetElapsedTime(_began.Min(), _ended.Max());
    }

    public void Dispose()
    {
        _work = null;
        _start.Release(Count);
        foreach (Thread thread in _threads)
        {
            thread.Join();
        }

        _start.Dispose();
        _done.Dispose();
    }

    private void Serve(int index)
    {
        while (true)
        {
            _start.Wait();
            Action<int, int>? work = _work;
            if (work is null)
            {
                return;
            }

            // All set off together: one woken late would find the pool to itself.
            Interlocked.Increment(ref _arrived);
            var spinner = new SpinWait();
            while (Volatile.Read(ref _arrived) < Count)
            {
                spinner.SpinOnce(sleep1Threshold: -1);
            }

            long allocatedBefore = GC.GetAllocatedBytesForCurrentThread();
            _began[index] = Stopwatch.GetTimestamp();
            try
            {
                work(index, _operations);
            }
            catch (Exception e)
            {
                _failure = e;
            }

            _ended[index] = Stopwatch.GetTimestamp();
            _allocatedBytes[index] = GC.GetAllocatedBytesForCurrentThread() - allocatedBefore;
            if (Interlocked.Decrement(ref _left) == 0)
            {
                _done.Set();
            }
        }
    }
}
