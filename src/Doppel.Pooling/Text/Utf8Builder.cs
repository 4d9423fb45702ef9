using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Pooling;

/// <summary>
/// Builds UTF-8 text in a span of the caller, mostly on the stack, and moves to rented arrays when that is full.
/// </summary>
/// <remarks>
/// <para>Nothing is allocated: neither while the first span suffices nor afterwards, when the pool is warm. Values are
/// written by the invariant culture unless a provider is given.</para>
/// <para>Characters are written as UTF-8, a surrogate without its other half as U+FFFD; bytes are written as they are.
/// </para>
/// <para>Not thread-safe. There is one owner who calls <see cref="Dispose"/>; hand it on by reference, never as a copy,
/// since two copies would give the same array back. Spans over the text hold until the next change.</para>
/// <code>
/// using var text = new Utf8Builder(stackalloc byte[256]);
/// text.Append("PUT\n"u8);
/// text.AppendHexLower(digest);
/// stream.Write(text.AsSpan());
/// </code>
/// </remarks>
[DebuggerDisplay("{ToString()}")]
public ref partial struct Utf8Builder : IDisposable
{
    // A UTF-16 unit becomes at most so many bytes.
    private const int BytesPerCharMax = 3;

    private GrowingSpan<byte> _text;

    /// <summary>Starts in a span of the caller.</summary>
    /// <param name="initial">Where text goes until it is full; its content is not used. May be empty.</param>
    public Utf8Builder(Span<byte> initial) => _text = new GrowingSpan<byte>(initial);

    /// <summary>Starts in a rented array.</summary>
    /// <param name="capacity">Bytes that need no growth, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public Utf8Builder(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        _text = new GrowingSpan<byte>(capacity);
    }

    /// <summary>How many bytes fit without growing.</summary>
    public readonly int Capacity => _text.Capacity;

    /// <summary>
    /// How many bytes are written. Setting it cuts text off at the end, if need be within a character.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative or more than is written.</exception>
    public int Length
    {
        readonly get => _text.Length;
        set => _text.Length = value;
    }

    /// <summary>One written byte.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside of what is written.</exception>
    public readonly ref byte this[int index] => ref _text[index];

    /// <summary>Appends a byte as it is.</summary>
    /// <exception cref="InvalidOperationException">The text would have more than 2^30 bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AppendByte(byte value) => _text.Append(value);

    /// <summary>Appends a character; U+FFFD for a surrogate.</summary>
    /// <exception cref="InvalidOperationException">The text would have more than 2^30 bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(char value)
    {
        if (char.IsAscii(value))
        {
            _text.Append((byte)value);
            return;
        }

        Append(Rune.TryCreate(value, out Rune rune) ? rune : Rune.ReplacementChar);
    }

    /// <summary>Appends a character several times.</summary>
    /// <param name="value">The character; U+FFFD is written for a surrogate.</param>
    /// <param name="count">How often, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The text would have more than 2^30 bytes.</exception>
    public void Append(char value, int count)
    {
        if (char.IsAscii(value))
        {
            _text.Append((byte)value, count);
            return;
        }

        ArgumentOutOfRangeException.ThrowIfNegative(count);
        Rune rune = Rune.TryCreate(value, out Rune valid) ? valid : Rune.ReplacementChar;
        Span<byte> one = stackalloc byte[4];
        one = one.Slice(0, rune.EncodeToUtf8(one));
        Span<byte> all = Reserve((long)count * one.Length);
        for (int i = 0; i < count; i++)
        {
            one.CopyTo(all.Slice(i * one.Length));
        }

        _text.Advance(count * one.Length);
    }

    /// <summary>Appends a Unicode scalar value.</summary>
    public void Append(Rune value) => _text.Advance(value.EncodeToUtf8(_text.Reserve(value.Utf8SequenceLength)));

    /// <summary>Appends a string; nothing for null.</summary>
    /// <exception cref="InvalidOperationException">The text would have more than 2^30 bytes.</exception>
    public void Append(string? value) => Append(value.AsSpan());

    /// <summary>Appends characters.</summary>
    /// <exception cref="InvalidOperationException">The text would have more than 2^30 bytes.</exception>
    public void Append(scoped ReadOnlySpan<char> value)
    {
        // The exact count costs a pass of its own, which is made only where the worst case does not fit.
        if ((long)value.Length * BytesPerCharMax > _text.Room.Length)
        {
            Reserve(ByteCount(value));
        }

        Utf8.FromUtf16(value, _text.Room, out _, out int written, replaceInvalidSequences: true);
        _text.Advance(written);
    }

    /// <summary>Appends bytes as they are. They may be a part of this very text.</summary>
    /// <exception cref="InvalidOperationException">The text would have more than 2^30 bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<byte> value) => _text.Append(value);

    /// <summary>Appends a number, a date, an identifier or whatever else writes itself as UTF-8.</summary>
    /// <param name="value">The value; nothing is written for null.</param>
    /// <param name="format">A format that its type knows; empty for the default.</param>
    /// <param name="provider">The culture; the invariant one by default.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <exception cref="FormatException">The type does not know the format. The text is unchanged.</exception>
    public void Append<T>(T value, scoped ReadOnlySpan<char> format = default, IFormatProvider? provider = null)
        where T : IUtf8SpanFormattable
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
                Append(StringOf(value, format.ToString(), provider));
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
    /// <param name="minimumLength">Bytes that are needed, 0 or more.</param>
    /// <returns>All the room there is, at least as long as asked for; its content is unspecified.</returns>
    public Span<byte> GetSpan(int minimumLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(minimumLength);
        return _text.Reserve(minimumLength);
    }

    /// <summary>Counts bytes that were written into <see cref="GetSpan"/> as text.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative or more than the room.</exception>
    public void Advance(int count) => _text.Advance(count);

    /// <summary>The text. Holds until the next change.</summary>
    public readonly ReadOnlySpan<byte> AsSpan() => _text.Written;

    /// <summary>Copies the text.</summary>
    /// <exception cref="ArgumentException">
    /// The destination is shorter than the text. Nothing is written then.
    /// </exception>
    public readonly void CopyTo(scoped Span<byte> destination)
    {
        if (!TryCopyTo(destination, out _))
        {
            TextErrors.DestinationTooShort(destination.Length, Length);
        }
    }

    /// <summary>Copies the text if the destination is long enough, and else nothing.</summary>
    /// <param name="destination">Where it goes.</param>
    /// <param name="bytesWritten">The length of the text, or 0 where it does not fit.</param>
    public readonly bool TryCopyTo(scoped Span<byte> destination, out int bytesWritten)
    {
        bool fits = _text.Written.TryCopyTo(destination);
        bytesWritten = fits ? Length : 0;
        return fits;
    }

    /// <summary>The text as a new array. The builder stays as it is.</summary>
    public readonly byte[] ToArray() => _text.Written.ToArray();

    /// <summary>The text as a string; U+FFFD stands for what is no UTF-8. The builder stays as it is.</summary>
    public override readonly string ToString() => Encoding.UTF8.GetString(_text.Written);

    /// <summary>Forgets the text and keeps the room.</summary>
    public void Clear() => _text.Length = 0;

    /// <summary>Gives a rented array back. The builder is empty then, and a second call does nothing.</summary>
    public void Dispose() => _text.Dispose();

    private static long ByteCount(ReadOnlySpan<char> value)
    {
        const int Part = 1 << 28;
        if (value.Length <= Part)
        {
            return Encoding.UTF8.GetByteCount(value);
        }

        // More than the counter of the framework can hold. A pair that a border cuts counts as 6 bytes in place of 4.
        long count = 0;
        for (int at = 0; at < value.Length; at += Part)
        {
            count += Encoding.UTF8.GetByteCount(value.Slice(at, Math.Min(Part, value.Length - at)));
        }

        return count;
    }

    private static string? StringOf<T>(T value, string? format, IFormatProvider provider) =>
        value is IFormattable ? ((IFormattable)value).ToString(format, provider) : value?.ToString();

    private Span<byte> Reserve(long count)
    {
        if (count > int.MaxValue)
        {
            TextErrors.TooLong(Length + count, GrowingSpan<byte>.LengthMax);
        }

        return _text.Reserve((int)count);
    }

    private void AppendHex(scoped ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> digits)
    {
        HexDigits.Write(bytes, Reserve(2L * bytes.Length), digits);
        _text.Advance(2 * bytes.Length);
    }
}
