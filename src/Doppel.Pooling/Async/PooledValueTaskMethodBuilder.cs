using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>
/// Builds <c>async</c> methods that return a <see cref="ValueTask"/> and keep their state in pooled objects. Apply it
/// with <c>[AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]</c>.
/// </summary>
/// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}" path="/remarks"/>
public struct PooledValueTaskMethodBuilder
{
    private PooledValueTaskMethodBuilder<bool> _builder;

    /// <summary>The task that the method returns to its caller.</summary>
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

    /// <summary>Completes the task. Called by the compiler.</summary>
    public void SetResult() => _builder.SetResult(result: true);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{TResult}.SetException"/>
    public void SetException(Exception exception) => _builder.SetException(exception);
}
