namespace Doppel.Media;

/// <summary>Adds the tracks of an image sequence (ISO/IEC 23008-12, 7).</summary>
internal static class HeifSequence
{
    private static readonly uint[] s_handlers =
    [
        IsoBox.TypeOf("pict"u8), IsoBox.TypeOf("auxv"u8), IsoBox.TypeOf("vide"u8), IsoBox.TypeOf("soun"u8),
    ];

    /// <summary>Adds all tracks except thumbnails.</summary>
    internal static void Add(HeaderReader file, IsoBox moov, MediaPolicy policy, PayloadBuilder payload)
    {
        List<Mp4Track> tracks = Mp4Parser.FindTracks(file, moov, static kind => s_handlers.Contains(kind));
        tracks.RemoveAll(track => References(file, track).Exists(static one => one.Type == HeifType.ThumbnailOf));
        payload.AddKey(tracks.Count);
        foreach (Mp4Track track in tracks)
        {
            foreach (HeifReference reference in References(file, track))
            {
                foreach (uint id in reference.To)
                {
                    int order = tracks.FindIndex(other => other.Id == id);
                    if (order >= 0)
                    {
                        payload.AddKey(reference.Type);
                        payload.AddKey(order);
                    }
                }
            }

            payload.AddKey(-1);
        }

        Mp4Parser.AddTracks(file, moov, tracks, policy, payload);
    }

    private static List<HeifReference> References(HeaderReader file, Mp4Track track)
    {
        const int ReferencesMax = 10_000;
        List<HeifReference> all = [];
        IsoBox tref = track.Box.Find(file, "tref"u8);
        for (long at = tref.Start; IsoBox.TryNext(file, ref at, tref.End, out IsoBox box);)
        {
            var fields = new IsoFields(file, box.Start, box.End);
            List<uint> to = [];
            while (fields.Left >= 4)
            {
                to.Add((uint)fields.Next(4));
                if (to.Count + all.Count > ReferencesMax)
                {
                    NotComparableException.Throw("it has too many references");
                }
            }

            all.Add(new HeifReference(box.Type, to));
        }

        return all;
    }
}
