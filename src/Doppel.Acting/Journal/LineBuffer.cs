using System.Diagnostics.CodeAnalysis;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Builds lines of JSON in memory.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class LineBuffer
{
    private const int BytesKeptMax = 4 << 20;

    private Utf8Output _output;
    private JsonText _text;

    internal LineBuffer() => Renew();

    /// <summary>Gets the bytes written so far.</summary>
    internal ReadOnlySpan<byte> Written => _output.Pending;

    /// <summary>Gets the number of bytes written.</summary>
    internal int Count => _output.Pending.Length;

    internal void Clear()
    {
        // Do not keep the memory of one large batch for the rest of the run.
        if (Count > BytesKeptMax)
        {
            Renew();
        }

        _output.DropPending();
    }

    internal void Add(ReadOnlySpan<byte> text) => _output.Write(text);

    internal void Add(long number) => _output.Write(number);

    internal void Add(ulong number) => _output.Write(number);

    internal void AddText(string text) => _text.WriteString(text);

    internal void AddBase64(ReadOnlySpan<byte> bytes) => _output.WriteBase64(bytes);

    /// <summary>Adds a name: a string, or <c>{"base64":"..."}</c> if its bytes are not UTF-8.</summary>
    internal void AddName(ReadOnlySpan<byte> name) => _text.WriteName(name);

    [MemberNotNull(nameof(_output), nameof(_text))]
    private void Renew()
    {
        _output = new Utf8Output(null, 64 * 1024);
        _text = new JsonText(_output, JsonEscapes.Required);
    }
}
