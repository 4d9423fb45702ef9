namespace Doppel.Volumes.Tests;

/// <summary>How errors are chained.</summary>
public sealed class VolumeErrorTests
{
    private static readonly VolumeError s_busy = new(VolumeErrorKind.Busy, 16);
    private static readonly VolumeError s_full = new(VolumeErrorKind.Full, 28);

    private readonly List<string> _calls = [];

    [Fact]
    public void The_first_error_of_a_chain_wins_and_ends_it()
    {
        Assert.Equal(s_busy, Call("open", default) || Call("read", s_busy) || Call("write", s_full));
        Assert.Equal(["open", "read"], _calls);
    }

    [Fact]
    public void A_chain_without_an_error_succeeds_after_its_last_call()
    {
        Assert.Equal(VolumeError.None, Call("open", default) || Call("read", default));
        Assert.Equal(["open", "read"], _calls);
    }

    [Fact]
    public void A_single_bar_makes_every_call_and_keeps_the_first_error()
    {
        VolumeError first = Call("mode", s_busy);
        first |= Call("time", s_full);
        first |= Call("flags", default);
        Assert.Equal(s_busy, first);
        Assert.Equal(["mode", "time", "flags"], _calls);
    }

    private VolumeError Call(string name, VolumeError error)
    {
        _calls.Add(name);
        return error;
    }
}
