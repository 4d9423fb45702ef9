namespace Doppel.Media;

/// <summary>Advanced Systems Format: WMA, WMV (Microsoft, revision 01.20.05).</summary>
/// <remarks>
/// Payload is the packets as they stand, and what of the header tells how to decode them. Descriptions, libraries of
/// tags, lists of codecs and languages, the file's number and dates are none, nor are indexes, which tell nothing that
/// the packets do not.
/// </remarks>
internal sealed class AsfParser : IMediaParser
{
    // The file's number, how many packets there are, and two bytes that are always the same.
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
            // It is no object, so it counts as it is.
        }

        return behind;
    }
}
