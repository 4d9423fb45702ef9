using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Doppel.Pooling;

/// <summary>
/// Builds text in a span of the caller, mostly on the stack, and moves to rented arrays when that is full.
/// </summary>
/// <remarks>
/// <para>Nothing is allocated: neither while the first span suffices nor afterwards, when the pool is warm. Values are
/// written by the invariant culture unless a provider is given.</para>
/// <para>Not thread-safe. There is one owner who calls <see cref="Dispose"/>; hand it on by reference, never as a copy,
/// since two copies would give the same array back. Spans over the text hold until the next change.</para>
/// <code>
/// using var text = new TextBuilder(stackalloc char[256]);
/// text.Append($"{count} files, {bytes:N0} bytes");
/// return text.ToString();
/// </code>
/// </remarks>
[DebuggerDisplay("{ToString()}")]
public ref partial struct TextBuilder : IDisposable
{
    private const int HexChunkBytes = 64;

    private GrowingSpan<char> _text;

    /// <summary>Starts in a span of the caller.</summary>
    /// <param name="initial">Where text goes until it is full; its content is not used. May be empty.</param>
    public TextBuilder(Span<char> initial) => _text = new GrowingSpan<char>(initial);

    /// <summary>Starts in a rented array.</summary>
    /// <param name="capacity">Characters that need no growth, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public TextBuilder(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        _text = new GrowingSpan<char>(capacity);
    }

    /// <summary>How many characters fit without growing.</summary>
    public readonly int Capacity => _text.Capacity;

    /// <summary>How many characters are written. Setting it cuts text off at the end.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative or more than is written.</exception>
    public int Length
    {
        readonly get => _text.Length;
        set => _text.Length = value;
    }

    /// <summary>One written character.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside of what is written.</exception>
    public readonly ref char this[int index] => ref _text[index];

    /// <summary>Appends a character.</summary>
    /// <exception cref="InvalidOperationException">The text would be longer than a string may be.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(char value) => _text.Append(value);

    /// <summary>Appends a character several times.</summary>
    /// <param name="value">The character.</param>
    /// <param name="count">How often, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The text would be longer than a string may be.</exception>
    public void Append(char value, int count) => _text.Append(value, count);

    /// <summary>Appends a Unicode scalar value.</summary>
    public void Append(Rune value) => _text.Advance(value.EncodeToUtf16(_text.Reserve(value.Utf16SequenceLength)));

    /// <summary>Appends a string; nothing for null.</summary>
    /// <exception cref="InvalidOperationException">The text would be longer than a string may be.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(string? value) => _text.Append(value.AsSpan());

    /// <summary>Appends characters. They may be a part of this very text.</summary>
    /// <exception cref="InvalidOperationException">The text would be longer than a string may be.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<char> value) => _text.Append(value);

    /// <summary>Appends a number, a date, an identifier or whatever else writes itself into a span.</summary>
    /// <param name="value">The value; nothing is written for null.</param>
    /// <param name="format">A format that its type knows; empty for the default.</param>
    /// <param name="provider">The culture; the invariant one by default.</param>
    /// <typeparam name="T">The type of the value. An enumeration is boxed.</typeparam>
    /// <exception cref="FormatException">The type does not know the format. The text is unchanged.</exception>
    public void Append<T>(T value, scoped ReadOnlySpan<char> format = default, IFormatProvider? provider = null)
        where T : ISpanFormattable
    {
        if (value is null)
        {
            return;
        }

        // The longest value is nowhere assumed: a formatter says whether its value fitted, and gets more room until
        // it does.
        provider ??= CultureInfo.InvariantCulture;
        int written;
        while (!value.TryFormat(_text.Room, out written, format, provider))
        {
            if (!_text.TryGrowForValue())
            {
                _text.Append(value.ToString(format.ToString(), provider).AsSpan());
                return;
            }
        }

        _text.AdvanceFormatted<T>(written);
    }

#pragma warning disable CA1822 // Static methods would have no builder that the handler could write into.
    /// <summary>Appends an interpolated string without making it.</summary>
    /// <param name="handler">Made by the compiler from the interpolated string.</param>
    public readonly void Append([InterpolatedStringHandlerArgument("")] InterpolationHandler handler)
    {
        // The handler has written everything while it was made.
    }

    /// <summary>Appends an interpolated string by a culture without making it.</summary>
    /// <param name="provider">The culture; the invariant one for null.</param>
    /// <param name="handler">Made by the compiler from the interpolated string.</param>
    public readonly void Append(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument("", nameof(provider))] InterpolationHandler handler)
    {
        // The handler has written everything while it was made.
    }
#pragma warning restore CA1822

    /// <summary>Appends two digits from 0 to f for each byte.</summary>
    public void AppendHexLower(scoped ReadOnlySpan<byte> bytes) => AppendHex(bytes, HexDigits.Lower);

    /// <summary>Appends two digits from 0 to F for each byte.</summary>
    public void AppendHexUpper(scoped ReadOnlySpan<byte> bytes) => AppendHex(bytes, HexDigits.Upper);

    /// <summary>Room to write into; <see cref="Advance"/> then says how much of it is text.</summary>
    /// <param name="minimumLength">Characters that are needed, 0 or more.</param>
    /// <returns>All the room there is, at least as long as asked for; its content is unspecified.</returns>
    public Span<char> GetSpan(int minimumLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(minimumLength);
        return _text.Reserve(minimumLength);
    }

    /// <summary>Counts characters that were written into <see cref="GetSpan"/> as text.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative or more than the room.</exception>
    public void Advance(int count) => _text.Advance(count);

    /// <summary>The text. Holds until the next change.</summary>
    public readonly ReadOnlySpan<char> AsSpan() => _text.Written;

    /// <summary>Copies the text.</summary>
    /// <exception cref="ArgumentException">
    /// The destination is shorter than the text. Nothing is written then.
    /// </exception>
    public readonly void CopyTo(scoped Span<char> destination)
    {
        if (!TryCopyTo(destination, out _))
        {
            TextErrors.DestinationTooShort(destination.Length, Length);
        }
    }

    /// <summary>Copies the text if the destination is long enough, and else nothing.</summary>
    /// <param name="destination">Where it goes.</param>
    /// <param name="charsWritten">The length of the text, or 0 where it does not fit.</param>
    public readonly bool TryCopyTo(scoped Span<char> destination, out int charsWritten)
    {
        bool fits = _text.Written.TryCopyTo(destination);
        charsWritten = fits ? Length : 0;
        return fits;
    }

    /// <summary>The text as a string. The builder stays as it is.</summary>
    public override readonly string ToString() => new(_text.Written);

    /// <summary>Forgets the text and keeps the room.</summary>
    public void Clear() => _text.Length = 0;

    /// <summary>Gives a rented array back. The builder is empty then, and a second call does nothing.</summary>
    public void Dispose() => _text.Dispose();

    private void AppendHex(scoped ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> digits)
    {
        int count = bytes.Length > int.MaxValue / 2 ? int.MaxValue : 2 * bytes.Length;
        Span<char> destination = _text.Reserve(count);
        Span<byte> ascii = stackalloc byte[2 * HexChunkBytes];
        for (int at = 0; at < bytes.Length; at += HexChunkBytes)
        {
            ReadOnlySpan<byte> chunk = bytes.Slice(at, Math.Min(HexChunkBytes, bytes.Length - at));
            HexDigits.Write(chunk, ascii, digits);
            Encoding.Latin1.GetChars(ascii.Slice(0, 2 * chunk.Length), destination.Slice(2 * at));
        }

        _text.Advance(count);
    }
}
