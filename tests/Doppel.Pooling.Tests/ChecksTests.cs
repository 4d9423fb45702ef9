using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Doppel.Testing.Processes;

namespace Doppel.Pooling.Tests;

/// <summary>What <see cref="PoolChecks"/> find, and how they are turned on.</summary>
public sealed class ChecksTests
{
    private static readonly PoolOptions s_leaks = new() { Checks = PoolChecks.Leaks };
    private static readonly PoolOptions s_all = new() { Checks = PoolChecks.All };

    [Fact]
    public void An_item_that_was_lost_is_reported_with_the_place_where_it_was_rented()
    {
        List<PoolReport> reports = Listen("leaks of three kinds", static name =>
        {
            LoseAList(s_leaks with { Name = name });
            LoseAnArray(s_leaks with { Name = name });
            LoseABlock(s_leaks with { Name = name });
            Collector.Run();
        });
        Assert.Equal(3, reports.Count);
        Assert.All(reports, static report => Assert.Equal(PoolReportKind.Leak, report.Kind));
        foreach (string method in (string[])[nameof(LoseAList), nameof(LoseAnArray), nameof(LoseABlock)])
        {
            Assert.Single(reports, report => report.RentedAt.Contains(method, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void Returned_and_still_rented_items_are_not_leaks()
    {
        var pool = new ListPool<int>(s_leaks with { Name = "no leaks" });
        List<int> held = pool.Rent();
        Assert.Empty(Listen("no leaks", _ =>
        {
            pool.RentAndReturn(10);
            pool.Lease().Dispose();
            pool.Clear();
            Collector.Run();
        }));
        GC.KeepAlive(held);
        pool.Return(ref held!);
        pool.Dispose();
    }

    [Fact]
    public void A_second_return_is_refused_whoever_has_the_item()
    {
        using var pool = new ListPool<int>(s_leaks);
        List<int>? list = pool.Rent();
        List<int>? same = list;
        pool.Return(ref list);
        Assert.Throws<InvalidOperationException>(() => pool.Return(ref same));

        // After it was rented again, the second of the two that return it is told.
        list = pool.Rent();
        same = list;
        pool.Return(ref same);
        Assert.Throws<InvalidOperationException>(() => pool.Return(ref list));
        Assert.Equal(1, pool.GetStatistics().ItemsHeld);
    }

    [Fact]
    public void When_two_threads_return_one_item_at_once_one_gets_an_error()
    {
        using var pool = new BufferPool<byte>(s_leaks);
        int told = 0;
        byte[] shared = pool.Rent(100);
        using var turn = new Barrier(2);
        int rounds = TestRun.Count(500, 50_000);
        Crew.Run(2, number =>
        {
            for (int i = 0; i < rounds; i++)
            {
                byte[]? mine = shared;
                turn.SignalAndWait();
                try
                {
                    pool.Return(ref mine);
                }
                catch (InvalidOperationException)
                {
                    Interlocked.Increment(ref told);
                }

                turn.SignalAndWait();
                shared = number == 0 ? pool.Rent(100) : shared;
                turn.SignalAndWait();
            }
        });
        Assert.Equal(rounds, told);
        pool.Return(ref shared!);
    }

    [Fact]
    public void Foreign_items_are_refused_and_left_unchanged()
    {
        using var lists = new ListPool<string>(s_all);
        List<string>? foreign = ["mine"];
        List<string> list = foreign;
        Assert.Throws<InvalidOperationException>(() => lists.Return(ref foreign));
        Assert.Equal(["mine"], list);

        using var texts = new BufferPool<string>(s_all);
        string[] array = [.. Enumerable.Repeat("mine", 16)];
        string[]? returned = array;
        Assert.Throws<InvalidOperationException>(() => texts.Return(ref returned));
        Assert.All(array, static text => Assert.Equal("mine", text));

        using var bytes = new BufferPool<byte>(s_all);
        byte[] secret = [.. Enumerable.Repeat((byte)7, 16)];
        byte[]? secretReturned = secret;
        Assert.Throws<InvalidOperationException>(() => bytes.ReturnCleared(ref secretReturned));
        Assert.All(secret, static one => Assert.Equal(7, one));

        using var blocks = new NativeBufferPool(s_all);
        NativeBuffer<byte>? block = new(4096);
        using NativeBuffer<byte> same = block;
        Assert.Throws<InvalidOperationException>(() => blocks.Return(ref block));
    }

    [Fact]
    public void A_write_after_the_return_is_found_when_the_item_is_rented_next()
    {
        List<PoolReport> reports = Listen("poisoned", static name =>
        {
            using var arrays = new BufferPool<int>(new PoolOptions { Name = name, Checks = PoolChecks.Poison });
            int[] array = arrays.Rent(100);
            int[]? returned = array;
            arrays.Return(ref returned);
            Assert.Equal(unchecked((int)0xDBDBDBDB), array[5]);
            array[5] = 1;
            Assert.Same(array, arrays.Rent(100));

            using var blocks = new NativeBufferPool(new PoolOptions { Name = name, Checks = PoolChecks.Poison });
            NativeBuffer<byte>? block = blocks.Rent(100);
            NativeBuffer<byte> same = block;
            blocks.Return(ref block);
            same[4095] = 1;
            Assert.Same(same, blocks.Rent(100));
        });
        Assert.Equal(2, reports.Count);
        Assert.All(reports, static report => Assert.Equal(PoolReportKind.UseAfterReturn, report.Kind));
    }

    [Fact]
    public void Writes_to_a_rented_item_are_not_reported() => Assert.Empty(Listen("clean", static name =>
    {
        using var arrays = new BufferPool<int>(new PoolOptions { Name = name, Checks = PoolChecks.All });
        for (int i = 0; i < 10; i++)
        {
            int[]? array = arrays.Rent(100);
            array.AsSpan().Fill(i);
            arrays.Return(ref array);
        }
    }));

    [Theory]
    [InlineData(null, PoolChecks.None), InlineData("", PoolChecks.None), InlineData(" ", PoolChecks.None)]
    [InlineData("none", PoolChecks.None), InlineData("0", PoolChecks.None)]
    [InlineData("leaks", PoolChecks.Leaks), InlineData("Poison", PoolChecks.Poison)]
    [InlineData("leaks, poison", PoolChecks.All), InlineData("all", PoolChecks.All), InlineData("1", PoolChecks.All)]
    public void The_variable_says_what_is_checked(string? value, PoolChecks checks) =>
        Assert.Equal(checks, ChecksByDefault.Read(value));

    [Fact]
    public void The_switch_turns_on_all_checks_and_the_variable_overrides_it()
    {
        // Read before, so that no pool of another test gets to see the switch.
        Assert.Equal(PoolChecks.None, new PoolOptions().Checks);
        AppContext.SetSwitch(ChecksByDefault.Switch, true);
        try
        {
            Assert.Equal(PoolChecks.All, ChecksByDefault.Read(null));
            Assert.Equal(PoolChecks.None, ChecksByDefault.Read("none"));
        }
        finally
        {
            AppContext.SetSwitch(ChecksByDefault.Switch, false);
        }
    }

    [Fact]
    public void An_unobserved_leak_is_written_to_standard_error()
    {
        ProcessEnd end = Tool.Run(new ProcessStart(
            Path.ChangeExtension(typeof(ChecksTests).Assembly.Location, null),
            ["-explicit", "only", "-method", "*." + nameof(Loses_a_list_in_a_process_of_its_own)])
        {
            Environment = new Dictionary<string, string?> { [ChecksByDefault.Variable] = "leaks" },
        }).MustSucceed();
        Assert.Contains("pool 'lost in a process': An item was rented and never returned. Rented at:", end.ErrorText);
        Assert.Contains(nameof(LoseAList), end.ErrorText, StringComparison.Ordinal);
    }

    // Only the test above runs this.
    [Fact(Explicit = true)]
    public void Loses_a_list_in_a_process_of_its_own()
    {
        LoseAList(new PoolOptions { Name = "lost in a process" });
        Collector.Run();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LoseAList(PoolOptions options) => new ListPool<int>(options).Rent().Add(1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LoseAnArray(PoolOptions options) => new BufferPool<int>(options).Rent(100)[0] = 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LoseABlock(PoolOptions options) => new NativeBufferPool(options).Rent(100)[0] = 1;

    // What is reported of pools of this name while the action runs.
    private static List<PoolReport> Listen(string name, Action<string> action)
    {
        var reports = new ConcurrentQueue<PoolReport>();
        void Add(PoolReport report)
        {
            if (report.Pool == name)
            {
                reports.Enqueue(report);
            }
        }

        PoolReports.Found += Add;
        try
        {
            action(name);
        }
        finally
        {
            PoolReports.Found -= Add;
        }

        return [.. reports];
    }
}
