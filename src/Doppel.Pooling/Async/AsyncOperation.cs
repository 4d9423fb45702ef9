using System.Threading.Tasks.Sources;

namespace Doppel.Pooling;

/// <summary>
/// The value task source of a call of an <c>async</c> method that did not complete synchronously.
/// </summary>
/// <typeparam name="TResult">The result type of the method.</typeparam>
internal class AsyncOperation<TResult> : IValueTaskSource<TResult>, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<TResult> _core;

    /// <summary>The version of the current call, which the task uses as its token.</summary>
    internal short Version => _core.Version;

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    public TResult GetResult(short token)
    {
        // GetStatus throws if the task was already awaited. Another call may own the object by now and must keep it.
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

    /// <summary>Completes the task with a result.</summary>
    internal void SetResult(TResult result) => _core.SetResult(result);

    /// <summary>Completes the task with an exception.</summary>
    internal void SetException(Exception exception) => _core.SetException(exception);

    /// <summary>Returns the object to its pool after the task has been awaited.</summary>
    private protected virtual void Recycle()
    {
    }
}
