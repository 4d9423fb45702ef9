namespace Doppel.Media;

/// <summary>Reads the tags of CR3: Exif in four parts, XMP and the thumbnail.</summary>
internal static class Cr3Tags
{
    private const int SizesBytes = 16; // before the JPEG data of a thumbnail

    private static readonly uint s_main = IsoBox.TypeOf("CMT1"u8);
    private static readonly uint s_exif = IsoBox.TypeOf("CMT2"u8);
    private static readonly uint s_gps = IsoBox.TypeOf("CMT4"u8);
    private static readonly uint s_thumbnail = IsoBox.TypeOf("THMB"u8);

    // Versions, places, free space.
    private static readonly uint[] s_structure =
    [
        IsoBox.TypeOf("CNCV"u8), IsoBox.TypeOf("CCTP"u8), IsoBox.TypeOf("CTBO"u8), IsoBox.TypeOf("free"u8),
    ];

    /// <summary>Reads a whole file.</summary>
    internal static void Read(HeaderReader file, TagBuilder tags)
    {
        var boxes = new IsoFile(file);
        IsoBox moov = boxes.Find("moov"u8);
        for (long at = moov.Start; IsoBox.TryNext(file, ref at, moov.End, out IsoBox box);)
        {
            if (IsoUuid.Is(file, box, IsoUuid.Canon))
            {
                ReadCanon(file, box with { Start = box.Start + IsoUuid.Bytes }, tags);
            }
            else
            {
                Mp4Tags.ReadOther(file, box, tags);
            }
        }

        foreach (IsoBox box in boxes.Boxes)
        {
            if (IsoUuid.Is(file, box, IsoUuid.CanonPreview))
            {
                AddThumbnail(TagSlice.Within(file, box.Start, box.Bytes).From(IsoUuid.Bytes), tags);
            }
            else
            {
                IsoTags.Read(file, box, tags);
            }
        }

        if (moov.Type != 0)
        {
            ReadTracks(file, moov, tags);
        }
    }

    // Previews, and measurements of the camera.
    private static void ReadTracks(HeaderReader file, IsoBox moov, TagBuilder tags)
    {
        List<Mp4Track> tracks = Mp4Parser.FindTracks(file, moov, static _ => true);
        tracks.RemoveAll(track => Cr3Parser.IsSensor(file, track));
        Mp4Parser.ReadSamples(file, moov, tracks);
        foreach (Mp4Track track in tracks)
        {
            TagSlice content = TagSlice.Of(file, track.Payload.Extents);
            if (Cr3Parser.IsPicture(track))
            {
                AddThumbnail(content, tags);
            }
            else
            {
                tags.AddUnread($"cr3:track {FourLetters.Text(track.Handler)}", content);
            }
        }
    }

    private static void AddThumbnail(TagSlice picture, TagBuilder tags) =>
        tags.Add(TagNames.Thumbnail, picture.Bytes > 0 ? picture.Describe() : "");

    private static void ReadCanon(HeaderReader file, IsoBox canon, TagBuilder tags)
    {
        for (long at = canon.Start; IsoBox.TryNext(file, ref at, canon.End, out IsoBox box);)
        {
            // Each of the first three is a TIFF header with one directory.
            if (box.Type == s_main)
            {
                ExifTags.Read(file, box.Start, box.Bytes, tags, ExifPart.Main);
            }
            else if (box.Type == s_exif)
            {
                ExifTags.Read(file, box.Start, box.Bytes, tags, ExifPart.Exif);
            }
            else if (box.Type == s_gps)
            {
                ExifTags.Read(file, box.Start, box.Bytes, tags, ExifPart.Gps);
            }
            else if (box.Type == s_thumbnail)
            {
                AddThumbnail(TagSlice.Within(file, box.Start, box.Bytes).From(SizesBytes), tags);
            }
            else if (!s_structure.Contains(box.Type))
            {
                tags.AddUnread($"cr3:{FourLetters.Text(box.Type)}", TagSlice.Within(file, box.Start, box.Bytes));
            }
        }
    }
}
