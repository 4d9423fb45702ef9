namespace Doppel.Media;

/// <summary>
/// Finds the largest JPEG in a photo that few programs can decode: in the directories of TIFF-like raw photos, in the
/// header of RAF, and in the boxes of CR3 and HEIF.
/// </summary>
internal sealed class PreviewFinder(HeaderReader file)
{
    // A camera writes at most four.
    private const int DirectoriesMax = 64;
    private const int PanasonicJpeg = 0x2E;
    private const int SizesBytes = 16; // before the JPEG data in the boxes of CR3

    private static readonly uint s_jpeg = IsoBox.TypeOf("jpeg"u8);
    private static readonly uint[] s_canonPictures = [IsoBox.TypeOf("THMB"u8), IsoBox.TypeOf("PRVW"u8)];

    private MediaPreview? _best;

    /// <summary>Returns the preview with the most pixels, or null if there is none.</summary>
    internal MediaPreview? Find()
    {
        try
        {
            if (TiffReader.Open(file) is { } tiff)
            {
                FindInDirectories(tiff);
            }
            else if (new RafParser().Recognizes(file))
            {
                PayloadExtent jpeg = RafParser.JpegOf(file);
                Offer(jpeg.Offset, jpeg.Length);
            }
            else if (new Cr3Parser().Recognizes(file))
            {
                FindInCanon();
            }
            else if (new HeifParser().Recognizes(file))
            {
                FindInItems();
            }
        }
        catch (NotComparableException)
        {
            // What was found before the damage can be shown all the same.
        }

        return _best;
    }

    private void FindInDirectories(TiffReader tiff)
    {
        var walk = new TiffWalk(tiff);
        for (int i = 0; i < DirectoriesMax && walk.TryNext(); i++)
        {
            TiffDirectory directory = walk.Directory;
            if (tiff.Kind == TiffKind.Panasonic && directory.TryFind(PanasonicJpeg, out TiffEntry jpeg))
            {
                Offer(jpeg.At, jpeg.Bytes);
            }

            OfferOf(tiff, directory, TiffTag.JpegOffset, TiffTag.JpegBytes);

            // A picture in several strips is not one JPEG.
            if (directory.TryFind(TiffTag.StripOffsets, out TiffEntry strips) && strips.Count == 1)
            {
                OfferOf(tiff, directory, TiffTag.StripOffsets, TiffTag.StripByteCounts);
            }
        }
    }

    private void OfferOf(TiffReader tiff, TiffDirectory directory, int offsetTag, int bytesTag) => Offer(
        directory.Number(tiff, offsetTag, missing: 0), directory.Number(tiff, bytesTag, missing: 0));

    private void FindInCanon()
    {
        var boxes = new IsoFile(file);
        IsoBox moov = boxes.Find("moov"u8);
        FindInBoxes(moov.Start, moov.End);
        foreach (IsoBox box in boxes.Boxes)
        {
            // The preview is in a box of its own, behind eight bytes.
            if (IsoUuid.Is(file, box, IsoUuid.CanonPreview))
            {
                FindInBoxes(box.Start + IsoUuid.Bytes + 8, box.End);
            }
        }
    }

    private void FindInBoxes(long start, long end)
    {
        for (long at = start; IsoBox.TryNext(file, ref at, end, out IsoBox box);)
        {
            if (IsoUuid.Is(file, box, IsoUuid.Canon))
            {
                FindInBoxes(box.Start + IsoUuid.Bytes, box.End);
            }
            else if (s_canonPictures.Contains(box.Type))
            {
                Offer(box.Start + SizesBytes, box.Bytes - SizesBytes);
            }
        }
    }

    private void FindInItems()
    {
        if (new IsoFile(file).Find("meta"u8) is not { Type: not 0 } box)
        {
            return;
        }

        var meta = new HeifMeta(file, box);
        foreach (HeifItem item in meta.Items.Where(static item => item.Type == s_jpeg))
        {
            if (HeifPlaces.Resolve(file, meta, item) is [PayloadExtent only])
            {
                Offer(only.Offset, only.Length);
            }
        }
    }

    private void Offer(long offset, long length)
    {
        if (length > 0 && file.Has(offset, length) && JpegFrame.TryRead(file, offset, length, out JpegFrame frame)
            && (_best is not { } best || (long)frame.Width * frame.Height > (long)best.Width * best.Height))
        {
            _best = new MediaPreview(offset, length, frame.Width, frame.Height);
        }
    }
}
