namespace Doppel.Media;

/// <summary>Parses the Advanced Systems Format: WMA and WMV (Microsoft, revision 01.20.05).</summary>
/// <remarks>
/// The payload is the packets, verbatim, and the header properties that control how they are decoded. Content
/// descriptions, metadata libraries, codec and language lists, the file ID and dates are not payload. Neither are
/// indexes, which contain nothing that the packets do not.
/// </remarks>
internal sealed class AsfParser : IMediaParser
{
    // The file ID, the number of packets, and two bytes that are constant.
    private const int DataHeadBytes = 26;

    public MediaFormat Format => MediaFormat.Asf;

    public bool Recognizes(HeaderReader file) =>
        file.Has(0, AsfObject.HeaderBytes) && new Guid(file.At(0, 16)) == AsfObject.Header;

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long at = 0;
        AsfObject.TryNext(file, ref at, file.Length, out AsfObject header);
        new AsfHeader(file, header).AddTo(file, policy, payload);
        if (!AsfObject.TryNext(file, ref at, file.Length, out AsfObject data) || data.Id != AsfObject.Data
            || data.Bytes <= DataHeadBytes)
        {
            NotComparableException.Throw("it has no packets");
        }

        payload.Add(data.Start + DataHeadBytes, data.Bytes - DataHeadBytes, "packets");
        long behind = BehindIndexes(file, at);
        payload.AddKey(file.Length - behind);
        payload.Add(behind, file.Length - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long at = 0;
        AsfObject.TryNext(file, ref at, file.Length, out AsfObject header);
        AsfTags.Read(file, new AsfHeader(file, header), tags);
        AsfObject.TryNext(file, ref at, file.Length, out _);
        while (AsfObject.TryNext(file, ref at, file.Length, out AsfObject behind))
        {
            if (behind.Id == AsfObject.Xmp)
            {
                XmpTags.Read(file, behind.Start, behind.Bytes, tags);
            }
        }
    }

    private static long BehindIndexes(HeaderReader file, long at)
    {
        long behind = at;
        try
        {
            while (AsfObject.TryNext(file, ref at, file.Length, out AsfObject one) && one.IsDerived)
            {
                behind = at;
            }
        }
        catch (NotComparableException)
        {
            // Not an object, so it counts as payload.
        }

        return behind;
    }
}
