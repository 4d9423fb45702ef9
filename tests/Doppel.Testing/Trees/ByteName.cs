using System.Text;

namespace Doppel.Testing.Trees;

/// <summary>A file's name or path as the bytes that Linux has; it need not be valid UTF-8.</summary>
/// <remarks>Kept as a string, one character a byte, so that equality and hashing are those of bytes.</remarks>
public readonly record struct ByteName : IComparable<ByteName>
{
    private readonly string? _latin1;

    private ByteName(string latin1) => _latin1 = latin1;

    /// <summary>Takes bytes as they are.</summary>
    public ByteName(ReadOnlySpan<byte> bytes) => _latin1 = Encoding.Latin1.GetString(bytes);

    /// <summary>The bytes.</summary>
    public byte[] Bytes => Encoding.Latin1.GetBytes(_latin1 ?? "");

    /// <summary>How many bytes it has.</summary>
    public int Length => _latin1?.Length ?? 0;

    /// <summary>The components between slashes.</summary>
    public IEnumerable<ByteName> Components =>
        (_latin1 ?? "").Split('/', StringSplitOptions.RemoveEmptyEntries).Select(component => new ByteName(component));

    /// <summary>The UTF-8 bytes of a text.</summary>
    public static implicit operator ByteName(string text) => new(Encoding.UTF8.GetBytes(text));

    /// <summary>A path below a folder.</summary>
    public static ByteName operator /(ByteName folder, ByteName name) => new(folder._latin1 + "/" + name._latin1);

    /// <summary>One after the other.</summary>
    public static ByteName operator +(ByteName first, ByteName second) => new(first._latin1 + second._latin1);

    /// <summary>A name from bytes given one by one.</summary>
    public static ByteName Of(params ReadOnlySpan<byte> bytes) => new(bytes);

    /// <summary>Whether these bytes come first.</summary>
    public bool StartsWith(ByteName start) => (_latin1 ?? "").StartsWith(start._latin1 ?? "", StringComparison.Ordinal);

    /// <summary>Orders component by component, each by bytes.</summary>
    public int CompareTo(ByteName other) =>
        string.CompareOrdinal(_latin1?.Replace('/', '\0'), other._latin1?.Replace('/', '\0'));

    /// <summary>Orders as <see cref="CompareTo"/>.</summary>
    public static bool operator <(ByteName left, ByteName right) => left.CompareTo(right) < 0;

    /// <summary>Orders as <see cref="CompareTo"/>.</summary>
    public static bool operator >(ByteName left, ByteName right) => left.CompareTo(right) > 0;

    /// <summary>Orders as <see cref="CompareTo"/>.</summary>
    public static bool operator <=(ByteName left, ByteName right) => left.CompareTo(right) <= 0;

    /// <summary>Orders as <see cref="CompareTo"/>.</summary>
    public static bool operator >=(ByteName left, ByteName right) => left.CompareTo(right) >= 0;

    /// <summary>For people: printable ASCII as it is, every other byte as <c>\xHH</c>.</summary>
    public override string ToString() =>
        string.Concat((_latin1 ?? "").Select(c => c is >= ' ' and < '\x7f' ? $"{c}" : $"\\x{(int)c:x2}"));
}
