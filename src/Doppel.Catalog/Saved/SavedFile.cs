using System.Buffers.Binary;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>What a saved volume records about a file beside its name.</summary>
public readonly record struct SavedFile
{
    private const byte HasDigest = 1;
    private const byte HasNanoseconds = 2;
    private const byte HasLinks = 4;
    private const byte IsAnotherName = 8;
    private const byte AllFlags = HasDigest | HasNanoseconds | HasLinks | IsAnotherName;
    private const int NanosecondsMax = 999_999_999;

    /// <summary>Gets the size in bytes.</summary>
    public required long Size { get; init; }

    /// <summary>Gets the time of the last change to the content.</summary>
    public required FileTime Modified { get; init; }

    /// <summary>Gets the XXH3-128 digest of the content, or null if the content is not known.</summary>
    public Digest128? Digest { get; init; }

    /// <summary>Gets the number of hard links to the file. Default: 1.</summary>
    public uint Links { get; init; } = 1;

    /// <summary>
    /// Gets the number that <see cref="SavedWriter.AddFile"/> returned for another name of the same file, or 0 if this
    /// is the first. The digest belongs to the first name and must be null here.
    /// </summary>
    public ulong FirstName { get; init; }

    /// <summary>Initializes a file with one name.</summary>
    public SavedFile()
    {
    }

    internal void Write(SavedBlock block, ReadOnlySpan<byte> name)
    {
        int flags = Digest is null ? 0 : HasDigest;
        flags |= Modified.Nanoseconds == 0 ? 0 : HasNanoseconds;
        flags |= Links == 1 ? 0 : HasLinks;
        flags |= FirstName == 0 ? 0 : IsAnotherName;
        block.Add((byte)flags);
        block.AddText(name);
        block.AddNumber((ulong)Size);
        block.AddNumber(((ulong)Modified.Seconds << 1) ^ (ulong)(Modified.Seconds >> 63));
        if (Modified.Nanoseconds != 0)
        {
            BinaryPrimitives.WriteInt32LittleEndian(block.Reserve(sizeof(int)), Modified.Nanoseconds);
        }

        if (Links != 1)
        {
            block.AddNumber(Links);
        }

        if (FirstName != 0)
        {
            block.AddNumber(FirstName);
        }

        Digest?.WriteBytes(block.Reserve(Digest128.ByteCount));
    }

    /// <summary>Reads a record. Throws <see cref="SavedFormatException"/> if it is none.</summary>
    internal static SavedFile Read(ref SavedFields fields, out ReadOnlySpan<byte> name)
    {
        byte flags = fields.Byte();
        name = fields.Name();
        ulong size = fields.Number();
        ulong seconds = fields.Number();
        int nanoseconds = (flags & HasNanoseconds) == 0
            ? 0
            : BinaryPrimitives.ReadInt32LittleEndian(fields.Bytes(sizeof(int)));
        ulong links = (flags & HasLinks) == 0 ? 1 : fields.Number();
        ulong first = (flags & IsAnotherName) == 0 ? 0 : fields.Number();
        Digest128? digest = null;
        if ((flags & HasDigest) != 0)
        {
            ReadOnlySpan<byte> bytes = fields.Bytes(Digest128.ByteCount);
            digest = new Digest128(
                BinaryPrimitives.ReadUInt64BigEndian(bytes), BinaryPrimitives.ReadUInt64BigEndian(bytes[8..]));
        }

        bool isValid = (flags & ~AllFlags) == 0 && size <= long.MaxValue && links <= uint.MaxValue
            && nanoseconds is >= 0 and <= NanosecondsMax && (digest is null || first == 0);
        return !isValid ? throw SavedFormatException.Damaged() : new SavedFile
        {
            Size = (long)size,
            Modified = new FileTime((long)(seconds >> 1) ^ -(long)(seconds & 1), nanoseconds),
            Links = (uint)links,
            FirstName = first,
            Digest = digest,
        };
    }
}
