using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Holds the state of a suspended call and resumes it.</summary>
/// <typeparam name="TResult">The result type of the method.</typeparam>
/// <typeparam name="TStateMachine">The state machine of the method.</typeparam>
internal sealed class AsyncOperation<TResult, TStateMachine> : AsyncOperation<TResult>
    where TStateMachine : IAsyncStateMachine
{
    private const int PoolBytesMax = 128 * 1024;

    // The size without the state: the object, its value task source and the delegate.
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

    /// <summary>The continuation that resumes the call. It is created once per object.</summary>
    internal readonly Action MoveNext;

    /// <summary>The state machine of the suspended call.</summary>
    internal TStateMachine? StateMachine;

    /// <summary>
    /// The execution context that flows with the call, with values such as those of <see cref="AsyncLocal{T}"/>, or
    /// null if there is none.
    /// </summary>
    internal ExecutionContext? Context;

    private AsyncOperation() => MoveNext = GoOn;

    /// <summary>Rents an operation without state.</summary>
    internal static AsyncOperation<TResult, TStateMachine> Rent() => s_pool.Rent();

    private protected override void Recycle()
    {
        AsyncOperation<TResult, TStateMachine>? done = this;
        s_pool.Return(ref done);
    }

    // The last step of a call can return this object to the pool, so another call may own it when MoveNext returns.
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
