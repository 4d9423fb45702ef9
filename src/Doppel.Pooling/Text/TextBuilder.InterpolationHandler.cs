using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <content>What the compiler makes of an interpolated string.</content>
public ref partial struct TextBuilder
{
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
            int literalLength, int formattedCount, scoped in TextBuilder builder, IFormatProvider? provider = null)
        {
            _builder = ref Unsafe.As<TextBuilder, byte>(ref Unsafe.AsRef(in builder));
            _provider = provider;
        }

        /// <summary>Writes a fixed part.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendLiteral(string value) => Builder._text.Append(value.AsSpan());

        /// <summary>Writes characters.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(scoped ReadOnlySpan<char> value) => Builder._text.Append(value);

        /// <summary>Writes characters in a width, at the right of it or, where it is negative, at the left.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null)
        {
            int start = Builder.Length;
            Builder._text.Append(value);
            Builder.Align(start, alignment);
        }

        /// <summary>Writes a string.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted(string? value) => Builder._text.Append(value.AsSpan());

        /// <summary>Writes a string in a width.</summary>
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
            if (value is ISpanFormattable)
            {
                Builder.AppendFormattable(value, format, _provider);
            }
            else if (value is IFormattable)
            {
                Builder._text.Append(((IFormattable)value).ToString(format, Provider).AsSpan());
            }
            else
            {
                Builder._text.Append((value?.ToString()).AsSpan());
            }
        }

        /// <summary>Writes a value in a width.</summary>
        /// <typeparam name="T">Anything; what formats itself into a span does so.</typeparam>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value, int alignment, string? format = null)
        {
            int start = Builder.Length;
            AppendFormatted(value, format);
            Builder.Align(start, alignment);
        }

        private IFormatProvider Provider => _provider ?? CultureInfo.InvariantCulture;

        private ref TextBuilder Builder
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => ref Unsafe.As<byte, TextBuilder>(ref _builder);
        }
    }

    // Append for types that are not known to format themselves; optimised code boxes none for the casts.
    private void AppendFormattable<T>(T value, string? format, IFormatProvider? provider)
    {
        provider ??= CultureInfo.InvariantCulture;
        int written;
        while (!((ISpanFormattable)value!).TryFormat(_text.Room, out written, format, provider))
        {
            if (!_text.TryGrowForValue())
            {
                _text.Append(((ISpanFormattable)value).ToString(format, provider).AsSpan());
                return;
            }
        }

        _text.AdvanceFormatted<T>(written);
    }

    private void Align(int start, int alignment)
    {
        long width = Math.Abs((long)alignment);
        if (width > GrowingSpan<char>.LengthMax)
        {
            TextErrors.AlignmentOutside(alignment, GrowingSpan<char>.LengthMax);
        }

        _text.Align(start, (int)width, rightAligned: alignment > 0, ' ');
    }
}
