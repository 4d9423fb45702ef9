using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Holds the state of a call that waits, and goes on with it.</summary>
/// <typeparam name="TResult">What the method returns.</typeparam>
/// <typeparam name="TStateMachine">The method.</typeparam>
internal sealed class AsyncOperation<TResult, TStateMachine> : AsyncOperation<TResult>
    where TStateMachine : IAsyncStateMachine
{
    private const int PoolBytesMax = 128 * 1024;

    // Besides the state: the object, its source of a task, and the delegate.
    private const int OwnBytes = 160;

    private static readonly ContextCallback s_moveNext =
        static operation => Unsafe.As<AsyncOperation<TResult, TStateMachine>>(operation!).StateMachine!.MoveNext();

    private static readonly ObjectPool<AsyncOperation<TResult, TStateMachine>> s_pool = new(
        new Policy(),
        new PoolOptions
        {
            Name = $"async {typeof(TStateMachine).Name}",
            BytesMax = PoolBytesMax,
            KeepsByThread = false,
        });

    /// <summary>What is called when the wait is over. Made once.</summary>
    internal readonly Action MoveNext;

    /// <summary>Where the call stands.</summary>
    internal TStateMachine? StateMachine;

    /// <summary>What flows with the call, as values of <see cref="AsyncLocal{T}"/> do; null for nothing.</summary>
    internal ExecutionContext? Context;

    private AsyncOperation() => MoveNext = GoOn;

    /// <summary>One without a state.</summary>
    internal static AsyncOperation<TResult, TStateMachine> Rent() => s_pool.Rent();

    private protected override void Recycle()
    {
        AsyncOperation<TResult, TStateMachine>? done = this;
        s_pool.Return(ref done);
    }

    // With its last step the object may be in another call already when it comes back here.
    private void GoOn()
    {
        ExecutionContext? context = Context;
        if (context is null)
        {
            StateMachine!.MoveNext();
        }
        else
        {
            ExecutionContext.Run(context, s_moveNext, this);
        }
    }

    private sealed class Policy : PoolPolicy<AsyncOperation<TResult, TStateMachine>>
    {
        public override AsyncOperation<TResult, TStateMachine> Create() => new();

        public override long Reset(AsyncOperation<TResult, TStateMachine> item)
        {
            item.StateMachine = default;
            item.Context = null;
            return OwnBytes + Unsafe.SizeOf<TStateMachine>();
        }
    }
}
