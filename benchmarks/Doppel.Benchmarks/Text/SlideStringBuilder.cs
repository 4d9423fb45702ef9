using System.Buffers;
using System.Globalization;

namespace Doppel.Benchmarks.Text;

/// <summary>
/// The builder of the talk's slides, rebuilt: values go into a scratch span of a fixed size first and are copied from
/// there, and the rented arrays are those of <see cref="ArrayPool{T}"/>. Its known errors are left out: the scratch is
/// long enough and only what was written is copied.
/// </summary>
internal ref struct SlideStringBuilder
{
    private const int ScratchLength = 36;

    private Span<char> _buffer;
    private char[]? _array;
    private int _length;

    public SlideStringBuilder(Span<char> buffer) => _buffer = buffer;

    public void Append(char value)
    {
        if (_length == _buffer.Length)
        {
            Grow(1);
        }

        _buffer[_length++] = value;
    }

    public void Append(scoped ReadOnlySpan<char> value)
    {
        if (_length > _buffer.Length - value.Length)
        {
            Grow(value.Length);
        }

        value.CopyTo(_buffer[_length..]);
        _length += value.Length;
    }

    public void Append<T>(T value, string? format = null)
        where T : ISpanFormattable
    {
        Span<char> scratch = stackalloc char[ScratchLength];
        if (!value.TryFormat(scratch, out int written, format, CultureInfo.InvariantCulture))
        {
            throw new FormatException("The value does not fit into the scratch span.");
        }

        Append(scratch[..written]);
    }

    public readonly ReadOnlySpan<char> AsReadOnlySpan() => _buffer[.._length];

    public override readonly string ToString() => _buffer[.._length].ToString();

    public readonly void Dispose()
    {
        if (_array is not null)
        {
            ArrayPool<char>.Shared.Return(_array);
        }
    }

    private void Grow(int more)
    {
        char[] larger = ArrayPool<char>.Shared.Rent(Math.Max(_length + more, _buffer.Length * 2));
        _buffer[.._length].CopyTo(larger);
        char[]? old = _array;
        _buffer = _array = larger;
        if (old is not null)
        {
            ArrayPool<char>.Shared.Return(old);
        }
    }
}
