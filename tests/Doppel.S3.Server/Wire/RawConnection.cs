using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace Doppel.S3.Server;

/// <summary>One connection of a client: a buffer over its socket, and every way to end it.</summary>
internal sealed class RawConnection(Socket socket, Stream stream, int number) : IDisposable
{
    private const int HeadBytesMax = 1 << 20;
    private const int LineBytesMax = 1 << 16;

    private readonly byte[] _buffer = new byte[1 << 16];
    private int _start;
    private int _end;

    public int Number { get; } = number;

    /// <summary>Whether no further request can come by it.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Reads the next head; null where the client ended between two requests.</summary>
    public async ValueTask<RawRequest?> ReadHeadAsync(Func<int> nextNumber, CancellationToken stop)
    {
        var lines = new List<string>();
        int bytes = 0;
        while (await ReadLineAsync(stop) is { } line)
        {
            bytes += line.Length;
            if (bytes > HeadBytesMax)
            {
                throw new WireException("A head is too long.");
            }

            if (line.Length > 0)
            {
                lines.Add(line);
            }
            else if (lines.Count > 0)
            {
                return Parse(lines, nextNumber());
            }
        }

        return lines.Count == 0 ? null : throw new EndOfStreamException("A head ended early.");
    }

    /// <summary>Reads a line without its end; null at the end of the stream.</summary>
    public async ValueTask<string?> ReadLineAsync(CancellationToken stop)
    {
        var line = new List<byte>();
        while (true)
        {
            if (_start == _end && !await FillAsync(stop))
            {
                return line.Count == 0 ? null : throw new EndOfStreamException("A line ended early.");
            }

            int length = _buffer.AsSpan(_start, _end - _start).IndexOf((byte)'\n');
            int taken = length < 0 ? _end - _start : length + 1;
            line.AddRange(_buffer.AsSpan(_start, taken));
            _start += taken;
            if (length >= 0)
            {
                return Encoding.Latin1.GetString([.. line]).TrimEnd('\n').TrimEnd('\r');
            }

            if (line.Count > LineBytesMax)
            {
                throw new WireException("A line is too long.");
            }
        }
    }

    /// <summary>Reads some bytes; 0 at the end of the stream.</summary>
    public async ValueTask<int> ReadAsync(Memory<byte> target, CancellationToken stop)
    {
        if (_start == _end)
        {
            if (target.Length >= _buffer.Length)
            {
                return await stream.ReadAsync(target, stop);
            }

            if (!await FillAsync(stop))
            {
                return 0;
            }
        }

        int count = Math.Min(target.Length, _end - _start);
        _buffer.AsMemory(_start, count).CopyTo(target);
        _start += count;
        return count;
    }

    public async ValueTask WriteAsync(ReadOnlyMemory<byte> bytes, CancellationToken stop)
    {
        await stream.WriteAsync(bytes, stop);
        await stream.FlushAsync(stop);
    }

    /// <summary>Ends it with a reset: what the client has not read yet may be lost.</summary>
    public void Reset()
    {
        IsEnded = true;
        socket.LingerState = new LingerOption(enable: true, seconds: 0);
        socket.Close();
    }

    /// <summary>Ends it in both directions. With bytes unread the system makes a reset of it.</summary>
    public async ValueTask CloseAsync()
    {
        await HalfCloseAsync();
        socket.Close();
    }

    /// <summary>Ends the direction to the client; it may go on sending.</summary>
    public async ValueTask HalfCloseAsync()
    {
        IsEnded = true;
        if (stream is SslStream secure)
        {
            await secure.ShutdownAsync();
        }

        socket.Shutdown(SocketShutdown.Send);
    }

    /// <summary>Reads and forgets until the client ends the connection.</summary>
    public async ValueTask WaitForCloseAsync(CancellationToken stop)
    {
        IsEnded = true;
        while (await stream.ReadAsync(_buffer, stop) > 0)
        {
            // What comes is of no interest any more.
        }
    }

    public void Dispose()
    {
        IsEnded = true;
        stream.Dispose();
        socket.Dispose();
    }

    private async ValueTask<bool> FillAsync(CancellationToken stop)
    {
        _start = 0;
        _end = 0;
        _end = await stream.ReadAsync(_buffer, stop);
        return _end > 0;
    }

    private RawRequest Parse(List<string> lines, int number)
    {
        string[] first = lines[0].Split(' ');
        if (first.Length != 3)
        {
            throw new WireException($"This is no request: {lines[0]}");
        }

        return new RawRequest
        {
            Method = first[0],
            Target = first[1],
            Version = first[2],
            Headers = [.. lines.Skip(1).Select(line => line.Split(':', 2)).Select(pair => pair.Length == 2
                ? KeyValuePair.Create(pair[0], pair[1].Trim(' '))
                : throw new WireException($"This is no header: {pair[0]}"))],
            Connection = Number,
            Number = number,
        };
    }
}
