using System.Diagnostics.CodeAnalysis;
using System.Text;
using Doppel.S3;

namespace Doppel.Volumes;

/// <summary>Reads one object: the parts that are asked for, with as few requests as they allow.</summary>
/// <remarks>
/// <para>
/// A first read, and each one that jumps, requests exactly its range. The second of two consecutive reads requests at
/// least 1 MiB, the third everything up to the end. A whole object is thus read with at most three requests, and a
/// glance at its start or end transfers nothing else.
/// </para>
/// <para>
/// Each request has the condition that the object still has the listed ETag. Thread-safe: concurrent reads wait for
/// each other.
/// </para>
/// </remarks>
[SuppressMessage(
    "Design", "CA1001:Types that own disposable fields should be disposable",
    Justification = "The memory owns nothing: disposing it does nothing.")]
internal sealed class ObjectReader
{
    private const long SecondBytes = 1 << 20;

    // So much of a response is read and dropped rather than requested anew: at 10 MB/s it takes about as long as a
    // request that is answered after 25 ms.
    private const long SkipBytesMax = 256 * 1024;

    // So much is read off a response that is no longer needed, which keeps its connection. The rest of a longer one is
    // left to the HTTP stack, which closes the connection if much is left.
    private const long DrainBytesMax = 64 * 1024;

    private const int ScratchBytes = 8 * 1024;

    private readonly S3Client _client;
    private readonly string _bucket;
    private readonly S3Failures _failures;
    private readonly CancellationToken _stop;
    private readonly Blocker _blocker = new();
    private readonly SpanMemory _memory = new();
    private readonly Lock _gate = new();
    private KeyIndex? _index;
    private string _key = "";
    private string? _tag;
    private int _number;
    private long _size;
    private S3Object? _answer;
    private Stream? _body;
    private long _position;
    private long _end;
    private long _next;
    private int _consecutive;

    internal ObjectReader(S3Client client, string bucket, S3Failures failures, CancellationToken stop)
    {
        (_client, _bucket, _failures, _stop) = (client, bucket, failures, stop);
    }

    /// <summary>Starts with another object. Nothing is sent before it is read.</summary>
    internal void Reset(KeyIndex index, int number, ReadOnlySpan<byte> key)
    {
        (_index, _number, _size) = (index, number, index[number].Size);
        _key = Encoding.UTF8.GetString(key);
        _tag = index.TagOf(number);
        _next = -1;
        _consecutive = 0;
    }

    /// <summary>The facts of the object as it was listed.</summary>
    internal FileFacts Facts { get; set; }

    /// <summary>Returns what reads have found out about the object.</summary>
    internal VolumeError State
    {
        get
        {
            ObjectStates states = _index![_number].States;
            return S3Volume.ErrorOf(states);
        }
    }

    /// <inheritdoc cref="IVolume.Read"/>
    internal VolumeError Read(long offset, Span<byte> buffer, out int read)
    {
        read = 0;
        int wanted = (int)Math.Min(buffer.Length, Math.Max(0, _size - offset));
        if (wanted == 0)
        {
            return VolumeError.None;
        }

        lock (_gate)
        {
            bool continues = _next >= 0 && offset >= _next && offset - _next <= SkipBytesMax;
            _consecutive = continues ? _consecutive + 1 : 1;
            VolumeError error = Fill(offset, buffer.Slice(0, wanted), ref read);
            _next = error.Failed ? -1 : offset + wanted;
            return Noted(error);
        }
    }

    /// <summary>Ends the response that is being read, if any.</summary>
    internal void Close()
    {
        lock (_gate)
        {
            CloseBody();
        }
    }

    private VolumeError Fill(long offset, Span<byte> buffer, ref int read)
    {
        try
        {
            while (read < buffer.Length)
            {
                long at = offset + read;
                VolumeError error = Reach(at, buffer.Length - read);
                if (error.Failed)
                {
                    return error;
                }

                int most = (int)Math.Min(buffer.Length - read, _end - _position);
                read += ReadBody(buffer.Slice(read, most));
                EndIfRead();
            }

            return VolumeError.None;
        }
        catch (Exception failure) when (S3Failures.IsFailure(failure))
        {
            Abandon();
            return _failures.Of(failure);
        }
    }

    // Makes the response stand at an offset.
    private VolumeError Reach(long at, long wanted)
    {
        if (_body is not null && (at < _position || at - _position > SkipBytesMax || at >= _end))
        {
            CloseBody();
        }

        if (_body is null)
        {
            return Open(at, EndOf(at, wanted));
        }

        Drop(at - _position);
        return VolumeError.None;
    }

    private long EndOf(long at, long wanted)
    {
        long bytes = _consecutive switch
        {
            1 => wanted,
            2 => Math.Max(wanted, SecondBytes),
            _ => long.MaxValue,
        };
        long left = _size - at;

        // The end comes along if it is near, and would otherwise take a request of its own.
        bool takesAll = bytes >= left || (_consecutive > 1 && left - bytes <= SkipBytesMax);
        return at + (takesAll ? left : bytes);
    }

    private VolumeError Open(long at, long end)
    {
        var options = new S3GetOptions
        {
            Conditions = ConditionsOf(),
            Range = at == 0 && end == _size ? null : S3Range.Of(at, end - at),
        };
        S3Object found = _blocker.Wait(_client.GetObjectAsync(_bucket, _key, options, _stop));
        if (!found.IsFound)
        {
            found.Dispose();
            return _failures.Of(found.Status);
        }

        // Some servers ignore conditions.
        if (found.ObjectLength != _size || found.Length != end - at || !HasTag(found.ETag))
        {
            found.Dispose();
            return _failures.Changed();
        }

        (_answer, _body) = (found, found.OpenBody());
        (_position, _end) = (at, end);
        return VolumeError.None;
    }

    private S3Conditions ConditionsOf()
    {
        long ticks = _index![_number].ModifiedTicks;
        return _tag is null && ticks != 0
            ? new S3Conditions { IfUnmodifiedSince = new DateTimeOffset(ticks, TimeSpan.Zero) }
            : new S3Conditions { IfMatch = _tag };
    }

    private bool HasTag(string? tag) => _tag is null || tag is null
        || S3ETag.Parse(WithoutWeakness(tag)) == S3ETag.Parse(WithoutWeakness(_tag));

    private static ReadOnlySpan<char> WithoutWeakness(ReadOnlySpan<char> tag) =>
        tag.StartsWith("W/") ? tag.Slice(2) : tag;

    private unsafe int ReadBody(Span<byte> into)
    {
        fixed (byte* start = into)
        {
            int count = _blocker.Wait(_body!.ReadAsync(_memory.Over(start, into.Length), _stop));
            _position += count;
            return count;
        }
    }

    private void Drop(long count)
    {
        Span<byte> scratch = stackalloc byte[ScratchBytes];
        while (count > 0)
        {
            count -= ReadBody(scratch.Slice(0, (int)Math.Min(count, ScratchBytes)));
        }
    }

    private void EndIfRead()
    {
        if (_position == _end)
        {
            Abandon();
        }
    }

    private void CloseBody()
    {
        if (_body is null)
        {
            return;
        }

        try
        {
            if (_end - _position <= DrainBytesMax)
            {
                Drop(_end - _position);
            }
        }
        catch (Exception failure) when (S3Failures.IsFailure(failure))
        {
            // Nobody needs the rest.
        }

        Abandon();
    }

    private void Abandon()
    {
        _answer?.Dispose();
        _answer = null;
        _body = null;
    }

    private VolumeError Noted(VolumeError error)
    {
        ObjectStates state = error.Kind switch
        {
            VolumeErrorKind.Changed => ObjectStates.Changed,
            VolumeErrorKind.Vanished => ObjectStates.Vanished,
            _ => ObjectStates.None,
        };
        if (state != ObjectStates.None)
        {
            _index!.Note(_number, state);
        }

        return error;
    }
}
