using System.Buffers;

namespace Doppel.Reports;

/// <summary>One object of the array, as far as it is needed. The instance is reused.</summary>
internal sealed class RmlintItem
{
    private readonly ArrayBufferWriter<byte> _checksum = new();

    public RmlintItemKind Kind { get; set; }

    public ReportName Path { get; set; }

    /// <summary>Gets or sets whether there is a path; false if rmlint itself could not write it.</summary>
    public bool HasPath { get; set; }

    public bool? IsOriginal { get; set; }

    /// <summary>Gets or sets the size in bytes, or -1 if not recorded.</summary>
    public long Size { get; set; }

    /// <summary>Gets or sets the total number of files in the set, or 0 if not recorded.</summary>
    public ulong Twins { get; set; }

    /// <summary>Gets or sets the inode, or null if not recorded.</summary>
    public ulong? Inode { get; set; }

    public ulong? Device { get; set; }

    /// <summary>Gets or sets the checksum as hexadecimal digits; empty if the file was not hashed.</summary>
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

/// <summary>The kind of an object in the array.</summary>
internal enum RmlintItemKind : byte
{
    /// <summary>An object without fields, which ends a report that has no footer.</summary>
    Empty,

    Header,

    /// <summary>A file of a set of duplicates.</summary>
    Duplicate,

    /// <summary>Another kind of lint, such as an empty file.</summary>
    Other,

    Footer,
}
