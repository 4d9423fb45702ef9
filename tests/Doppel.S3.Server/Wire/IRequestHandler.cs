namespace Doppel.S3.Server;

/// <summary>What answers where no fault is asked for. Called by many connections at once.</summary>
public interface IRequestHandler
{
    /// <summary>Answers one request.</summary>
    /// <param name="request">Its head.</param>
    /// <param name="body">Its body, which need not be read.</param>
    /// <param name="cancellation">Cancelled when the server ends.</param>
    ValueTask<Answer> AnswerAsync(RawRequest request, ReceivedBody body, CancellationToken cancellation);
}
