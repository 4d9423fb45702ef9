namespace Doppel.Media;

/// <summary>Canon's raw photos of the third kind, in boxes of the ISO base media format.</summary>
/// <remarks>
/// Payload is what the sensor saw: the samples of each track that Canon's codec made, and what decodes them. Exif and
/// the camera's notes, previews, thumbnails and tracks of measured data are tags. There is no public specification;
/// what is known was found by others in files.
/// </remarks>
internal sealed class Cr3Parser : IMediaParser
{
    private const int EntriesAt = 8; // version, flags and count
    private const int VideoBytes = 78; // of an entry's fields before its boxes

    private static readonly uint[] s_handlers = [IsoBox.TypeOf("vide"u8)];

    public MediaFormat Format => MediaFormat.Cr3;

    public bool Recognizes(HeaderReader file) => file.Is(4, "ftypcrx "u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        var boxes = new IsoFile(file);
        IsoBox moov = boxes.Find("moov"u8);
        List<Mp4Track> tracks = Mp4Parser.FindTracks(file, moov, s_handlers);
        tracks.RemoveAll(track => IsPreview(file, track));
        if (tracks.Count == 0)
        {
            NotComparableException.Throw("it has no picture of a sensor");
        }

        payload.AddKey(tracks.Count);
        Mp4Parser.AddTracks(file, moov, tracks, policy, payload);
        boxes.AddOthers(payload, box => box.Type == moov.Type || IsoUuid.Is(box));
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => Cr3Tags.Read(file, tags);

    // Tracks of the sensor and previews have entries of one name; those of previews hold JPEG, and say so.
    private static bool IsPreview(HeaderReader file, Mp4Track track)
    {
        IsoBox codecs = track.Box.Need(file, "mdia"u8).Need(file, "minf"u8).Need(file, "stbl"u8).Need(file, "stsd"u8);
        long at = codecs.Start + EntriesAt;
        if (!IsoBox.TryNext(file, ref at, codecs.End, out IsoBox entry) || entry.Bytes < VideoBytes)
        {
            NotComparableException.Throw("what tells its codecs is damaged");
        }

        IsoBox inside = entry with { Start = entry.Start + VideoBytes };
        return inside.Find(file, "CMP1"u8).Type == 0 && inside.Find(file, "JPEG"u8).Type != 0;
    }
}
