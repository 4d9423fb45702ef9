using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>
/// Makes an <c>async</c> method that returns a <see cref="ValueTask{TResult}"/> keep its state in pooled objects:
/// <c>[AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder&lt;&gt;))]</c>.
/// </summary>
/// <typeparam name="TResult">What the method returns.</typeparam>
/// <remarks>
/// <para><see cref="PoolingAsyncValueTaskMethodBuilder{TResult}"/> keeps one object for each core and method: of 64
/// requests that wait at once on two cores, 62 allocate. This one keeps as many as were in use at once, up to 128 KiB
/// for each method, and lets go what lies unused for half a minute.</para>
/// <para>The task is awaited once and then no more, as with every <see cref="ValueTask{TResult}"/>; to await it again,
/// or before it is complete to ask for its result, throws <see cref="InvalidOperationException"/>. A method that never
/// has to wait uses no object at all.</para>
/// <para>Source: C# language specification, task types (async method builders).</para>
/// </remarks>
public struct PooledValueTaskMethodBuilder<TResult>
{
    private AsyncOperation<TResult>? _operation;
    private TResult _result;

    /// <summary>What the method gives to its caller.</summary>
    public readonly ValueTask<TResult> Task =>
        _operation is null ? new ValueTask<TResult>(_result) : new ValueTask<TResult>(_operation, _operation.Version);

    /// <summary>The object of the call; null for as long as it never had to wait and did not fail.</summary>
    internal readonly AsyncOperation<TResult>? Operation => _operation;

    /// <summary>For the compiler: one for each call.</summary>
    public static PooledValueTaskMethodBuilder<TResult> Create() => default;

    /// <summary>For the compiler: runs the method up to where it has to wait.</summary>
    /// <typeparam name="TStateMachine">The method.</typeparam>
    /// <param name="stateMachine">The state of the call.</param>
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        // The runtime's own, for what it puts back afterwards: the caller's execution context.
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);
    }

    /// <summary>For the compiler: nothing, since the state is never moved by anybody else.</summary>
    /// <param name="stateMachine">The state of the call.</param>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    /// <summary>For the compiler: goes on when something awaited is complete.</summary>
    /// <typeparam name="TAwaiter">What is awaited.</typeparam>
    /// <typeparam name="TStateMachine">The method.</typeparam>
    /// <param name="awaiter">What is awaited.</param>
    /// <param name="stateMachine">The state of the call.</param>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        awaiter.OnCompleted(Suspend(ref stateMachine));

    /// <inheritdoc cref="AwaitOnCompleted"/>
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        awaiter.UnsafeOnCompleted(Suspend(ref stateMachine));

    /// <summary>For the compiler: the method has ended.</summary>
    /// <param name="result">What it returns.</param>
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

    /// <summary>For the compiler: the method has thrown.</summary>
    /// <param name="exception">What it has thrown; a cancellation makes the task a cancelled one.</param>
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

            // This builder is a part of the state: it has to know before the state is copied.
            _operation = operation;
            operation.StateMachine = stateMachine;
        }

        operation.Context = ExecutionContext.Capture();
        return operation.MoveNext;
    }
}
