using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.Pooling.Tests;

/// <summary>What the README of the library shows, between marks. Kept equal by <see cref="ReadmeTests"/>.</summary>
internal static class ReadmeSamples
{
    internal static async Task RunAsync()
    {
        using var stream = new MemoryStream(new byte[100]);
        // README
        List<int>? list = ListPool<int>.Shared.Rent();             // empty, with the capacity it grew to before
        list.Add(42);
        ListPool<int>.Shared.Return(ref list);                     // null now: it cannot be used by mistake

        using Lease<StringBuilder> text = StringBuilderPool.Shared.Lease();   // a struct; goes back at the block's end
        text.Value.Append("no garbage");

        using BufferLease<byte> lease = BufferPool<byte>.Shared.Lease(81_920);
        int count = stream.Read(lease.Span);                       // exactly 81,920 bytes, not the next power of two

        byte[]? key = BufferPool<byte>.Shared.Rent(32);            // a plain array, at least as long
        RandomNumberGenerator.Fill(key);
        BufferPool<byte>.Shared.ReturnCleared(ref key);            // overwritten with zeros first

        using var pinned = new BufferPool<byte>(kind: BufferKind.Pinned);
        using Lease<NativeBuffer<byte>> block = NativeBufferPool.Shared.Lease(1 << 20);   // unmanaged, at a page

        var options = new PoolOptions { Name = "hashes", BytesMax = 1 << 20, IdleTime = TimeSpan.FromSeconds(10) };
        using var hashes = new ObjectPool<IncrementalHash>(new HashPolicy(), options);
        // end
        using Lease<IncrementalHash> hash = hashes.Lease();
        hash.Value.AppendData("abc"u8);
        Assert.Equal("ungWv48B", Convert.ToBase64String(hash.Value.GetHashAndReset())[..8]);
        Assert.Null(list);
        Assert.Null(key);
        Assert.Equal("no garbage", text.Value.ToString());
        Assert.Equal((100, 81_920, 1 << 20), (count, lease.Length, block.Value.Length));
        stream.Position = 0;
        Assert.Equal(100, await CountAsync(stream, new byte[7]));
        RunText(2, 1500, new StringWriter(), "body"u8);
    }

    // README
    private sealed class HashPolicy : PoolPolicy<IncrementalHash>
    {
        public override IncrementalHash Create() => IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        public override void Destroy(IncrementalHash item) => item.Dispose();
        public override long Reset(IncrementalHash item)
        {
            item.TryGetHashAndReset(stackalloc byte[32], out _);
            return 500;   // bytes that it keeps alive, about; 0 to have it destroyed instead of kept
        }
    }
    // end

    private static void RunText(int count, long bytes, TextWriter destination, ReadOnlySpan<byte> content)
    {
        // README
        using var line = new TextBuilder(stackalloc char[256]);
        line.Append($"{count} files, {bytes:N0} bytes");        // no string is made; invariant culture
        destination.Write(line.AsSpan());

        using var body = new PooledStream(new() { MaximumBytes = 16 * 1024 * 1024 });
        body.Write(content);                                    // PooledStreamFullException beyond the maximum
        body.Position = 0;
        // end
        Assert.Equal("2 files, 1,500 bytes", destination.ToString());
        Assert.Equal(content.Length, body.Length);
    }

    // README
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private static async ValueTask<int> CountAsync(Stream source, Memory<byte> block)
    {
        int total = 0;
        for (int count; (count = await source.ReadAsync(block)) > 0;)
        {
            total += count;
        }

        return total;
    }
    // end
}
