using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>Reads files of groups from the answer of the server.</summary>
internal sealed class FileRows(RowStream rows) : IDisposable
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private const uint PermissionBits = 0xFFF;

    internal long Size { get; private set; }

    internal Digest128 Digest { get; private set; }

    internal ulong Host { get; private set; }

    internal byte[] Path { get; private set; } = [];

    internal ulong Device { get; private set; }

    internal ulong Inode { get; private set; }

    /// <summary>Gets the hash function by which the file was compared.</summary>
    internal DigestAlgorithm Hash { get; private set; }

    /// <summary>Gets the metadata of the file, without names.</summary>
    internal ReportCopy Copy { get; private set; } = new() { Names = [], Roots = [] };

    public void Dispose() => rows.Dispose();

    /// <summary>Reads the next file.</summary>
    /// <returns>False at the end.</returns>
    internal bool TryRead()
    {
        if (!rows.TryReadUInt64(out ulong size))
        {
            return false;
        }

        Size = (long)size;
        Digest = rows.ReadDigest();
        Host = rows.ReadUInt64();
        Path = rows.ReadText();
        uint links = rows.ReadUInt32();
        (Device, Inode) = (rows.ReadUInt64(), rows.ReadUInt64());
        ulong allocated = rows.ReadUInt64();
        (uint owner, uint group, uint mode) = (rows.ReadUInt32(), rows.ReadUInt32(), rows.ReadUInt32());
        (long seconds, long nanoseconds) = Math.DivRem((long)rows.ReadUInt64(), NanosecondsPerSecond);
        if (nanoseconds < 0)
        {
            (seconds, nanoseconds) = (seconds - 1, nanoseconds + NanosecondsPerSecond);
        }

        Hash = (DigestAlgorithm)rows.ReadByte();
        Copy = new ReportCopy
        {
            Names = [],
            Roots = [],
            Links = links,
            Device = Device,
            Inode = Inode,
            Allocated = (long)Math.Min(allocated, long.MaxValue),
            Owner = owner,
            Group = group,
            Mode = mode & PermissionBits,
            Modified = new ReportTime(seconds, (int)nanoseconds),
        };
        return true;
    }
}
