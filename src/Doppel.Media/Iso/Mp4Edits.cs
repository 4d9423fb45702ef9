namespace Doppel.Media;

/// <summary>
/// Adds the edit list, which controls which parts of a track are played and when: elst (ISO/IEC 14496-12, 8.6.6).
/// </summary>
/// <remarks>
/// Programs write the same edit in different ways. An edit that extends to the end is written with its length, with 0
/// in front of fragments, or omitted if it starts at the beginning. The time scale of the movie is arbitrary.
/// </remarks>
internal static class Mp4Edits
{
    private const int EditsMax = 100_000;

    /// <summary>Adds the edits. All samples of the track must be known.</summary>
    /// <param name="file">The file.</param>
    /// <param name="track">The track.</param>
    /// <param name="moov">The movie box.</param>
    /// <param name="isGlance">Whether only the first samples are known. The lengths of edits are then ignored.</param>
    internal static void Add(HeaderReader file, Mp4Track track, IsoBox moov, bool isGlance)
    {
        IsoBox edits = track.Box.Find(file, "edts"u8) is { Type: not 0 } around ? around.Find(file, "elst"u8) : default;
        if (edits.Type == 0)
        {
            return;
        }

        // The lengths of edits are in the time scale of the movie.
        IsoBox film = moov.Need(file, "mvhd"u8);
        long scale = file.BigEndian32(film.Start + 12 + (file.ByteAt(film.Start) == 1 ? 8 : 0));
        var table = new NumberTable(file, edits.Start, edits.End);
        bool isWide = table.Next32() >> 24 == 1;
        uint count = table.Next32();
        if (count > EditsMax)
        {
            NotComparableException.Throw("it has too many edits");
        }

        for (uint left = count; left > 0; left--)
        {
            long length = isWide ? table.Next64() : table.Next32();
            long from = isWide ? table.Next64() : (int)table.Next32();
            uint rate = table.Next32();
            bool isToEnd = from >= 0 && (length == 0 || IsToEnd(track, from, length, scale));
            if (count == 1 && from == 0 && (isToEnd || isGlance))
            {
                return;
            }

            track.Payload.AddKey(from);
            track.Payload.AddKey(rate);
            if (!isGlance)
            {
                AddLength(track.Payload, isToEnd ? -1 : length, isToEnd ? 1 : scale);
            }
        }
    }

    // With the precision of the movie's time scale.
    private static bool IsToEnd(Mp4Track track, long from, long length, long scale) =>
        ((Int128)from * scale) + (((Int128)length + 1) * track.TimeScale) >= (Int128)track.ShownUntil * scale;

    // Added as a reduced fraction of a second.
    private static void AddLength(PayloadBuilder payload, long length, long scale)
    {
        (long one, long other) = (Math.Abs(Math.Max(length, -long.MaxValue)), scale);
        while (other > 0)
        {
            (one, other) = (other, one % other);
        }

        payload.AddKey(length / Math.Max(1, one));
        payload.AddKey(scale / Math.Max(1, one));
    }
}
