namespace Doppel.Media;

/// <summary>One object of the Advanced Systems Format (Microsoft, revision 01.20.05, 2.1).</summary>
/// <param name="Id">The type of the object.</param>
/// <param name="At">The offset of the object.</param>
/// <param name="End">The offset of its end.</param>
internal readonly record struct AsfObject(Guid Id, long At, long End)
{
    internal const int HeaderBytes = 24;

    internal static readonly Guid Header = new("75B22630-668E-11CF-A6D9-00AA0062CE6C");
    internal static readonly Guid HeaderExtension = new("5FBF03B5-A92E-11CF-8EE3-00C00C205365");
    internal static readonly Guid Data = new("75B22636-668E-11CF-A6D9-00AA0062CE6C");
    internal static readonly Guid FileProperties = new("8CABDCA1-A947-11CF-8EE4-00C00C205365");
    internal static readonly Guid StreamProperties = new("B7DC0791-A9B7-11CF-8EE6-00C00C205365");
    internal static readonly Guid ExtendedStreamProperties = new("14E6A5CB-C672-4332-8399-A96952065B5A");
    internal static readonly Guid ContentDescription = new("75B22633-668E-11CF-A6D9-00AA0062CE6C");
    internal static readonly Guid ExtendedContentDescription = new("D2D0A440-E307-11D2-97F0-00A0C95EA850");
    internal static readonly Guid Metadata = new("C5F8CBEA-5BAF-4877-8467-AA8C44FA4CCA");
    internal static readonly Guid MetadataLibrary = new("44231C94-9498-49D1-A141-1D134E457054");
    internal static readonly Guid Marker = new("F487CD01-A951-11CF-8EE6-00C00C205365");

    internal static readonly Guid Xmp = new("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC");

    private static readonly Guid[] s_encryptions =
    [
        new("2211B3FB-BD23-11D2-B4B7-00A0C955FC6E"), new("298AE614-2622-4C17-B935-DAE07EE9289C"),
        new("43058533-6981-49E6-9B74-AD12CB86D58C"),
    ];

    // The several kinds of index, which map times to packets, and the objects that Adobe programs append.
    private static readonly Guid[] s_derived =
    [
        new("33000890-E5B1-11CF-89F4-00A0C90349CB"), new("D6E229D3-35DA-11D1-9034-00A0C90349BE"),
        new("FEB103F8-12AD-4C64-840F-2A1D2F7AD48C"), new("3CB73FD0-0C4A-4803-953D-EDF7B6228F0C"), Xmp,
    ];

    // Objects that are payload or that are entered, padding, and what can be computed: names of codecs and of the
    // format's versions, bit rates, and parameters of indexes.
    private static readonly Guid[] s_structure =
    [
        HeaderExtension, FileProperties, StreamProperties, ExtendedStreamProperties,
        new("1806D474-CADF-4509-A4BA-9AABCB96AAE8"), new("86D15240-311D-11D0-A3A4-00A0C90348F6"),
        new("26F18B5D-4584-47EC-9F5F-0E651F0452C9"), new("7BF875CE-468D-11D1-8D82-006097C9A2B2"),
        new("D6E229DF-35DA-11D1-9034-00A0C90349BE"), new("6B203BAD-3F11-48E4-ACA8-D7613DE2CFA7"),
        new("F55E496D-9797-4B5D-8C8B-604DFE9BFB24"),
    ];

    /// <summary>Gets the offset of the content.</summary>
    internal long Start => At + HeaderBytes;

    /// <summary>Gets the length of the content in bytes.</summary>
    internal long Bytes => End - Start;

    /// <summary>Gets whether the object describes how packets are encrypted.</summary>
    internal bool IsEncryption => s_encryptions.Contains(Id);

    /// <summary>Gets whether the object is an index or a tag that follows the packets.</summary>
    internal bool IsDerived => s_derived.Contains(Id);

    /// <summary>Gets whether the object carries nothing that is not payload or can be computed from it.</summary>
    internal bool IsStructure => IsEncryption || s_structure.Contains(Id);

    /// <summary>Reads the next object and advances past it.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the object. On return, the offset of its end.</param>
    /// <param name="end">The offset at which the enclosing object, or the file, ends.</param>
    /// <param name="found">The object.</param>
    /// <returns>True if an object was read; false if none is left.</returns>
    /// <exception cref="NotComparableException">The object is longer than the enclosing object or file.</exception>
    internal static bool TryNext(HeaderReader file, ref long at, long end, out AsfObject found)
    {
        found = default;
        if (end - at < HeaderBytes)
        {
            return false;
        }

        var id = new Guid(file.At(at, 16));
        long bytes = (long)file.LittleEndian32(at + 20) << 32 | file.LittleEndian32(at + 16);
        if (bytes < HeaderBytes || bytes > end - at)
        {
            NotComparableException.Throw("an object is longer than what is around it");
        }

        found = new AsfObject(id, at, at + bytes);
        at = found.End;
        return true;
    }
}
