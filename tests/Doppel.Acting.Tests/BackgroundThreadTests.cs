namespace Doppel.Acting.Tests;

/// <summary>What a thread beside the acting one may be relied on for.</summary>
public sealed class BackgroundThreadTests
{
    [Fact]
    public void Work_that_was_begun_is_done_once_it_has_been_awaited()
    {
        using var side = new BackgroundThread("test");
        int done = 0;
        for (int i = 1; i <= 100; i++)
        {
            side.Begin(() => done++);
            side.Await();
            Assert.Equal(i, done);
            side.Await();
        }
    }

    [Fact]
    public void An_exception_is_rethrown_once_to_the_awaiter_and_the_thread_continues()
    {
        using var side = new BackgroundThread("test");
        side.Begin(static () => throw new InvalidDataException("of the work"));
        Assert.Equal("of the work", Assert.Throws<InvalidDataException>(side.Await).Message);
        side.Await();
        bool isDone = false;
        side.Begin(() => isDone = true);
        side.Await();
        Assert.True(isDone);
    }

    [Fact]
    public void It_ends_with_its_work_though_that_fails_or_was_never_begun()
    {
        new BackgroundThread("test").Dispose();
        Thread? worker = null;
        var side = new BackgroundThread("test");
        side.Begin(() =>
        {
            worker = Thread.CurrentThread;
            throw new InvalidDataException();
        });
        side.Dispose();
        Assert.False(worker!.IsAlive);
    }
}
