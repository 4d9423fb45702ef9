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
    private const byte HasNoSize = 16;
    private const byte HasListed = 32;
    private const byte AllFlags =
        HasDigest | HasNanoseconds | HasLinks | IsAnotherName | HasNoSize | HasListed;
    private const int NanosecondsMax = 999_999_999;

    /// <summary>The size of a file whose size is not known, because a list does not name it.</summary>
    public const long UnknownSize = -1;

    /// <summary>Gets the size in bytes, or <see cref="UnknownSize"/>.</summary>
    public required long Size { get; init; }

    /// <summary>Gets the time of the last change to the content.</summary>
    public required FileTime Modified { get; init; }

    /// <summary>Gets the XXH3-128 digest of the content, or null if the content is not known.</summary>
    public Digest128? Digest { get; init; }

    /// <summary>
    /// Gets the digest by another algorithm that a list names, or null. Belongs to the first name, like
    /// <see cref="Digest"/>.
    /// </summary>
    public ListedDigest? Listed { get; init; }

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

    /// <summary>Gets whether this needs version 2 of the format.</summary>
    internal bool IsOfList => Size < 0 || Listed is not null;

    internal void Write(SavedBlock block, ReadOnlySpan<byte> name)
    {
        int flags = Digest is null ? 0 : HasDigest;
        flags |= Modified.Nanoseconds == 0 ? 0 : HasNanoseconds;
        flags |= Links == 1 ? 0 : HasLinks;
        flags |= FirstName == 0 ? 0 : IsAnotherName;
        flags |= Size < 0 ? HasNoSize : 0;
        flags |= Listed is null ? 0 : HasListed;
        block.Add((byte)flags);
        block.AddText(name);
        block.AddNumber((ulong)Math.Max(0, Size));
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
        if (Listed is { } listed)
        {
            block.Add((byte)listed.Algorithm);
            listed.Value.WriteBytes(block.Reserve(Digest128.ByteCount));
        }
    }

    /// <summary>Reads a record. Throws <see cref="SavedFormatException"/> if it is none.</summary>
    internal static SavedFile Read(scoped ref SavedFields fields, out ReadOnlySpan<byte> name)
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
        Digest128? digest = (flags & HasDigest) == 0 ? null : ReadDigest(ref fields);
        ListedDigest? listed = (flags & HasListed) == 0
            ? null
            : new ListedDigest((DigestAlgorithm)fields.Byte(), ReadDigest(ref fields));
        bool hasNoSize = (flags & HasNoSize) != 0;
        bool isValid = (flags & ~AllFlags) == 0 && size <= long.MaxValue && links <= uint.MaxValue
            && nanoseconds is >= 0 and <= NanosecondsMax && ((digest is null && listed is null) || first == 0)
            && (size == 0 || !hasNoSize) && listed?.IsValid != false;
        return !isValid ? throw SavedFormatException.Damaged() : new SavedFile
        {
            Size = hasNoSize ? UnknownSize : (long)size,
            Modified = new FileTime((long)(seconds >> 1) ^ -(long)(seconds & 1), nanoseconds),
            Links = (uint)links,
            FirstName = first,
            Digest = digest,
            Listed = listed,
        };
    }

    private static Digest128 ReadDigest(scoped ref SavedFields fields) =>
        ContentHash.Shorten(fields.Bytes(Digest128.ByteCount));
}

/// <summary>A digest that a list of files names.</summary>
/// <param name="Algorithm">The hash function. Not XXH3-128, which is <see cref="SavedFile.Digest"/>.</param>
/// <param name="Value">The first 128 bits of the digest.</param>
public readonly record struct ListedDigest(DigestAlgorithm Algorithm, Digest128 Value)
{
    /// <summary>Gets whether the algorithm can be one of a list.</summary>
    internal bool IsValid => Algorithm != DigestAlgorithm.Xxh3 && ContentHash.IsKnown(Algorithm);
}
