using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <content>Support for interpolated strings.</content>
public ref partial struct Utf8Builder
{
    private const int CharactersOnStack = 128;

    /// <summary>Appends the parts of an interpolated string to a builder. Used by the compiler.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [InterpolatedStringHandler]
    public readonly ref struct InterpolationHandler
    {
        // The builder. A reference to a ref struct cannot be a field, so this is a reference to its first byte. The
        // builder outlives the statement that creates this handler.
        //
        // All methods here are inlined into the caller; the only calls left are those to the builder. The compiler
        // therefore sees through the reference and keeps no handler in memory, which saves a fifth of the time of
        // formatting a header.
        private readonly ref byte _builder;
        private readonly IFormatProvider? _provider;

        /// <summary>Starts an interpolated string.</summary>
        /// <param name="literalLength">The number of characters in the literal parts.</param>
        /// <param name="formattedCount">The number of values.</param>
        /// <param name="builder">The builder to append to.</param>
        /// <param name="provider">The format provider. Default: the invariant culture.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public InterpolationHandler(
            int literalLength, int formattedCount, scoped in Utf8Builder builder, IFormatProvider? provider = null)
        {
            _builder = ref Unsafe.As<Utf8Builder, byte>(ref Unsafe.AsRef(in builder));
            _provider = provider;
        }

        /// <summary>Appends a literal part.</summary>
        /// <param name="value">The text.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendLiteral(string value) => Builder.Append(value.AsSpan());

        /// <summary>Appends characters.</summary>
        /// <param name="value">The characters.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(scoped ReadOnlySpan<char> value) => Builder.Append(value);

        /// <summary>Appends characters padded to a width in bytes.</summary>
        /// <param name="value">The characters.</param>
        /// <param name="alignment">The width in bytes: positive aligns right, negative aligns left.</param>
        /// <param name="format">Ignored.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null)
        {
            int start = Builder.Length;
            Builder.Append(value);
            Builder.Align(start, alignment);
        }

        /// <summary>Appends UTF-8 bytes unchanged.</summary>
        /// <param name="value">The bytes.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(scoped ReadOnlySpan<byte> value) => Builder._text.Append(value);

        /// <summary>Appends a string.</summary>
        /// <param name="value">The string, or null for none.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(string? value) => Builder.Append(value.AsSpan());

        /// <summary>Appends a string padded to a width in bytes.</summary>
        /// <param name="value">The string, or null for none.</param>
        /// <param name="alignment">The width in bytes: positive aligns right, negative aligns left.</param>
        /// <param name="format">Ignored.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(string? value, int alignment, string? format = null) =>
            AppendFormatted(value.AsSpan(), alignment, format);

        /// <summary>Appends a value.</summary>
        /// <typeparam name="T">The type of the value. Types that can format themselves into a span do so.</typeparam>
        /// <param name="value">The value.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value) => AppendFormatted(value, format: null);

        /// <summary>Appends a value with a format.</summary>
        /// <typeparam name="T">The type of the value. Types that can format themselves into a span do so.</typeparam>
        /// <param name="value">The value.</param>
        /// <param name="format">The format, or null for the default.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value, string? format)
        {
            if (value is IUtf8SpanFormattable)
            {
                Builder.AppendFormattable(value, format, _provider);
            }
            else if (value is ISpanFormattable)
            {
                Builder.AppendByCharacters(value, format, _provider);
            }
            else
            {
                Builder.Append(StringOf(value, format, Provider));
            }
        }

        /// <summary>Appends a value padded to a width in bytes.</summary>
        /// <typeparam name="T">The type of the value. Types that can format themselves into a span do so.</typeparam>
        /// <param name="value">The value.</param>
        /// <param name="alignment">The width in bytes: positive aligns right, negative aligns left.</param>
        /// <param name="format">The format, or null for the default.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value, int alignment, string? format = null)
        {
            int start = Builder.Length;
            AppendFormatted(value, format);
            Builder.Align(start, alignment);
        }

        private IFormatProvider Provider => _provider ?? CultureInfo.InvariantCulture;

        private ref Utf8Builder Builder
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => ref Unsafe.As<byte, Utf8Builder>(ref _builder);
        }
    }

    // Append for types that are not statically known to format themselves. Optimized code does not box for the casts.
    private void AppendFormattable<T>(T value, string? format, IFormatProvider? provider)
    {
        provider ??= CultureInfo.InvariantCulture;
        int written;
        while (!((IUtf8SpanFormattable)value!).TryFormat(_text.Room, out written, format, provider))
        {
            if (!_text.TryGrowForValue())
            {
                Append(StringOf(value, format, provider));
                return;
            }
        }

        _text.AdvanceFormatted<T>(written);
    }

    // Handles types that can format themselves only as characters.
    private void AppendByCharacters<T>(T value, string? format, IFormatProvider? provider)
    {
        using var characters = new TextBuilder(stackalloc char[CharactersOnStack]);
        new TextBuilder.InterpolationHandler(0, 1, in characters, provider).AppendFormatted(value, format);
        Append(characters.AsSpan());
    }

    private void Align(int start, int alignment)
    {
        long width = Math.Abs((long)alignment);
        if (width > GrowingSpan<byte>.LengthMax)
        {
            TextErrors.AlignmentOutside(alignment, GrowingSpan<byte>.LengthMax);
        }

        _text.Align(start, (int)width, rightAligned: alignment > 0, (byte)' ');
    }
}
