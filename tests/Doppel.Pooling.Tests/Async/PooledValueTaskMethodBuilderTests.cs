using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Doppel.Pooling.Tests.Async;

/// <summary>A method with pooled state does what the same method with a task does, and keeps its objects.</summary>
public sealed class PooledValueTaskMethodBuilderTests
{
    private static readonly AsyncLocal<int> s_flowing = new();
    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public async Task It_returns_what_it_is_to_return_however_often_it_waits(int waits)
    {
        for (int i = 0; i < 100; i++)
        {
            Assert.Equal(i + waits, await CountAsync(i, waits));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Exceptions_reach_the_awaiter(bool waits)
    {
        for (int i = 0; i < 10; i++)
        {
            var thrown = new FormatException("mine");
            ValueTask<int> task = ThrowAsync(thrown, waits);
            Assert.Same(thrown, await Assert.ThrowsAsync<FormatException>(async () => await task));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_cancellation_makes_a_cancelled_task(bool waits)
    {
        Task<int> task = ThrowAsync(new OperationCanceledException("mine"), waits).AsTask();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
        Assert.True(task.IsCanceled);
    }

    [Fact]
    public async Task A_method_without_a_result_ends_and_throws_as_well()
    {
        await VoidAsync(null, waits: false);
        await VoidAsync(null, waits: true);
        var thrown = new FormatException("mine");
        foreach (bool waits in (bool[])[false, true])
        {
            ValueTask task = VoidAsync(thrown, waits);
            Assert.Same(thrown, await Assert.ThrowsAsync<FormatException>(async () => await task));
        }
    }

    [Fact]
    public async Task Values_flow_into_the_method_and_none_flows_out_of_it()
    {
        s_flowing.Value = 7;
        int[] seen = await FlowAsync();
        Assert.Equal([7, 7, 8, 8], seen);
        Assert.Equal(7, s_flowing.Value);
    }

    [Fact]
    public async Task Without_a_flow_it_runs_as_it_is()
    {
        s_flowing.Value = 7;
        Task<int[]> task;
        using (ExecutionContext.SuppressFlow())
        {
            task = FlowAsync().AsTask();
        }

        int[] seen = await task;
        Assert.Equal(7, seen[0]);
        Assert.NotEqual(7, seen[1]);
    }

    [Fact]
    [SuppressMessage("Reliability", "CA2012:Use ValueTasks correctly", Justification = "It is what must not be done.")]
    public async Task A_task_that_was_awaited_takes_nothing_from_the_call_that_has_its_object_now()
    {
        var gate = new TaskCompletionSource();
        ValueTask<int> first = WaitAsync(gate.Task, 1);
        ValueTask<int> copy = first;
        gate.SetResult();
        Assert.Equal(1, await first);

        var second = new TaskCompletionSource();
        ValueTask<int>[] others = [.. Enumerable.Range(0, 8).Select(i => WaitAsync(second.Task, i))];
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await copy);
        second.SetResult();
        for (int i = 0; i < others.Length; i++)
        {
            Assert.Equal(i, await others[i]);
        }
    }

    [Fact]
    public void A_result_is_given_once_and_not_before_there_is_one()
    {
        var operation = new AsyncOperation<int>();
        short token = operation.Version;
        Assert.Throws<InvalidOperationException>(() => Take());
        operation.SetResult(3);
        Assert.Equal(3, Take());
        Assert.Throws<InvalidOperationException>(() => Take());

        int Take() => operation.GetResult(token);
    }

    [Fact]
    public async Task Calls_that_wait_for_one_another_end_as_they_would_with_tasks()
    {
        for (int round = 0; round < TestRun.Count(200, 5_000); round++)
        {
            int seed = TestRun.SeedOffset + (round * 64);
            int depth = round % 12;
            int calls = 1 + (round % 40);
            Task<int>[] all = [.. Enumerable.Range(0, calls).Select(i => Deep(depth, new Random(seed + i)).AsTask())];
            int[] results = await Task.WhenAll(all);
            Assert.Equal([.. Enumerable.Range(0, calls).Select(i => Oracle(depth, new Random(seed + i)))], results);
        }
    }

    [Fact]
    [SuppressMessage("Reliability", "CA2012:Use ValueTasks correctly", Justification = "Each is awaited once.")]
    public async Task The_pool_keeps_as_many_objects_as_calls_wait_at_once()
    {
        const int AtOnce = 64;
        var tasks = new ValueTask<int>[AtOnce];
        long least = long.MaxValue;
        for (int round = 0; round < 20; round++)
        {
            var gate = new TaskCompletionSource();
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < AtOnce; i++)
            {
                tasks[i] = WaitAsync(gate.Task, i);
            }

            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            gate.SetResult();
            for (int i = 0; i < AtOnce; i++)
            {
                Assert.Equal(i, await tasks[i]);
            }
        }

        // The gate's list of who waits for it, and no call's object.
        Assert.InRange(least, 0, AtOnce * 40);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private static async ValueTask<int> CountAsync(int from, int waits)
    {
        for (int i = 0; i < waits; i++)
        {
            await Task.Yield();
            from++;
        }

        return from;
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private static async ValueTask<int> WaitAsync(Task gate, int result)
    {
        await gate.ConfigureAwait(false);
        return result;
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private static async ValueTask<int> ThrowAsync(Exception thrown, bool waits)
    {
        if (waits)
        {
            await Task.Yield();
        }

        throw thrown;
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    private static async ValueTask VoidAsync(Exception? thrown, bool waits)
    {
        if (waits)
        {
            await Task.Delay(1, s_token);
        }

        if (thrown is not null)
        {
            throw thrown;
        }
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private static async ValueTask<int[]> FlowAsync()
    {
        int before = s_flowing.Value;
        await Task.Yield();
        int after = s_flowing.Value;
        s_flowing.Value = 8;
        int changed = s_flowing.Value;
        await Task.Delay(1, s_token).ConfigureAwait(false);
        return [before, after, changed, s_flowing.Value];
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Deep(int depth, Random random)
    {
        int mine = random.Next(1000);
        if (random.Next(3) == 0)
        {
            await Task.Yield();
        }

        int below = depth == 0 ? 0 : await Deep(depth - 1, random);
        if (random.Next(3) == 0)
        {
            await Task.Yield();
        }

        return mine + below;
    }

    private static int Oracle(int depth, Random random)
    {
        int mine = random.Next(1000);
        _ = random.Next(3);
        int below = depth == 0 ? 0 : Oracle(depth - 1, random);
        _ = random.Next(3);
        return mine + below;
    }
}
