using System.Text;

namespace Doppel.S3.Server;

/// <summary>Answers everything with 200 and one text, for tests that need no S3 behind a fault.</summary>
public sealed class PlainHandler(string text = "plain") : IRequestHandler
{
    /// <inheritdoc/>
    public async ValueTask<Answer> AnswerAsync(RawRequest request, ReceivedBody body, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(body);
        await body.SkipAsync(long.MaxValue, cancellation);
        return new Answer(200) { Body = Encoding.UTF8.GetBytes(text) }.With("Content-Type", "text/plain");
    }
}
