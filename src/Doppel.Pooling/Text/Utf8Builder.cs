using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Pooling;

/// <summary>
/// Builds UTF-8 text in the caller's span, usually on the stack, and moves to rented arrays when the span is full.
/// </summary>
/// <remarks>
/// <para>Nothing is allocated while the initial span suffices, or afterwards if the pool is warm. Values are formatted
/// with the invariant culture unless a provider is given.</para>
/// <para>Characters are encoded as UTF-8, and unpaired surrogates as U+FFFD. Bytes are appended unchanged.</para>
/// <para>Not thread-safe. A builder has a single owner, which calls <see cref="Dispose"/>. Pass it by reference, never
/// by copy, because two copies would return the same array. Spans over the text are valid until the next change.</para>
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
    // The maximum number of bytes per UTF-16 code unit.
    private const int BytesPerCharMax = 3;

    private GrowingSpan<byte> _text;

    /// <summary>Creates a builder that starts in the caller's span.</summary>
    /// <param name="initial">
    /// The span to write to until it is full. Its content is not used. It may be empty.
    /// </param>
    public Utf8Builder(Span<byte> initial) => _text = new GrowingSpan<byte>(initial);

    /// <summary>Creates a builder that starts in a rented array.</summary>
    /// <param name="capacity">The initial capacity, in bytes, 0 or greater.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public Utf8Builder(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        _text = new GrowingSpan<byte>(capacity);
    }

    /// <summary>The number of bytes that fit without growing.</summary>
    public readonly int Capacity => _text.Capacity;

    /// <summary>
    /// The number of written bytes. Setting it truncates the text, even in the middle of a character.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The value is negative or greater than the number of written bytes.
    /// </exception>
    public int Length
    {
        readonly get => _text.Length;
        set => _text.Length = value;
    }

    /// <summary>Returns a reference to a written byte.</summary>
    /// <param name="index">The zero-based index.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the written text.</exception>
    public readonly ref byte this[int index] => ref _text[index];

    /// <summary>Appends a byte unchanged.</summary>
    /// <param name="value">The byte.</param>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AppendByte(byte value) => _text.Append(value);

    /// <summary>Appends a character, or U+FFFD for a surrogate.</summary>
    /// <param name="value">The character.</param>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
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

    /// <summary>Appends a character repeatedly.</summary>
    /// <param name="value">The character. A surrogate is replaced by U+FFFD.</param>
    /// <param name="count">The number of repetitions, 0 or greater.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
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
    /// <param name="value">The scalar value.</param>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
    public void Append(Rune value) => _text.Advance(value.EncodeToUtf8(_text.Reserve(value.Utf8SequenceLength)));

    /// <summary>Appends a string, or nothing if it is null.</summary>
    /// <param name="value">The string.</param>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
    public void Append(string? value) => Append(value.AsSpan());

    /// <summary>Appends characters.</summary>
    /// <param name="value">The characters.</param>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
    public void Append(scoped ReadOnlySpan<char> value)
    {
        // The exact byte count requires an extra pass, so it is computed only if the worst case does not fit.
        if ((long)value.Length * BytesPerCharMax > _text.Room.Length)
        {
            Reserve(ByteCount(value));
        }

        Utf8.FromUtf16(value, _text.Room, out _, out int written, replaceInvalidSequences: true);
        _text.Advance(written);
    }

    /// <summary>Appends bytes unchanged. They may be part of the builder's own text.</summary>
    /// <param name="value">The bytes.</param>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<byte> value) => _text.Append(value);

    /// <summary>Appends a number, date, identifier or any other value that can format itself as UTF-8.</summary>
    /// <param name="value">The value. Null appends nothing.</param>
    /// <param name="format">A format that the type of the value supports, or empty for the default.</param>
    /// <param name="provider">The format provider. Default: the invariant culture.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <exception cref="FormatException">
    /// The type does not support the format. The text is unchanged.
    /// </exception>
    public void Append<T>(T value, scoped ReadOnlySpan<char> format = default, IFormatProvider? provider = null)
        where T : IUtf8SpanFormattable
    {
        if (value is null)
        {
            return;
        }

        // No maximum length of a value is assumed: the formatter reports whether the value fit, and gets more space
        // until it does.
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

#pragma warning disable CA1822 // A static method would give the handler no builder to write to.
    /// <summary>Appends an interpolated string without creating it.</summary>
    /// <param name="handler">The handler that the compiler creates for the interpolated string.</param>
    public readonly void Append([InterpolatedStringHandlerArgument("")] InterpolationHandler handler)
    {
        // The handler wrote everything during its construction.
    }

    /// <summary>Appends an interpolated string with a format provider, without creating it.</summary>
    /// <param name="provider">The format provider, or null for the invariant culture.</param>
    /// <param name="handler">The handler that the compiler creates for the interpolated string.</param>
    public readonly void Append(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument("", nameof(provider))] InterpolationHandler handler)
    {
        // The handler wrote everything during its construction.
    }
#pragma warning restore CA1822

    /// <summary>Appends two lowercase hexadecimal digits for each byte.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
    public void AppendHexLower(scoped ReadOnlySpan<byte> bytes) => AppendHex(bytes, HexDigits.Lower);

    /// <summary>Appends two uppercase hexadecimal digits for each byte.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
    public void AppendHexUpper(scoped ReadOnlySpan<byte> bytes) => AppendHex(bytes, HexDigits.Upper);

    /// <summary>
    /// Returns space to write to. Call <see cref="Advance"/> to append what was written.
    /// </summary>
    /// <param name="minimumLength">The minimum number of bytes, 0 or greater.</param>
    /// <returns>All free space, at least as long as requested. Its content is unspecified.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="InvalidOperationException">The text would exceed 2^30 bytes.</exception>
    public Span<byte> GetSpan(int minimumLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(minimumLength);
        return _text.Reserve(minimumLength);
    }

    /// <summary>Appends bytes that were written to the result of <see cref="GetSpan"/>.</summary>
    /// <param name="count">The number of bytes.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The count is negative or greater than the free space.
    /// </exception>
    public void Advance(int count) => _text.Advance(count);

    /// <summary>Returns the text as a span, which is valid until the next change.</summary>
    /// <returns>The text.</returns>
    public readonly ReadOnlySpan<byte> AsSpan() => _text.Written;

    /// <summary>Copies the text to a destination.</summary>
    /// <param name="destination">The destination.</param>
    /// <exception cref="ArgumentException">
    /// The destination is shorter than the text. Nothing is written.
    /// </exception>
    public readonly void CopyTo(scoped Span<byte> destination)
    {
        if (!TryCopyTo(destination, out _))
        {
            TextErrors.DestinationTooShort(destination.Length, Length);
        }
    }

    /// <summary>Copies the text if the destination is long enough; otherwise writes nothing.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="bytesWritten">The length of the text, or 0 if it does not fit.</param>
    /// <returns>True if the text was copied.</returns>
    public readonly bool TryCopyTo(scoped Span<byte> destination, out int bytesWritten)
    {
        bool fits = _text.Written.TryCopyTo(destination);
        bytesWritten = fits ? Length : 0;
        return fits;
    }

    /// <summary>Copies the text to a new array. The builder is unchanged.</summary>
    /// <returns>The array.</returns>
    public readonly byte[] ToArray() => _text.Written.ToArray();

    /// <summary>
    /// Returns the text as a string, with U+FFFD for invalid UTF-8. The builder is unchanged.
    /// </summary>
    public override readonly string ToString() => Encoding.UTF8.GetString(_text.Written);

    /// <summary>Removes the text and keeps the capacity.</summary>
    public void Clear() => _text.Length = 0;

    /// <summary>
    /// Returns the rented array to its pool. The builder is then empty, and further calls do nothing.
    /// </summary>
    public void Dispose() => _text.Dispose();

    private static long ByteCount(ReadOnlySpan<char> value)
    {
        const int Part = 1 << 28;
        if (value.Length <= Part)
        {
            return Encoding.UTF8.GetByteCount(value);
        }

        // The text is longer than the framework's counter supports. A surrogate pair split between two pieces counts as
        // 6 bytes instead of 4.
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
