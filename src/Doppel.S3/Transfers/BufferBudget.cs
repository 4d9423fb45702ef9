namespace Doppel.S3;

/// <summary>
/// Limits the memory that all uploads of a client share. A request for more than is available waits its turn.
/// </summary>
/// <remarks>Thread-safe. First come, first served, so that large requests are served too.</remarks>
internal sealed class BufferBudget
{
    private readonly Lock _lock = new();
    private readonly LinkedList<Wish> _waiting = new();
    private long _left;

    internal BufferBudget(long bytesMax)
    {
        BytesMax = bytesMax;
        _left = bytesMax;
    }

    internal long BytesMax { get; }

    /// <summary>Reserves bytes, at most <see cref="BytesMax"/>.</summary>
    internal ValueTask TakeAsync(long bytes, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, BytesMax);
        cancellationToken.ThrowIfCancellationRequested();
        LinkedListNode<Wish> node;
        lock (_lock)
        {
            if (_waiting.Count == 0 && bytes <= _left)
            {
                _left -= bytes;
                return ValueTask.CompletedTask;
            }

            node = _waiting.AddLast(new Wish(bytes));
        }

        return new ValueTask(WaitAsync(node, cancellationToken));
    }

    internal void Give(long bytes)
    {
        lock (_lock)
        {
            _left += bytes;
            Serve();
        }
    }

    private async Task WaitAsync(LinkedListNode<Wish> node, CancellationToken cancellationToken)
    {
        using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(
            static (state, token) =>
            {
                (BufferBudget budget, LinkedListNode<Wish> cancelled) = ((BufferBudget, LinkedListNode<Wish>))state!;
                budget.GiveUp(cancelled, token);
            },
            (this, node));
        await node.Value.Task.ConfigureAwait(false);
    }

    private void GiveUp(LinkedListNode<Wish> node, CancellationToken token)
    {
        lock (_lock)
        {
            if (node.List is null)
            {
                return;
            }

            _waiting.Remove(node);
            node.Value.TrySetCanceled(token);
            Serve();
        }
    }

    private void Serve()
    {
        while (_waiting.First is { } first && first.Value.Bytes <= _left)
        {
            _left -= first.Value.Bytes;
            _waiting.RemoveFirst();
            first.Value.SetResult();
        }
    }

    private sealed class Wish(long bytes) : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
    {
        internal long Bytes => bytes;
    }
}
