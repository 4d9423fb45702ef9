namespace Doppel.S3.Server;

/// <summary>What came to a server. Safe to use from any thread.</summary>
internal sealed class RequestLog
{
    private const int CountMax = 100_000;

    private readonly Lock _lock = new();
    private readonly Queue<RawRequest> _requests = new();
    private readonly List<Exception> _problems = [];
    private readonly List<(int Count, TaskCompletionSource Reached)> _waiters = [];
    private int _connections;
    private int _numbers;
    private int _count;

    public int Connections => Volatile.Read(ref _connections);

    public IReadOnlyList<RawRequest> Requests
    {
        get
        {
            lock (_lock)
            {
                return [.. _requests];
            }
        }
    }

    public IReadOnlyList<Exception> Problems
    {
        get
        {
            lock (_lock)
            {
                return [.. _problems];
            }
        }
    }

    public int AddConnection() => Interlocked.Increment(ref _connections);

    public int NextNumber() => Interlocked.Increment(ref _numbers);

    public void Add(RawRequest request)
    {
        lock (_lock)
        {
            _count++;
            _requests.Enqueue(request);
            if (_requests.Count > CountMax)
            {
                _requests.Dequeue();
            }

            foreach ((int count, TaskCompletionSource reached) in _waiters)
            {
                if (count <= _count)
                {
                    reached.TrySetResult();
                }
            }

            _waiters.RemoveAll(waiter => waiter.Count <= _count);
        }
    }

    public void AddProblem(Exception problem)
    {
        lock (_lock)
        {
            _problems.Add(problem);
        }
    }

    public Task WaitAsync(int count, CancellationToken cancellation)
    {
        lock (_lock)
        {
            if (_count >= count)
            {
                return Task.CompletedTask;
            }

            var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiters.Add((count, reached));
            return reached.Task.WaitAsync(cancellation);
        }
    }
}
