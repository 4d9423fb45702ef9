using System.Buffers.Binary;
using System.Buffers.Text;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>
/// Collects bytes in a block and writes full blocks to a stream. Without a stream, the block grows instead.
/// </summary>
internal sealed class Utf8Output(Stream? stream, int blockBytes)
{
    private const int ValueBytesMax = 64;

    private byte[] _block = new byte[blockBytes];
    private int _used;

    /// <summary>Gets the contents of the current block.</summary>
    public ReadOnlySpan<byte> Pending => _block.AsSpan(0, _used);

    /// <summary>Discards the contents of the current block.</summary>
    public void DropPending() => _used = 0;

    public void Write(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > _block.Length - _used)
        {
            int part = _block.Length - _used;
            bytes[..part].CopyTo(_block.AsSpan(_used));
            _used += part;
            bytes = bytes[part..];
            Pass();
        }

        bytes.CopyTo(_block.AsSpan(_used));
        _used += bytes.Length;
    }

    public void Write(byte value)
    {
        if (_used == _block.Length)
        {
            Pass();
        }

        _block[_used++] = value;
    }

    /// <summary>Writes text as UTF-8.</summary>
    public void WriteText(string text)
    {
        if (Encoding.UTF8.GetMaxByteCount(text.Length) <= _block.Length - _used)
        {
            _used += Encoding.UTF8.GetBytes(text, _block.AsSpan(_used));
        }
        else
        {
            Write(Encoding.UTF8.GetBytes(text));
        }
    }

    public void WriteSpaces(int count)
    {
        for (int i = 0; i < count; i++)
        {
            Write((byte)' ');
        }
    }

    /// <summary>Writes a non-negative number with commas between thousands.</summary>
    public void WriteCount(long value)
    {
        Debug.Assert(value >= 0, "There are no fewer than none.");

        // Number formatting would take several times as long, and reports contain many of these.
        Span<byte> text = stackalloc byte[26];
        int start = text.Length;
        for (int digits = 0; digits == 0 || value > 0; digits++)
        {
            if (digits % 3 == 0 && digits > 0)
            {
                text[--start] = (byte)',';
            }

            (value, long digit) = Math.DivRem(value, 10);
            text[--start] = (byte)('0' + digit);
        }

        Write(text[start..]);
    }

    /// <summary>Writes a value in the invariant culture. The text may be at most 64 bytes long.</summary>
    public void Write<T>(T value, ReadOnlySpan<char> format = default)
        where T : IUtf8SpanFormattable
    {
        if (_block.Length - _used >= ValueBytesMax)
        {
            value.TryFormat(_block.AsSpan(_used), out int written, format, CultureInfo.InvariantCulture);
            _used += written;
            return;
        }

        Span<byte> text = stackalloc byte[ValueBytesMax];
        value.TryFormat(text, out int length, format, CultureInfo.InvariantCulture);
        Write(text[..length]);
    }

    /// <summary>Writes a value in quotes.</summary>
    public void WriteQuoted<T>(T value)
        where T : IUtf8SpanFormattable
    {
        if (_block.Length - _used < ValueBytesMax + 2)
        {
            Write((byte)'"');
            Write(value);
            Write((byte)'"');
            return;
        }

        _block[_used++] = (byte)'"';
        value.TryFormat(_block.AsSpan(_used), out int written, default, CultureInfo.InvariantCulture);
        _used += written;
        _block[_used++] = (byte)'"';
    }

    /// <summary>Writes the name of a JSON field, which needs no escapes, with what stands around it.</summary>
    public void WriteField(ReadOnlySpan<byte> name, bool isFirst)
    {
        if (_block.Length - _used < name.Length + 4)
        {
            Write(isFirst ? "\""u8 : ",\""u8);
            Write(name);
            Write("\":"u8);
            return;
        }

        Span<byte> room = _block.AsSpan(_used, name.Length + 4);
        int start = isFirst ? 0 : 1;
        room[0] = (byte)',';
        room[start] = (byte)'"';
        name.CopyTo(room[(start + 1)..]);
        room[start + 1 + name.Length] = (byte)'"';
        room[start + 2 + name.Length] = (byte)':';
        _used += start + 3 + name.Length;
    }

    public void Write(ReportTime time)
    {
        Span<byte> text = stackalloc byte[ReportTimes.TextBytesMax];
        Write(text[..ReportTimes.Write(time, text)]);
    }

    /// <summary>Writes a digest as 32 hexadecimal digits.</summary>
    public void Write(Digest128 digest)
    {
        Span<byte> bytes = stackalloc byte[2 * sizeof(ulong)];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, digest.High);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[sizeof(ulong)..], digest.Low);
        Span<byte> text = stackalloc byte[2 * bytes.Length];
        Convert.TryToHexStringLower(bytes, text, out _);
        Write(text);
    }

    public void WriteBase64(ReadOnlySpan<byte> bytes)
    {
        Span<byte> text = stackalloc byte[64];
        while (!bytes.IsEmpty)
        {
            // 48 bytes become 64 characters without padding, so the parts join seamlessly.
            ReadOnlySpan<byte> part = bytes[..Math.Min(48, bytes.Length)];
            Base64.EncodeToUtf8(part, text, out _, out int written);
            Write(text[..written]);
            bytes = bytes[part.Length..];
        }
    }

    public void Flush()
    {
        Pass();
        stream?.Flush();
    }

    private void Pass()
    {
        if (stream is null)
        {
            Array.Resize(ref _block, 2 * _block.Length);
            return;
        }

        stream.Write(_block.AsSpan(0, _used));
        _used = 0;
    }
}
