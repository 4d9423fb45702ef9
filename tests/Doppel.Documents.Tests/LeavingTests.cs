using System.Net.Sockets;

namespace Doppel.Documents.Tests;

/// <summary>Clients that leave, before a real S3 server.</summary>
public sealed class LeavingTests
{
    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Theory, InlineData("/documents", true), InlineData("/documents", false)]
    [InlineData("/documents/form", true), InlineData("/documents/form", false)]
    public async Task A_client_that_leaves_midway_leaves_nothing_behind(string path, bool isReset)
    {
        await using var real = new RealFixture();
        await real.StartAsync();
        byte[] content = Documents.Pdf(40 << 20);
        byte[] head = Documents.Head("left.pdf", content.Length, path, out byte[] part);
        using (var client = new TcpClient { LingerState = new LingerOption(isReset, 0) })
        {
            await client.ConnectAsync(real.Service.Address.Host, real.Service.Address.Port, s_token);
            NetworkStream stream = client.GetStream();
            await stream.WriteAsync(head, s_token);
            await stream.WriteAsync(part, s_token);
            await stream.WriteAsync(content.AsMemory(0, content.Length / 2), s_token);
            bool isStreamed = path == "/documents";
            while (isStreamed && await real.UnfinishedAsync() == 0)
            {
                // It is on its way to S3 before the client leaves.
            }
        }

        await real.Service.HearsAsync("499, the client left");
        Assert.Empty(await real.KeysAsync());
        Assert.Equal(0, await real.UnfinishedAsync());
    }

    [Fact]
    public async Task The_service_survives_a_client_that_aborts_a_download()
    {
        await using var real = new RealFixture();
        await real.StartAsync();
        byte[] content = Documents.Pdf(40 << 20);
        using HttpResponseMessage stored = await real.Service.UploadAsync(UploadWay.Streamed, "d.pdf", content);
        using (var client = new TcpClient { LingerState = new LingerOption(enable: true, 0) })
        {
            await client.ConnectAsync(real.Service.Address.Host, real.Service.Address.Port, s_token);
            NetworkStream stream = client.GetStream();
            await stream.WriteAsync("GET /documents/d.pdf HTTP/1.1\r\nHost: localhost\r\n\r\n"u8.ToArray(), s_token);
            await stream.ReadExactlyAsync(new byte[1 << 20], s_token);
        }

        await real.Service.HearsAsync("499, the client left");
        using HttpResponseMessage whole = await real.Service.GetAsync("d.pdf");
        byte[] read = await whole.Content.ReadAsByteArrayAsync(s_token);
        Assert.True(content.AsSpan().SequenceEqual(read));
    }
}
