namespace Doppel.Media;

/// <summary>Parses Canon CR3 raw photos, which use boxes of the ISO base media format.</summary>
/// <remarks>
/// The payload is the sensor data: the samples of each track encoded by Canon's codec, and its setup. Exif, maker
/// notes, previews, thumbnails and metadata tracks are tags. There is no public specification. The format is known
/// from published reverse engineering.
/// </remarks>
internal sealed class Cr3Parser : IMediaParser
{
    private const int EntriesAt = 8; // version, flags and count
    private const int VideoBytes = 78; // the fields of a sample entry before its boxes

    private static readonly uint s_picture = IsoBox.TypeOf("vide"u8);

    public MediaFormat Format => MediaFormat.Cr3;

    public bool Recognizes(HeaderReader file) => file.Is(4, "ftypcrx "u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        var boxes = new IsoFile(file);
        IsoBox moov = boxes.Find("moov"u8);
        List<Mp4Track> tracks = Mp4Parser.FindTracks(file, moov, static _ => true);
        tracks.RemoveAll(track => !IsSensor(file, track));
        if (tracks.Count == 0)
        {
            NotComparableException.Throw("it has no picture of a sensor");
        }

        payload.AddKey(tracks.Count);
        Mp4Parser.AddTracks(file, moov, tracks, policy, payload);
        boxes.AddOthers(payload, box => box.Type == moov.Type || IsoUuid.Is(box));
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => Cr3Tags.Read(file, tags);

    /// <summary>Returns whether a track holds pictures: the data of the sensor, or a preview.</summary>
    internal static bool IsPicture(Mp4Track track) => track.Handler == s_picture;

    /// <summary>Returns whether a track holds data of the sensor.</summary>
    internal static bool IsSensor(HeaderReader file, Mp4Track track) => IsPicture(track) && !IsPreview(file, track);

    // The sample entries of sensor and preview tracks have the same type. Those of previews declare that they hold
    // JPEG.
    private static bool IsPreview(HeaderReader file, Mp4Track track)
    {
        IsoBox codecs = track.Box.Need(file, "mdia"u8).Need(file, "minf"u8).Need(file, "stbl"u8).Need(file, "stsd"u8);
        long at = codecs.Start + EntriesAt;
        if (!IsoBox.TryNext(file, ref at, codecs.End, out IsoBox entry) || entry.Bytes < VideoBytes)
        {
            NotComparableException.Throw("its codec description is damaged");
        }

        IsoBox inside = entry with { Start = entry.Start + VideoBytes };
        return inside.Find(file, "CMP1"u8).Type == 0 && inside.Find(file, "JPEG"u8).Type != 0;
    }
}
