using System.Buffers;
using System.Buffers.Text;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Acting;

/// <summary>
/// Builds lines of JSON. Supports only the few forms that journals need, because a general JSON writer would take
/// longer than everything else together.
/// </summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class LineBuffer
{
    private const int LongestNumber = 20;
    private const int BytesKeptMax = 4 << 20;

    private static readonly SearchValues<byte> s_escaped = SearchValues.Create(
        [.. Enumerable.Range(0, 32).Select(static code => (byte)code), (byte)'"', (byte)'\\']);

    private ArrayBufferWriter<byte> _bytes = new(64 * 1024);

    /// <summary>Gets the bytes written so far.</summary>
    internal ReadOnlySpan<byte> Written => _bytes.WrittenSpan;

    /// <summary>Gets the number of bytes written.</summary>
    internal int Count => _bytes.WrittenCount;

    internal void Clear()
    {
        // Do not keep the memory of one large batch for the rest of the run.
        if (_bytes.Capacity > BytesKeptMax)
        {
            _bytes = new ArrayBufferWriter<byte>(64 * 1024);
        }

        _bytes.ResetWrittenCount();
    }

    internal void Add(ReadOnlySpan<byte> text) => _bytes.Write(text);

    internal void Add(long number)
    {
        Utf8Formatter.TryFormat(number, _bytes.GetSpan(LongestNumber), out int length);
        _bytes.Advance(length);
    }

    internal void Add(ulong number)
    {
        Utf8Formatter.TryFormat(number, _bytes.GetSpan(LongestNumber), out int length);
        _bytes.Advance(length);
    }

    internal void AddText(string text) => AddQuoted(Encoding.UTF8.GetBytes(text));

    internal void AddBase64(ReadOnlySpan<byte> bytes)
    {
        Base64.EncodeToUtf8(
            bytes, _bytes.GetSpan(Base64.GetMaxEncodedToUtf8Length(bytes.Length)), out _, out int length);
        _bytes.Advance(length);
    }

    /// <summary>Adds a name: a string, or <c>{"base64":"..."}</c> if its bytes are not UTF-8.</summary>
    internal void AddName(ReadOnlySpan<byte> name)
    {
        if (Utf8.IsValid(name))
        {
            AddQuoted(name);
            return;
        }

        Add("{\"base64\":\""u8);
        AddBase64(name);
        Add("\"}"u8);
    }

    private void AddQuoted(ReadOnlySpan<byte> text)
    {
        Add("\""u8);
        for (int at = text.IndexOfAny(s_escaped); at >= 0; at = text.IndexOfAny(s_escaped))
        {
            Add(text[..at]);
            byte code = text[at];
            if (code is (byte)'"' or (byte)'\\')
            {
                Add([(byte)'\\', code]);
            }
            else
            {
                Add(Encoding.ASCII.GetBytes($"\\u{(int)code:x4}"));
            }

            text = text[(at + 1)..];
        }

        Add(text);
        Add("\""u8);
    }
}
