using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Doppel.Pooling;

/// <summary>
/// Builds text in the caller's span, usually on the stack, and moves to rented arrays when the span is full.
/// </summary>
/// <remarks>
/// <para>Nothing is allocated while the initial span suffices, or afterwards if the pool is warm. Values are formatted
/// with the invariant culture unless a provider is given.</para>
/// <para>Not thread-safe. A builder has a single owner, which calls <see cref="Dispose"/>. Pass it by reference, never
/// by copy, because two copies would return the same array. Spans over the text are valid until the next change.</para>
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

    /// <summary>Creates a builder that starts in the caller's span.</summary>
    /// <param name="initial">
    /// The span to write to until it is full. Its content is not used. It may be empty.
    /// </param>
    public TextBuilder(Span<char> initial) => _text = new GrowingSpan<char>(initial);

    /// <summary>Creates a builder that starts in a rented array.</summary>
    /// <param name="capacity">The initial capacity, in characters, 0 or greater.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public TextBuilder(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);
        _text = new GrowingSpan<char>(capacity);
    }

    /// <summary>The number of characters that fit without growing.</summary>
    public readonly int Capacity => _text.Capacity;

    /// <summary>The number of written characters. Setting it truncates the text.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The value is negative or greater than the number of written characters.
    /// </exception>
    public int Length
    {
        readonly get => _text.Length;
        set => _text.Length = value;
    }

    /// <summary>Returns a reference to a written character.</summary>
    /// <param name="index">The zero-based index.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the written text.</exception>
    public readonly ref char this[int index] => ref _text[index];

    /// <summary>Appends a character.</summary>
    /// <param name="value">The character.</param>
    /// <exception cref="InvalidOperationException">The text would exceed the maximum length of a string.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(char value) => _text.Append(value);

    /// <summary>Appends a character repeatedly.</summary>
    /// <param name="value">The character.</param>
    /// <param name="count">The number of repetitions, 0 or greater.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The text would exceed the maximum length of a string.</exception>
    public void Append(char value, int count) => _text.Append(value, count);

    /// <summary>Appends a Unicode scalar value.</summary>
    /// <param name="value">The scalar value.</param>
    /// <exception cref="InvalidOperationException">The text would exceed the maximum length of a string.</exception>
    public void Append(Rune value) => _text.Advance(value.EncodeToUtf16(_text.Reserve(value.Utf16SequenceLength)));

    /// <summary>Appends a string, or nothing if it is null.</summary>
    /// <param name="value">The string.</param>
    /// <exception cref="InvalidOperationException">The text would exceed the maximum length of a string.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(string? value) => _text.Append(value.AsSpan());

    /// <summary>Appends characters. They may be part of the builder's own text.</summary>
    /// <param name="value">The characters.</param>
    /// <exception cref="InvalidOperationException">The text would exceed the maximum length of a string.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<char> value) => _text.Append(value);

    /// <summary>Appends a number, date, identifier or any other value that can format itself into a span.</summary>
    /// <param name="value">The value. Null appends nothing.</param>
    /// <param name="format">A format that the type of the value supports, or empty for the default.</param>
    /// <param name="provider">The format provider. Default: the invariant culture.</param>
    /// <typeparam name="T">The type of the value. Enumerations are boxed.</typeparam>
    /// <exception cref="FormatException">
    /// The type does not support the format. The text is unchanged.
    /// </exception>
    public void Append<T>(T value, scoped ReadOnlySpan<char> format = default, IFormatProvider? provider = null)
        where T : ISpanFormattable
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
                _text.Append(value.ToString(format.ToString(), provider).AsSpan());
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
    /// <exception cref="InvalidOperationException">The text would exceed the maximum length of a string.</exception>
    public void AppendHexLower(scoped ReadOnlySpan<byte> bytes) => AppendHex(bytes, HexDigits.Lower);

    /// <summary>Appends two uppercase hexadecimal digits for each byte.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <exception cref="InvalidOperationException">The text would exceed the maximum length of a string.</exception>
    public void AppendHexUpper(scoped ReadOnlySpan<byte> bytes) => AppendHex(bytes, HexDigits.Upper);

    /// <summary>
    /// Returns space to write to. Call <see cref="Advance"/> to append what was written.
    /// </summary>
    /// <param name="minimumLength">The minimum number of characters, 0 or greater.</param>
    /// <returns>All free space, at least as long as requested. Its content is unspecified.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="InvalidOperationException">The text would exceed the maximum length of a string.</exception>
    public Span<char> GetSpan(int minimumLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(minimumLength);
        return _text.Reserve(minimumLength);
    }

    /// <summary>Appends characters that were written to the result of <see cref="GetSpan"/>.</summary>
    /// <param name="count">The number of characters.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The count is negative or greater than the free space.
    /// </exception>
    public void Advance(int count) => _text.Advance(count);

    /// <summary>Returns the text as a span, which is valid until the next change.</summary>
    /// <returns>The text.</returns>
    public readonly ReadOnlySpan<char> AsSpan() => _text.Written;

    /// <summary>Copies the text to a destination.</summary>
    /// <param name="destination">The destination.</param>
    /// <exception cref="ArgumentException">
    /// The destination is shorter than the text. Nothing is written.
    /// </exception>
    public readonly void CopyTo(scoped Span<char> destination)
    {
        if (!TryCopyTo(destination, out _))
        {
            TextErrors.DestinationTooShort(destination.Length, Length);
        }
    }

    /// <summary>Copies the text if the destination is long enough; otherwise writes nothing.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="charsWritten">The length of the text, or 0 if it does not fit.</param>
    /// <returns>True if the text was copied.</returns>
    public readonly bool TryCopyTo(scoped Span<char> destination, out int charsWritten)
    {
        bool fits = _text.Written.TryCopyTo(destination);
        charsWritten = fits ? Length : 0;
        return fits;
    }

    /// <summary>Returns the text as a string. The builder is unchanged.</summary>
    public override readonly string ToString() => new(_text.Written);

    /// <summary>Removes the text and keeps the capacity.</summary>
    public void Clear() => _text.Length = 0;

    /// <summary>
    /// Returns the rented array to its pool. The builder is then empty, and further calls do nothing.
    /// </summary>
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
