using System.Diagnostics;
using System.Text;

namespace Doppel.Reports;

/// <summary>The name of a file as the bytes that its file system gave; it need not be valid UTF-8.</summary>
[DebuggerDisplay("{ToString(),nq}")]
public readonly struct ReportName : IEquatable<ReportName>, IComparable<ReportName>
{
    private readonly ReadOnlyMemory<byte> _bytes;

    /// <summary>Wraps bytes; they must not change afterwards.</summary>
    public ReportName(ReadOnlyMemory<byte> bytes) => _bytes = bytes;

    /// <summary>The UTF-8 bytes of a text.</summary>
    public ReportName(string text) => _bytes = Encoding.UTF8.GetBytes(text);

    /// <summary>The bytes.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.Span;

    /// <summary>Whether there is no name.</summary>
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

    /// <summary>Orders by bytes.</summary>
    public int CompareTo(ReportName other) => Bytes.SequenceCompareTo(other.Bytes);

    /// <summary>The name as text for people; bytes that are no UTF-8 become U+FFFD, so it does not lead back.</summary>
    public override string ToString() => Encoding.UTF8.GetString(Bytes);

    /// <summary>Whether both are the same bytes.</summary>
    public static bool operator ==(ReportName left, ReportName right) => left.Equals(right);

    /// <summary>Whether they differ.</summary>
    public static bool operator !=(ReportName left, ReportName right) => !left.Equals(right);

    /// <summary>Orders by bytes.</summary>
    public static bool operator <(ReportName left, ReportName right) => left.CompareTo(right) < 0;

    /// <summary>Orders by bytes.</summary>
    public static bool operator >(ReportName left, ReportName right) => left.CompareTo(right) > 0;

    /// <summary>Orders by bytes.</summary>
    public static bool operator <=(ReportName left, ReportName right) => left.CompareTo(right) <= 0;

    /// <summary>Orders by bytes.</summary>
    public static bool operator >=(ReportName left, ReportName right) => left.CompareTo(right) >= 0;
}
