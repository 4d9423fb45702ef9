using System.Buffers;

namespace Doppel.Reports.Rmlint;

/// <summary>One object of the array, as far as it matters here. Used over and over.</summary>
internal sealed class RmlintItem
{
    private readonly ArrayBufferWriter<byte> _checksum = new();

    public RmlintItemKind Kind { get; set; }

    public ReportName Path { get; set; }

    /// <summary>False where rmlint itself could not write the path.</summary>
    public bool HasPath { get; set; }

    public bool? IsOriginal { get; set; }

    /// <summary>-1 where not told.</summary>
    public long Size { get; set; }

    /// <summary>How many files the set has in all; 0 where not told.</summary>
    public ulong Twins { get; set; }

    /// <summary>Null where not told.</summary>
    public ulong? Inode { get; set; }

    public ulong? Device { get; set; }

    /// <summary>As hex digits; empty where the file was not hashed.</summary>
    public ReadOnlySpan<byte> Checksum
    {
        get => _checksum.WrittenSpan;
        set
        {
            _checksum.ResetWrittenCount();
            _checksum.Write(value);
        }
    }

    public void Clear()
    {
        Kind = RmlintItemKind.Empty;
        Path = default;
        HasPath = false;
        IsOriginal = null;
        Size = -1;
        Twins = 0;
        Inode = null;
        Device = null;
        Checksum = [];
    }
}
