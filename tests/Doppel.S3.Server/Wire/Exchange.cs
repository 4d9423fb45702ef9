using System.Text;

namespace Doppel.S3.Server;

/// <summary>One request and all that can be done to it on the wire; what a <see cref="Fault"/> is given.</summary>
public sealed class Exchange
{
    private readonly RawConnection _connection;
    private readonly IRequestHandler _handler;
    private readonly Action<int> _onStall;

    internal Exchange(
        RawConnection connection, RawRequest request, IRequestHandler handler, Action<int> onStall,
        CancellationToken stop)
    {
        _connection = connection;
        _handler = handler;
        _onStall = onStall;
        Request = request;
        Body = new ReceivedBody(connection, request);
        Stop = stop;
    }

    /// <summary>The head that came.</summary>
    public RawRequest Request { get; }

    /// <summary>The body that comes.</summary>
    public ReceivedBody Body { get; }

    /// <summary>Cancelled when the server ends.</summary>
    public CancellationToken Stop { get; }

    /// <summary>Reads and forgets the whole body.</summary>
    public ValueTask SkipBodyAsync() => Body.SkipAsync(long.MaxValue, Stop);

    /// <summary>What the server answers without a fault; what was asked for is done then.</summary>
    public ValueTask<Answer> AnswerAsync() => _handler.AnswerAsync(Request, Body, Stop);

    /// <summary>Sends an answer, or only its head after HEAD.</summary>
    public async ValueTask WriteAsync(Answer answer)
    {
        ArgumentNullException.ThrowIfNull(answer);
        await WriteAsync(answer.Head() + "\r\n");
        if (Request.Method != "HEAD")
        {
            await WriteAsync(answer.Body);
        }
    }

    /// <summary>Sends characters, one byte each.</summary>
    public ValueTask WriteAsync(string text) => WriteAsync(Encoding.Latin1.GetBytes(text));

    /// <summary>Sends bytes.</summary>
    public ValueTask WriteAsync(ReadOnlyMemory<byte> bytes) => _connection.WriteAsync(bytes, Stop);

    /// <summary>Ends the connection with a reset.</summary>
    public void Reset() => _connection.Reset();

    /// <summary>Ends the connection in both directions.</summary>
    public ValueTask CloseAsync() => _connection.CloseAsync();

    /// <summary>Ends the direction to the client, then waits until the client ends the other.</summary>
    public async ValueTask HalfCloseAsync()
    {
        await _connection.HalfCloseAsync();
        await _connection.WaitForCloseAsync(Stop);
    }

    /// <summary>Says nothing more until the client ends the connection.</summary>
    public async ValueTask StallAsync()
    {
        _onStall(1);
        try
        {
            await _connection.WaitForCloseAsync(Stop);
        }
        finally
        {
            _onStall(-1);
        }
    }
}
