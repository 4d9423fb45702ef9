using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <content>What the compiler makes of an interpolated string.</content>
public ref partial struct Utf8Builder
{
    private const int CharactersOnStack = 128;

    /// <summary>Writes the parts of an interpolated string into a builder. Only for the compiler.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [InterpolatedStringHandler]
    public readonly ref struct InterpolationHandler
    {
        // The builder: a reference to a ref struct cannot be a field, so this is one to its first byte. The builder
        // outlives the statement that this handler is made for.
        //
        // All methods here are inlined into the caller, and what is a call is one of the builder. So the compiler
        // sees through the reference and keeps no handler in memory, which is worth a fifth of the time of a header.
        private readonly ref byte _builder;
        private readonly IFormatProvider? _provider;

        /// <summary>Begins an interpolated string.</summary>
        /// <param name="literalLength">Characters of the fixed parts.</param>
        /// <param name="formattedCount">How many values there are.</param>
        /// <param name="builder">Where the text goes.</param>
        /// <param name="provider">The culture; the invariant one by default.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public InterpolationHandler(
            int literalLength, int formattedCount, scoped in Utf8Builder builder, IFormatProvider? provider = null)
        {
            _builder = ref Unsafe.As<Utf8Builder, byte>(ref Unsafe.AsRef(in builder));
            _provider = provider;
        }

        /// <summary>Writes a fixed part.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendLiteral(string value) => Builder.Append(value.AsSpan());

        /// <summary>Writes characters.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(scoped ReadOnlySpan<char> value) => Builder.Append(value);

        /// <summary>
        /// Writes characters in a width of bytes, at the right of it or, where it is negative, at the left.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null)
        {
            int start = Builder.Length;
            Builder.Append(value);
            Builder.Align(start, alignment);
        }

        /// <summary>Writes UTF-8 as it is.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(scoped ReadOnlySpan<byte> value) => Builder._text.Append(value);

        /// <summary>Writes a string.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(string? value) => Builder.Append(value.AsSpan());

        /// <summary>Writes a string in a width, counted in bytes.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(string? value, int alignment, string? format = null) =>
            AppendFormatted(value.AsSpan(), alignment, format);

        /// <summary>Writes a value.</summary>
        /// <typeparam name="T">Anything; what formats itself into a span does so.</typeparam>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value) => AppendFormatted(value, format: null);

        /// <summary>Writes a value by a format.</summary>
        /// <typeparam name="T">Anything; what formats itself into a span does so.</typeparam>
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

        /// <summary>Writes a value in a width, counted in bytes.</summary>
        /// <typeparam name="T">Anything; what formats itself into a span does so.</typeparam>
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

    // Append for types that are not known to format themselves; optimised code boxes none for the casts.
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

    // For types that write characters alone.
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
