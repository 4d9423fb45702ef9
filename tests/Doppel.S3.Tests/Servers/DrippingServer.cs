using System.Net;
using System.Text;
using Doppel.Testing;

namespace Doppel.S3.Tests.Servers;

/// <summary>Sends the same answer in small pieces, and lets time pass on a clock before each of them.</summary>
internal sealed class DrippingServer(ManualClock clock, TimeSpan pause, int pieceBytes, byte[] body)
    : HttpMessageHandler
{
    public DrippingServer(ManualClock clock, TimeSpan pause, string body)
        : this(clock, pause, pieceBytes: 1, Encoding.UTF8.GetBytes(body))
    {
    }

    /// <summary>The status of each answer.</summary>
    public HttpStatusCode Status { get; init; } = HttpStatusCode.OK;

    /// <summary>Bytes of the first piece; 0 for as many as every other has.</summary>
    public int FirstBytes { get; init; }

    /// <summary>How often it was asked.</summary>
    public int Requests { get; private set; }

    /// <summary>A client of this server that goes by the same clock.</summary>
    public S3Client Client(Func<S3ClientOptions, S3ClientOptions>? change = null)
    {
        var options = new S3ClientOptions
        {
            Endpoint = "http://s3.test",
            Time = clock,
            Retry = new S3RetryOptions { DelayMin = TimeSpan.Zero, DelayMax = TimeSpan.Zero },
        };
        return new S3Client(change?.Invoke(options) ?? options, credentials: null, new HttpMessageInvoker(this));
    }

    protected override Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Requests++;
        var content = new StreamContent(new Drops(this));
        content.Headers.ContentLength = body.Length;
        var answer = new HttpResponseMessage(Status) { Content = content };
        answer.Headers.TryAddWithoutValidation("ETag", "\"e\"");
        return Task.FromResult(answer);
    }

    private void Pass() => clock.Advance(pause);

    private sealed class Drops(DrippingServer server) : MemoryStream(server.Body)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            server.Pass();
            cancellationToken.ThrowIfCancellationRequested();
            int piece = Position == 0 && server.FirstBytes > 0 ? server.FirstBytes : server.PieceBytes;
            return base.ReadAsync(buffer[..Math.Min(buffer.Length, piece)], cancellationToken);
        }
    }

    private byte[] Body => body;

    private int PieceBytes => pieceBytes;
}
