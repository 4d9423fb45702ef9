using System.Net.Sockets;
using Doppel.Testing.Servers;

namespace Doppel.EndToEnd.Harness;

/// <summary>
/// Stands before a server, counts bytes, and lets a connection stand still when it has carried enough.
/// </summary>
/// <param name="server">Where all goes.</param>
/// <param name="upMax">So much of one connection goes to the server.</param>
/// <param name="downMax">So much of one connection comes from there.</param>
internal sealed class StallingProxy(Uri server, long upMax = long.MaxValue, long downMax = long.MaxValue)
    : TcpProxy(server)
{
    private readonly TaskCompletionSource _stalled = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _up;
    private long _down;

    /// <summary>Bytes to the server, of all connections.</summary>
    public long Up => Interlocked.Read(ref _up);

    /// <summary>Bytes from the server, of all connections.</summary>
    public long Down => Interlocked.Read(ref _down);

    /// <summary>Waits until a connection stands still.</summary>
    public void WaitUntilItStalls() =>
        Assert.True(_stalled.Task.Wait(TimeSpan.FromMinutes(2)), "No connection carried enough to stand still.");

    protected override async Task<bool> PassAsync(
        ReadOnlyMemory<byte> block, NetworkStream target, bool isUp, long carried, CancellationToken cancellation)
    {
        if (carried + block.Length > (isUp ? upMax : downMax))
        {
            _stalled.TrySetResult();
            await Task.Delay(Timeout.Infinite, cancellation);
        }

        Interlocked.Add(ref isUp ? ref _up : ref _down, block.Length);
        await target.WriteAsync(block, cancellation);
        return true;
    }
}
