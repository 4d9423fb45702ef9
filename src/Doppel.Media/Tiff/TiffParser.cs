namespace Doppel.Media;

/// <summary>TIFF, BigTIFF, and the raw photos built on them.</summary>
/// <remarks>
/// Payload is every picture of full size, in the order of the directories, each with what tells how it is read, and by
/// the strict policy how its colours are meant. What a directory marks as reduced, what it tells as a stream of JPEG,
/// and in a CR2 all but the raw photo, are previews. What follows behind all that is known counts, except where a
/// maker's notes may point there. Where bytes stand, in which order of bytes and with places of which size they are
/// told, means nothing; an order of bytes does where samples have more than one.
/// </remarks>
internal sealed class TiffParser : IMediaParser
{
    public MediaFormat Format => MediaFormat.Tiff;

    public bool Recognizes(HeaderReader file) => TiffReader.Open(file) is { Kind: not TiffKind.Panasonic };

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        TiffReader tiff = TiffReader.Open(file)!;
        payload.AddKey((int)tiff.Kind);
        var walk = new TiffWalk(tiff);
        var picture = new TiffPicture(tiff, policy, payload);
        bool hasPicture = false;
        for (bool isFirst = true; walk.TryNext(); isFirst = false)
        {
            bool isPicture = walk.IsOfPictures && TiffPicture.IsFull(tiff, walk.Directory);
            hasPicture |= isPicture;
            if (isPicture)
            {
                if (!picture.TryAdd(walk))
                {
                    return;
                }

                continue;
            }

            if (walk.IsOfPictures)
            {
                walk.AddPreview();
            }

            if (isFirst)
            {
                picture.AddShared(walk.Directory);
            }
        }

        if (!hasPicture)
        {
            NotComparableException.Throw("it has no picture of full size");
        }

        AddRest(file, walk.Ledger, payload);
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => new TiffTags(TiffReader.Open(file)!, tags).Read();

    private static void AddRest(HeaderReader file, TiffLedger known, PayloadBuilder payload)
    {
        const int PaddingBytesMax = 16;
        const int UnknownBytesFree = 64 * 1024;
        long rest = known.HasPrivate ? file.Length : known.End;
        for (int i = 0; i < PaddingBytesMax && rest < file.Length && file.ByteAt(rest) == 0; i++)
        {
            rest++;
        }

        // Raw photos of other makers have a small picture that all can read, and the photo where only they know; what
        // programs leave behind when they write anew is never that much.
        long unknown = rest - known.Bytes;
        if (unknown > Math.Max(UnknownBytesFree, file.Length / 2))
        {
            NotComparableException.Throw("nothing that is known points to most of it");
        }

        payload.AddKey(file.Length - rest);
        payload.Add(rest, file.Length - rest, "what follows");
    }
}
