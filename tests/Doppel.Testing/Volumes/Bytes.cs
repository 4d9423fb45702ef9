using System.Text;

namespace Doppel.Testing;

/// <summary>A path, a name or a content in a test: written as text (UTF-8) or as bytes.</summary>
public readonly struct Bytes
{
    private readonly byte[]? _value;

    private Bytes(byte[] value) => _value = value;

    /// <summary>The bytes.</summary>
    public ReadOnlySpan<byte> Span => _value;

    /// <summary>A copy of the bytes.</summary>
    public byte[] ToArray() => Span.ToArray();

    /// <summary>The text as UTF-8.</summary>
    public static implicit operator Bytes(string text) => new(Encoding.UTF8.GetBytes(text));

    /// <summary>The bytes as they are; the array is taken over, not copied.</summary>
    public static implicit operator Bytes(byte[] value) => new(value);

    /// <summary>A copy of the bytes.</summary>
    public static implicit operator Bytes(ReadOnlySpan<byte> value) => new(value.ToArray());

    /// <summary>The bytes read as UTF-8, for messages; what is not UTF-8 becomes U+FFFD.</summary>
    public override string ToString() => Encoding.UTF8.GetString(Span);
}
