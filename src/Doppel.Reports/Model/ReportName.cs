using System.Diagnostics;
using System.Text;

namespace Doppel.Reports;

/// <summary>A file name as the bytes that its file system returned, which need not be valid UTF-8.</summary>
[DebuggerDisplay("{ToString(),nq}")]
public readonly struct ReportName : IEquatable<ReportName>, IComparable<ReportName>
{
    private readonly ReadOnlyMemory<byte> _bytes;

    /// <summary>Wraps bytes, which must not change afterwards.</summary>
    public ReportName(ReadOnlyMemory<byte> bytes) => _bytes = bytes;

    /// <summary>Encodes text as UTF-8.</summary>
    public ReportName(string text) => _bytes = Encoding.UTF8.GetBytes(text);

    /// <summary>Gets the bytes.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.Span;

    /// <summary>Gets whether the name is empty.</summary>
    public bool IsEmpty => _bytes.IsEmpty;

    /// <inheritdoc/>
    public bool Equals(ReportName other) => Bytes.SequenceEqual(other.Bytes);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is ReportName other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = new HashCode();
        hash.AddBytes(Bytes);
        return hash.ToHashCode();
    }

    /// <summary>Compares the bytes of two names.</summary>
    public int CompareTo(ReportName other) => Bytes.SequenceCompareTo(other.Bytes);

    /// <summary>
    /// Returns the name as text for display. Bytes that are not UTF-8 become U+FFFD, so the text cannot be converted
    /// back.
    /// </summary>
    public override string ToString() => Encoding.UTF8.GetString(Bytes);

    /// <summary>Returns whether two names have the same bytes.</summary>
    public static bool operator ==(ReportName left, ReportName right) => left.Equals(right);

    /// <summary>Returns whether two names have different bytes.</summary>
    public static bool operator !=(ReportName left, ReportName right) => !left.Equals(right);

    /// <summary>Compares the bytes of two names.</summary>
    public static bool operator <(ReportName left, ReportName right) => left.CompareTo(right) < 0;

    /// <summary>Compares the bytes of two names.</summary>
    public static bool operator >(ReportName left, ReportName right) => left.CompareTo(right) > 0;

    /// <summary>Compares the bytes of two names.</summary>
    public static bool operator <=(ReportName left, ReportName right) => left.CompareTo(right) <= 0;

    /// <summary>Compares the bytes of two names.</summary>
    public static bool operator >=(ReportName left, ReportName right) => left.CompareTo(right) >= 0;
}
