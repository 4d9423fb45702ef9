using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>
/// Makes an <c>async</c> method that returns a <see cref="ValueTask"/> keep its state in pooled objects:
/// <c>[AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]</c>.
/// </summary>
/// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}" path="/remarks"/>
public struct PooledValueTaskMethodBuilder
{
    private PooledValueTaskMethodBuilder<bool> _builder;

    /// <summary>What the method gives to its caller.</summary>
    public readonly ValueTask Task => _builder.Operation is { } operation
        ? new ValueTask(operation, operation.Version)
        : ValueTask.CompletedTask;

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}.Create"/>
    public static PooledValueTaskMethodBuilder Create() => default;

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}.Start"/>
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        _builder.Start(ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}.SetStateMachine"/>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => _builder.SetStateMachine(stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}.AwaitOnCompleted"/>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}.AwaitOnCompleted"/>
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);

    /// <summary>For the compiler: the method has ended.</summary>
    public void SetResult() => _builder.SetResult(result: true);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}.SetException"/>
    public void SetException(Exception exception) => _builder.SetException(exception);
}
