using Doppel.Testing;

namespace Doppel.S3.Tests.Credentials;

public sealed class RefreshingCredentialsTests
{
    private static readonly TimeSpan s_life = TimeSpan.FromHours(1);

    private readonly ManualClock _clock = new();
    private int _number;

    [Fact]
    public async Task Credentials_that_never_expire_are_loaded_once()
    {
        var source = new ScriptedProvider(() => Sample.Lasting);
        var provider = new RefreshingCredentials(source, _clock);
        S3Credentials first = await provider.GetAsync();
        _clock.Advance(TimeSpan.FromDays(1000));
        Assert.Same(first, await provider.GetAsync());
        Assert.Equal(1, source.Calls);
    }

    [Fact]
    public async Task Cached_credentials_are_returned_at_once_and_without_allocating()
    {
        foreach (S3Credentials credentials in (S3Credentials[])[Sample.Lasting, Next()])
        {
            var provider = new RefreshingCredentials(new ScriptedProvider(() => credentials), _clock);
            IS3CredentialsProvider chain = S3CredentialsProvider.FirstOf(provider);
            await chain.GetAsync();
            long least = long.MaxValue;
            for (int round = 0; round < 10; round++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                bool isDone = IsDone(provider.GetAsync(CancellationToken.None))
                    && IsDone(chain.GetAsync(CancellationToken.None));
                least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
                Assert.True(isDone);
            }

            Assert.Equal(0, least);
        }
    }

    [Fact]
    public async Task Many_callers_at_once_load_once()
    {
        var gate = new TaskCompletionSource();
        var source = new ScriptedProvider(async _ =>
        {
            await gate.Task;
            return Next();
        });
        var provider = new RefreshingCredentials(source, _clock);
        using var barrier = new Barrier(64);
        Task<S3Credentials>[] callers = [.. Enumerable.Range(0, 64).Select(_ => Task.Factory.StartNew(
            () =>
            {
                barrier.SignalAndWait(TestContext.Current.CancellationToken);
                return provider.GetAsync().AsTask();
            },
            TestContext.Current.CancellationToken, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap())];
        gate.SetResult();
        S3Credentials[] answers = await Task.WhenAll(callers);
        Assert.Single(answers.Distinct());
        Assert.Equal(1, source.Calls);
    }

    [Fact]
    public async Task Five_minutes_before_the_end_one_refresh_runs_while_everyone_gets_the_old()
    {
        var gate = new TaskCompletionSource<S3Credentials>();
        S3Credentials old = Next();
        var loads = new Queue<Task<S3Credentials>>([Task.FromResult(old), gate.Task]);
        var source = new ScriptedProvider(_ => loads.Dequeue());
        var provider = new RefreshingCredentials(source, _clock);
        await provider.GetAsync();

        _clock.Advance(s_life - RefreshingCredentials.AdvisoryTime - TimeSpan.FromTicks(1));
        Assert.Same(old, await provider.GetAsync());
        Assert.Equal(1, source.Calls);

        _clock.Advance(TimeSpan.FromTicks(1));
        for (int i = 0; i < 100; i++)
        {
            ValueTask<S3Credentials> answer = provider.GetAsync();
            Assert.True(answer.IsCompletedSuccessfully);
            Assert.Same(old, await answer);
        }

        S3Credentials renewed = Next();
        gate.SetResult(renewed);
        await UntilAsync(provider, renewed);
        Assert.Equal(2, source.Calls);
    }

    [Fact]
    public async Task One_minute_before_the_end_callers_wait()
    {
        var gate = new TaskCompletionSource<S3Credentials>();
        var loads = new Queue<Task<S3Credentials>>([Task.FromResult(Next()), gate.Task]);
        var provider = new RefreshingCredentials(new ScriptedProvider(_ => loads.Dequeue()), _clock);
        await provider.GetAsync();
        _clock.Advance(s_life - RefreshingCredentials.MandatoryTime);
        Task<S3Credentials> waiting = provider.GetAsync().AsTask();
        Assert.False(waiting.IsCompleted);
        S3Credentials renewed = Next();
        gate.SetResult(renewed);
        Assert.Same(renewed, await waiting);
    }

    [Fact]
    public async Task A_failure_keeps_the_old_until_they_end_and_the_next_try_waits_longer_each_time()
    {
        bool fails = false;
        S3Credentials old = Next();
        var source = new ScriptedProvider(() => fails ? throw new S3CredentialsException("no") : old);
        var provider = new RefreshingCredentials(source, _clock);
        await provider.GetAsync();
        fails = true;

        // Within the last minute, so that every call waits for what the try came to.
        _clock.Advance(s_life - RefreshingCredentials.MandatoryTime);
        List<int> calls = [];
        for (int second = 0; second < 60; second++)
        {
            Assert.Same(old, await provider.GetAsync());
            calls.Add(source.Calls);
            _clock.Advance(TimeSpan.FromSeconds(1));
        }

        int[] tries = [.. calls.Index().Where(c => c.Index == 0 || calls[c.Index - 1] < c.Item).Select(c => c.Index)];
        Assert.Equal([0, 5, 15, 35], tries);
        Assert.Equal("no", (await provider.FailureAsync()).Message);
        Assert.Equal(6, source.Calls);
        await provider.FailureAsync();
        Assert.Equal(7, source.Calls);

        fails = false;
        old = Next();
        Assert.Same(old, await provider.GetAsync());
    }

    [Fact]
    public async Task A_caller_that_gives_up_stops_nobody_else()
    {
        var gate = new TaskCompletionSource<S3Credentials>();
        CancellationToken seen = default;
        var source = new ScriptedProvider(token =>
        {
            seen = token;
            return gate.Task;
        });
        var provider = new RefreshingCredentials(source, _clock);
        using var first = new CancellationTokenSource();
        Task<S3Credentials> impatient = provider.GetAsync(first.Token).AsTask();
        Task<S3Credentials> patient = provider.GetAsync().AsTask();
        await first.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => impatient);
        gate.SetResult(Next());
        Assert.NotNull(await patient);
        Assert.False(seen.IsCancellationRequested);
        Assert.Equal(1, source.Calls);
    }

    [Fact]
    public async Task A_caller_that_is_already_cancelled_starts_no_load()
    {
        var source = new ScriptedProvider(Next);
        var provider = new RefreshingCredentials(source, _clock);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await provider.GetAsync(new CancellationToken(canceled: true)));
        Assert.Equal(0, source.Calls);
    }

    [Fact]
    public async Task A_source_that_never_answers_is_given_up()
    {
        var asked = new TaskCompletionSource();
        var source = new ScriptedProvider(async _ =>
        {
            asked.TrySetResult();
            await Task.Delay(Timeout.Infinite, CancellationToken.None);
            return Sample.Lasting;
        });
        var provider = new RefreshingCredentials(source, _clock);
        Task<S3CredentialsException> failure = provider.FailureAsync();
        await asked.Task;
        _clock.Advance(RefreshingCredentials.LoadTimeMax);
        Assert.Contains("2 minutes", (await failure).Message);
    }

    [Fact]
    public async Task Credentials_that_are_expired_on_arrival_are_an_error()
    {
        S3Credentials expired = Sample.Lasting with { Expiration = _clock.GetUtcNow() };
        var provider = new RefreshingCredentials(new ScriptedProvider(() => expired), _clock);
        Assert.Contains("expired at 2024-01-01 00:00:00Z", (await provider.FailureAsync()).Message);
    }

    [Fact]
    public async Task Credentials_that_expire_soon_are_not_requested_again_on_every_call()
    {
        S3Credentials brief = Sample.Lasting with { Expiration = _clock.GetUtcNow().AddSeconds(30) };
        var source = new ScriptedProvider(() => brief);
        var provider = new RefreshingCredentials(source, _clock);
        for (int second = 0; second < 30; second++)
        {
            Assert.Same(brief, await provider.GetAsync());
            _clock.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.Equal(6, source.Calls);
        await provider.FailureAsync();
    }

    [Fact]
    public async Task Credentials_that_a_server_refused_are_reloaded_but_not_over_and_over()
    {
        var source = new ScriptedProvider(() => Sample.Lasting with { AccessKeyId = "AKIA" + _number++ });
        var provider = new RefreshingCredentials(source, _clock);
        S3Credentials first = await provider.GetAsync();
        provider.Discard(first);
        Assert.Same(first, await provider.GetAsync());

        _clock.Advance(TimeSpan.FromMinutes(1));
        provider.Discard(first with { });
        Assert.Same(first, await provider.GetAsync());
        provider.Discard(first);
        S3Credentials second = await provider.GetAsync();
        Assert.NotSame(first, second);
        _clock.Advance(TimeSpan.FromMinutes(1));
        provider.Discard(first);
        Assert.Same(second, await provider.GetAsync());
        Assert.Equal(2, source.Calls);
    }

    [Fact]
    public async Task Races_over_many_lives_yield_what_is_valid_or_an_error()
    {
        var source = new ScriptedProvider(async _ =>
        {
            await Task.Yield();
            return Next();
        });
        var provider = new RefreshingCredentials(source, _clock);
        using var end = new CancellationTokenSource();
        Task[] callers = [.. Enumerable.Range(0, 8).Select(_ => Task.Run(async () =>
        {
            while (!end.IsCancellationRequested)
            {
                await CheckAsync();
                await Task.Yield();
            }
        }))];
        for (int round = 0; round < TestRun.Count(300, 3000); round++)
        {
            _clock.Advance(TimeSpan.FromMinutes((round * 7) % 70));
            await CheckAsync();
        }

        await end.CancelAsync();
        await Task.WhenAll(callers);

        async Task CheckAsync()
        {
            DateTimeOffset before = _clock.GetUtcNow();
            try
            {
                Assert.True((await provider.GetAsync()).Expiration > before);
            }
            catch (S3CredentialsException expired)
            {
                // An hour passed while they were loaded.
                Assert.Contains("expired at", expired.Message);
            }
        }
    }

    private static bool IsDone(ValueTask<S3Credentials> answer) => answer.IsCompletedSuccessfully;

    // Ends one hour after it is made.
    private S3Credentials Next() => Sample.Lent with
    {
        AccessKeyId = "AKIA" + Interlocked.Increment(ref _number),
        Expiration = _clock.GetUtcNow() + s_life,
    };

    private static async Task UntilAsync(RefreshingCredentials provider, S3Credentials wanted)
    {
        while (!ReferenceEquals(await provider.GetAsync(), wanted))
        {
            await Task.Yield();
        }
    }
}
