using System.Threading.Tasks.Sources;

namespace Doppel.Pooling;

/// <summary>A call of an <c>async</c> method that did not end at once: what its task asks.</summary>
/// <typeparam name="TResult">What the method returns.</typeparam>
internal class AsyncOperation<TResult> : IValueTaskSource<TResult>, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<TResult> _core;

    /// <summary>Which of its calls it is, for the task.</summary>
    internal short Version => _core.Version;

    /// <inheritdoc/>
    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    /// <inheritdoc/>
    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    /// <inheritdoc/>
    public TResult GetResult(short token)
    {
        // Throws for a task that was awaited already: the object may be in another call by now, and stays there.
        if (_core.GetStatus(token) == ValueTaskSourceStatus.Pending)
        {
            throw new InvalidOperationException("The method has not ended; await it.");
        }

        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            _core.Reset();
            Recycle();
        }
    }

    void IValueTaskSource.GetResult(short token) => GetResult(token);

    /// <summary>The method has ended.</summary>
    internal void SetResult(TResult result) => _core.SetResult(result);

    /// <summary>The method has thrown.</summary>
    internal void SetException(Exception exception) => _core.SetException(exception);

    /// <summary>The task was awaited: nobody needs the object any more.</summary>
    private protected virtual void Recycle()
    {
    }
}
