using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;

namespace Doppel.Fleet;

/// <summary>Sends statements to a ClickHouse server over HTTP.</summary>
/// <remarks>
/// Everything that is sent here may be sent twice: rows replace rows with the same key. So a failing step is simply
/// repeated as a whole. Used by one thread at a time. Source: the documentation of the HTTP interface and of the format
/// RowBinary, clickhouse.com/docs.
/// </remarks>
internal sealed class ClickHouse : IDisposable
{
    // In a cluster, what was sent must be on its shards when the next query asks for it. Otherwise this has no effect.
    private const string InsertSettings = "&insert_distributed_sync=1";

    private static readonly TimeSpan s_connectTimeout = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan s_firstPause = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan s_longestPause = TimeSpan.FromSeconds(10);

    private readonly FleetServer _server;
    private readonly HttpClient _http;
    private readonly CancellationToken _cancellation;

    internal ClickHouse(FleetServer server, CancellationToken cancellation)
    {
        _server = server;
        _cancellation = cancellation;
        _http = new HttpClient(new SocketsHttpHandler
        {
            UseCookies = false,
            AllowAutoRedirect = false,
            ConnectTimeout = s_connectTimeout,
        })
        {
            Timeout = Timeout.InfiniteTimeSpan,
        };
    }

    /// <summary>Gets the number of bytes of content sent in requests.</summary>
    internal long BytesSent { get; private set; }

    /// <summary>Gets the number of bytes of content received.</summary>
    internal long BytesReceived { get; private set; }

    internal long Requests { get; private set; }

    public void Dispose() => _http.Dispose();

    /// <summary>Does a step, and repeats it while the server cannot be reached or is overloaded.</summary>
    /// <exception cref="FleetException">The step failed.</exception>
    /// <exception cref="OperationCanceledException">The run was cancelled.</exception>
    internal void Retry(Action step)
    {
        long began = _server.Time.GetTimestamp();
        for (TimeSpan pause = s_firstPause; ; pause = pause < s_longestPause ? 2 * pause : pause)
        {
            try
            {
                step();
                return;
            }
            catch (Exception failure) when (failure is PassingException or EndOfStreamException)
            {
                _cancellation.ThrowIfCancellationRequested();
                if (_server.Time.GetElapsedTime(began) + pause > _server.RetryFor)
                {
                    throw new FleetException(failure.Message, (failure as PassingException)?.Hint, failure);
                }

                _cancellation.WaitHandle.WaitOne(pause * (0.5 + Random.Shared.NextDouble()));
                _cancellation.ThrowIfCancellationRequested();
            }
        }
    }

    /// <summary>Executes a statement without a result.</summary>
    internal void Execute(string statement, bool inDatabase = true)
    {
        using Stream answer = Send(PathOf(inDatabase, null) + InsertSettings, TextOf(statement));
        Span<byte> rest = stackalloc byte[256];
        while (answer.Read(rest) > 0)
        {
        }
    }

    /// <summary>Sends rows in the format RowBinary.</summary>
    /// <param name="table">The table.</param>
    /// <param name="columns">Its columns, as in the rows.</param>
    /// <param name="rows">The rows.</param>
    internal void Insert(string table, string columns, ReadOnlyMemory<byte> rows)
    {
        string path = PathOf(inDatabase: true, $"INSERT INTO {table} ({columns}) FORMAT RowBinary")
            + InsertSettings;
        BytesSent += rows.Length;
        using Stream answer = Send(path, new ReadOnlyMemoryContent(rows));
        answer.ReadByte();
    }

    /// <summary>Executes a query and returns its rows in the format RowBinary.</summary>
    /// <param name="query">The query, without a format.</param>
    /// <param name="settings">Settings for this query, as <c>&amp;name=value</c>.</param>
    internal RowStream Query(string query, string settings = "")
    {
        // The server keeps the result until it is complete. Otherwise an error in the middle would look like rows.
        string path = PathOf(inDatabase: true, null) + "&wait_end_of_query=1" + settings;
        return new RowStream(Send(path, TextOf(query + " FORMAT RowBinary")));
    }

    private static PassingException Passing(string message, string? hint, Exception? inner = null) =>
        new(message, hint, inner);

    private ByteArrayContent TextOf(string statement)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(statement);
        BytesSent += bytes.Length;
        return new ByteArrayContent(bytes);
    }

    private string PathOf(bool inDatabase, string? query)
    {
        string path = inDatabase ? "?database=" + _server.Database : "?database=default";
        return query is null ? path : path + "&query=" + Uri.EscapeDataString(query);
    }

    private AnswerStream Send(string path, HttpContent content)
    {
        _cancellation.ThrowIfCancellationRequested();
        Requests++;
        using var message = new HttpRequestMessage(HttpMethod.Post, new Uri(_server.Address, path));
        message.Content = content;
        message.Content.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
        message.Headers.TryAddWithoutValidation("X-ClickHouse-User", _server.User);
        if (_server.Password.Length > 0)
        {
            message.Headers.TryAddWithoutValidation("X-ClickHouse-Key", _server.Password);
        }

        HttpResponseMessage response = Guard(token =>
            _http.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, token));
        var answer = new AnswerStream(this, response);
        if (response.IsSuccessStatusCode)
        {
            return answer;
        }

        using var reader = new StreamReader(answer);
        ServerFailure failure = ServerErrors.Read(response.StatusCode, reader.ReadToEnd(), _server);
        throw failure.MayPass
            ? Passing(failure.Message, failure.Hint)
            : new FleetException(failure.Message, failure.Hint);
    }

    private T Guard<T>(Func<CancellationToken, Task<T>> work)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(_cancellation);
        limit.CancelAfter(_server.Timeout);
        try
        {
            return work(limit.Token).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException) when (!_cancellation.IsCancellationRequested)
        {
            throw Passing($"{ServerErrors.AddressOf(_server)} does not answer", "is the server overloaded?");
        }
        catch (HttpRequestException failure) when (failure.InnerException is AuthenticationException)
        {
            // Nothing was sent, and the certificate will not become another one in a minute.
            throw new FleetException(
                $"cannot trust {ServerErrors.AddressOf(_server)}: {CauseOf(failure)}",
                "SSL_CERT_FILE can name a file with the certificate of its authority",
                failure);
        }
        catch (Exception failure) when (failure is HttpRequestException or IOException)
        {
            throw Passing(
                $"cannot reach {ServerErrors.AddressOf(_server)}: {CauseOf(failure)}",
                failure is HttpRequestException { HttpRequestError: HttpRequestError.SecureConnectionError }
                    ? "does the server use TLS on this port?"
                    : "is the server running, and is the address right?",
                failure);
        }
    }

    private static string CauseOf(Exception failure)
    {
        Exception cause = failure;
        while (cause.InnerException is { } inner && cause is not SocketException)
        {
            cause = inner;
        }

        return cause.Message;
    }

    // A failure that may pass.
    private sealed class PassingException(string message, string? hint, Exception? inner)
        : FleetException(message, hint, inner);

    /// <summary>The content of an answer. Pauses are limited, and failures of the network are explained.</summary>
    private sealed class AnswerStream(ClickHouse owner, HttpResponseMessage response) : Stream
    {
        private const int BufferBytes = 64 * 1024;

        private readonly byte[] _buffer = new byte[BufferBytes];
        private Stream? _content;
        private int _begin;
        private int _end;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            if (_begin == _end)
            {
                _begin = 0;
                _content ??= owner.Guard(response.Content.ReadAsStreamAsync);
                _end = owner.Guard(token => _content.ReadAsync(_buffer, token).AsTask());
                owner.BytesReceived += _end;
            }

            int count = Math.Min(buffer.Length, _end - _begin);
            _buffer.AsSpan(_begin, count).CopyTo(buffer);
            _begin += count;
            return count;
        }

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                _content?.Dispose();
                response.Dispose();
            }

            base.Dispose(disposing);
        }
    }
}
