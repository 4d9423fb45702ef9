namespace Doppel.Media;

/// <summary>Parses TIFF, BigTIFF, and the raw formats based on them.</summary>
/// <remarks>
/// The payload is every full-size image, in directory order, each with the tags that control how it is decoded, and
/// under the strict policy those that define its colors. An image that its directory marks as reduced, one declared as
/// a JPEG stream, and in CR2 all but the raw image, are previews. Data after everything that is known counts, unless
/// maker notes may refer to it. Offsets, the byte order and the size of offsets have no meaning. The byte order counts
/// only for samples of more than one byte.
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

        // Raw formats of other makers contain a small image that all readers can decode, and the photo where only the
        // maker's software finds it. Data that programs leave behind when they rewrite a file is never that large.
        long unknown = rest - known.Bytes;
        if (unknown > Math.Max(UnknownBytesFree, file.Length / 2))
        {
            NotComparableException.Throw("most of the file is not referenced by any known tag");
        }

        payload.AddKey(file.Length - rest);
        payload.Add(rest, file.Length - rest, "what follows");
    }
}
