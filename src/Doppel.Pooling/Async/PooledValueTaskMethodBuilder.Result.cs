using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>
/// Builds <c>async</c> methods that return a <see cref="ValueTask{TResult}"/> and keep their state in pooled objects.
/// Apply it with <c>[AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder&lt;&gt;))]</c>.
/// </summary>
/// <typeparam name="TResult">The result type of the method.</typeparam>
/// <remarks>
/// <para><see cref="PoolingAsyncValueTaskMethodBuilder{TResult}"/> keeps one object per core and method: of 64 requests
/// that wait concurrently on two cores, 62 allocate. This builder keeps as many objects as were in use at once, up to
/// 128 KiB per method, and releases objects that are unused for half a minute.</para>
/// <para>As with every <see cref="ValueTask{TResult}"/>, await the task exactly once. Awaiting it again, or requesting
/// its result before it is complete, throws <see cref="InvalidOperationException"/>. A method that completes
/// synchronously uses no pooled object.</para>
/// <para>Source: C# language specification, task types (async method builders).</para>
/// </remarks>
public struct PooledValueTaskMethodBuilder<TResult>
{
    private AsyncOperation<TResult>? _operation;
    private TResult _result;

    /// <summary>The task that the method returns to its caller.</summary>
    public readonly ValueTask<TResult> Task =>
        _operation is null ? new ValueTask<TResult>(_result) : new ValueTask<TResult>(_operation, _operation.Version);

    /// <summary>
    /// The pooled object of the call, or null if the call has neither been suspended nor failed so far.
    /// </summary>
    internal readonly AsyncOperation<TResult>? Operation => _operation;

    /// <summary>Creates a builder for one call. Called by the compiler.</summary>
    /// <returns>The builder.</returns>
    public static PooledValueTaskMethodBuilder<TResult> Create() => default;

    /// <summary>Runs the method until it is first suspended. Called by the compiler.</summary>
    /// <typeparam name="TStateMachine">The state machine of the method.</typeparam>
    /// <param name="stateMachine">The state machine of the call.</param>
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        // The runtime's builder also restores the caller's execution context afterwards.
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);
    }

    /// <summary>Does nothing, because the state machine is never boxed separately. Called by the compiler.</summary>
    /// <param name="stateMachine">The state machine of the call.</param>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    /// <summary>Schedules the method to resume when the awaited operation completes. Called by the compiler.</summary>
    /// <typeparam name="TAwaiter">The type of the awaiter.</typeparam>
    /// <typeparam name="TStateMachine">The state machine of the method.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine of the call.</param>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        awaiter.OnCompleted(Suspend(ref stateMachine));

    /// <inheritdoc cref="AwaitOnCompleted"/>
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        awaiter.UnsafeOnCompleted(Suspend(ref stateMachine));

    /// <summary>Completes the task with a result. Called by the compiler.</summary>
    /// <param name="result">The result of the method.</param>
    public void SetResult(TResult result)
    {
        if (_operation is null)
        {
            _result = result;
        }
        else
        {
            _operation.SetResult(result);
        }
    }

    /// <summary>Completes the task with an exception. Called by the compiler.</summary>
    /// <param name="exception">
    /// The exception that the method threw. An <see cref="OperationCanceledException"/> cancels the task.
    /// </param>
    public void SetException(Exception exception)
    {
        _operation ??= new AsyncOperation<TResult>();
        _operation.SetException(exception);
    }

    private Action Suspend<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        if (_operation is not AsyncOperation<TResult, TStateMachine> operation)
        {
            operation = AsyncOperation<TResult, TStateMachine>.Rent();

            // This builder is a field of the state machine, so it must be updated before the state machine is copied.
            _operation = operation;
            operation.StateMachine = stateMachine;
        }

        operation.Context = ExecutionContext.Capture();
        return operation.MoveNext;
    }
}
