using System.Net;
using System.Net.Sockets;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;

namespace Doppel.S3.Tests.Http;

/// <summary>Who sends behind its writer loses nothing, mixes nothing and lets nobody wait in vain.</summary>
public sealed class WriteBehindConnectionTests
{
    private const int Record = WriteBehindConnection.RecordBytesMax;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task Written_data_arrives_in_order_however_it_is_split_and_read(int seed)
    {
        (Socket far, WriteBehindConnection near) = await PairAsync();
        using Socket reader = far;
        await using WriteBehindConnection connection = near;
        byte[] content = FaultyService.Content(20_000_000);
        Task<byte[]> reading = ReadAsync(reader, content.Length, new Random(TestRun.SeedOffset + seed));
        var random = new Random(TestRun.SeedOffset - seed);
        for (int done = 0; done < content.Length;)
        {
            int bytes = Math.Min(random.Next(1, random.Next(2) == 0 ? 500 : 300_000), content.Length - done);
            connection.IsMoreToCome = done + bytes < content.Length && random.Next(3) > 0;
            await connection.WriteAsync(content.AsMemory(done, bytes), s_token);
            done += bytes;
        }

        byte[] read = await reading;
        Assert.True(content.AsSpan().SequenceEqual(read));
    }

    [Fact]
    public async Task Writes_never_wait_once_room_has_been_awaited()
    {
        (Socket far, WriteBehindConnection near) = await PairAsync();
        using Socket reader = far;
        await using WriteBehindConnection connection = near;
        byte[] content = FaultyService.Content(Record);
        (int written, Task room) = Fill(connection, content);
        Assert.False(room.IsCompleted);

        // As soon as somebody reads, there is room again.
        Task<byte[]> reading = ReadAsync(reader, (written + 1) * Record, new Random(1));
        await room;
        connection.IsMoreToCome = false;
        Assert.True(connection.WriteAsync(content, s_token).AsTask().IsCompletedSuccessfully);
        byte[] read = await reading;
        for (int i = 0; i <= written; i++)
        {
            Assert.True(content.AsSpan().SequenceEqual(read.AsSpan(i * Record, Record)));
        }
    }

    [Fact]
    public async Task Data_is_held_back_while_more_is_to_come_and_is_sent_with_the_last_write()
    {
        (Socket far, WriteBehindConnection near) = await PairAsync();
        using Socket reader = far;
        await using WriteBehindConnection connection = near;
        connection.IsMoreToCome = true;
        await connection.WriteAsync(new byte[1000], s_token);
        Assert.False(reader.Poll(TimeSpan.FromMilliseconds(50), SelectMode.SelectRead));
        connection.IsMoreToCome = false;
        await connection.WriteAsync(new byte[24], s_token);
        Assert.Equal(1024, (await ReadAsync(reader, 1024, new Random(1))).Length);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_connection_that_ends_ends_the_wait_for_room(bool isClosedHere)
    {
        (Socket far, WriteBehindConnection near) = await PairAsync();
        using Socket reader = far;
        await using WriteBehindConnection connection = near;
        byte[] content = new byte[Record];
        (_, Task room) = Fill(connection, content);
        Assert.False(room.IsCompleted);
        if (isClosedHere)
        {
            await connection.DisposeAsync();
        }
        else
        {
            reader.LingerState = new LingerOption(enable: true, seconds: 0);
            reader.Dispose();
        }

        await Assert.ThrowsAsync<IOException>(() => room);
        await Assert.ThrowsAsync<IOException>(async () => await connection.WriteAsync(content, s_token));
        await Assert.ThrowsAsync<IOException>(async () => await connection.WaitForRoomAsync());
    }

    // Until the system takes no more, and this side neither.
    private static (int Written, Task Room) Fill(WriteBehindConnection connection, byte[] content)
    {
        connection.IsMoreToCome = true;
        for (int written = 0; ; written++)
        {
            Task room = connection.WaitForRoomAsync().AsTask();
            if (!room.IsCompleted)
            {
                return (written, room);
            }

            Assert.True(connection.WriteAsync(content, s_token).AsTask().IsCompletedSuccessfully);
        }
    }

    private static async Task<byte[]> ReadAsync(Socket socket, int bytes, Random random)
    {
        byte[] read = new byte[bytes];
        for (int done = 0; done < bytes;)
        {
            int wanted = Math.Min(random.Next(1, 200_000), bytes - done);
            int count = await socket.ReceiveAsync(read.AsMemory(done, wanted), SocketFlags.None, s_token);
            Assert.NotEqual(0, count);
            done += count;
        }

        return read;
    }

    private static async Task<(Socket Far, WriteBehindConnection Near)> PairAsync()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var near = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await near.ConnectAsync(listener.LocalEndPoint!, s_token);
        return (await listener.AcceptAsync(s_token), new WriteBehindConnection(near));
    }
}
