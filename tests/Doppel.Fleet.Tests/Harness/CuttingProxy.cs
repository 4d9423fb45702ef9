using System.Net.Sockets;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>Stands before a server and cuts a connection when all together have carried enough.</summary>
internal sealed class CuttingProxy(Uri server) : TcpProxy(server)
{
    private long _left;
    private long _answered;

    /// <summary>How many connections were cut.</summary>
    internal int Cuts { get; private set; }

    /// <summary>How many bytes the server has answered.</summary>
    internal long Answered => Interlocked.Read(ref _answered);

    /// <summary>Cuts the connection that carries the last of so many bytes, in either direction.</summary>
    internal void CutAfter(long bytes) => Interlocked.Exchange(ref _left, bytes);

    protected override async Task<bool> PassAsync(
        ReadOnlyMemory<byte> block, NetworkStream target, bool isUp, long carried, CancellationToken cancellation)
    {
        long left = Interlocked.Add(ref _left, -block.Length);
        bool isCut = left <= 0 && left + block.Length > 0;
        await target.WriteAsync(isCut ? block[..(int)(left + block.Length)] : block, cancellation);
        Interlocked.Add(ref _answered, isUp ? 0 : block.Length);
        Cuts += isCut ? 1 : 0;
        return !isCut;
    }
}
