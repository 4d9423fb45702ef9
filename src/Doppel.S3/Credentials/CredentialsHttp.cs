using System.Net.Sockets;
using System.Security.Authentication;

namespace Doppel.S3;

/// <summary>
/// Sends the few small requests that load credentials, each with a timeout and a limited response size.
/// </summary>
/// <remarks>
/// Faults are described in this class's own words, because exception messages may quote what a server sent.
/// </remarks>
internal sealed class CredentialsHttp(S3CredentialsOptions options)
{
    internal const int BytesMax = 64 * 1024;

    // Instance metadata is local, and secrets must go only where they were meant to go.
    private static readonly HttpMessageInvoker s_shared = new(new SocketsHttpHandler
    {
        UseProxy = false,
        AllowAutoRedirect = false,
        UseCookies = false,
        PooledConnectionIdleTimeout = TimeSpan.FromSeconds(10),
    });

    private readonly HttpMessageInvoker _invoker = options.Http ?? s_shared;

    /// <summary>Sends a request until it receives a response that retrying would not change.</summary>
    /// <param name="make">Creates a new request for each attempt.</param>
    /// <param name="triesMax">The maximum number of attempts.</param>
    /// <param name="timeMax">The timeout of each attempt.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    internal async ValueTask<HttpAnswer> SendAsync(
        Func<HttpRequestMessage> make, int triesMax, TimeSpan timeMax, CancellationToken cancellationToken)
    {
        for (int tries = 1; ; tries++)
        {
            HttpAnswer answer = await SendOnceAsync(make, timeMax, cancellationToken).ConfigureAwait(false);
            if (tries == triesMax || !answer.IsPassing)
            {
                return answer;
            }

            var pause = TimeSpan.FromMilliseconds(100 << tries);
            await Task.Delay(pause, options.Time, cancellationToken).ConfigureAwait(false);
        }
    }

    private async ValueTask<HttpAnswer> SendOnceAsync(
        Func<HttpRequestMessage> make, TimeSpan timeMax, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(timeMax, options.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            using HttpRequestMessage request = make();
            using HttpResponseMessage response = await SendAsync(request, either.Token).ConfigureAwait(false);
            Stream stream = await response.Content.ReadAsStreamAsync(either.Token).ConfigureAwait(false);
            byte[]? content = await BoundedRead.ReadAsync(stream, BytesMax, either.Token).ConfigureAwait(false);
            return content is null
                ? new HttpAnswer($"an answer of more than {BytesMax} bytes", isPassing: false)
                : new HttpAnswer(response.StatusCode, content);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return new HttpAnswer($"no answer within {timeMax.TotalSeconds} s", isPassing: true);
        }
        catch (HttpRequestException exception)
        {
            return new HttpAnswer(Text(exception), isPassing: true);
        }
        catch (IOException)
        {
            return new HttpAnswer("the answer broke off", isPassing: true);
        }
    }

    // By default, HttpClient would read the whole content, whatever its size, before it returns.
    private Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        _invoker is HttpClient client
            ? client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken)
            : _invoker.SendAsync(request, cancellationToken);

    private static string Text(HttpRequestException exception) => exception.InnerException switch
    {
        SocketException socket => $"no connection ({socket.SocketErrorCode})",
        AuthenticationException tls => $"no secure connection ({tls.Message})",
        _ => exception.HttpRequestError switch
        {
            HttpRequestError.NameResolutionError => "its name is not known",
            HttpRequestError.ConnectionError => "no connection",
            HttpRequestError.SecureConnectionError => "no secure connection",
            HttpRequestError.InvalidResponse => "an answer that is not HTTP",
            _ => "the connection broke off",
        },
    };
}
