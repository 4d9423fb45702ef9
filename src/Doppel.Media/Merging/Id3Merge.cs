using System.Text;

namespace Doppel.Media;

/// <summary>Plans how tags are added to the ID3v2 tag of an MP3 file.</summary>
internal static class Id3Merge
{
    private const int HeaderBytes = 10;
    private const int TagBytesMax = 0xFFF_FFFF;
    private const int FreshPadding = 1024;
    private const string Popularity = "id3:POPM:";

    /// <summary>Returns whether a tag of this name can be added.</summary>
    internal static bool Holds(string name) => name is TagNames.Rating or TagNames.Cover
        || name.StartsWith(Popularity, StringComparison.Ordinal) || new Id3Writer(4).Write(name, ["2000"]) is not null;

    /// <inheritdoc cref="FlacMerge.Plan"/>
    internal static string? Plan(
        HeaderReader file, IReadOnlyList<MediaTag> kept, IReadOnlyList<MediaTag> added,
        IReadOnlyList<MediaPicture> pictures, List<MediaEdit> edits)
    {
        if (RiffMp3.Is(file))
        {
            return "the keeper is wrapped in RIFF";
        }

        long tagBytes = TagEnds.First(file, 0);
        if (tagBytes == 0)
        {
            return PlanNew(file, [.. kept, .. added], pictures, edits);
        }

        byte[] header = file.At(0, HeaderBytes).ToArray();
        if (!header.AsSpan().StartsWith("ID3"u8) || header[3] is not (3 or 4) || header[5] != 0)
        {
            return "the keeper's ID3v2 tag is of version 2.2, or in a form that is not changed";
        }

        var body = TagSlice.Within(file, HeaderBytes, tagBytes - HeaderBytes);
        List<Found> frames = ReadFrames(body, header[3]);
        long end = frames.Count > 0 ? frames[^1].End : 0;
        if (end > body.Bytes || TagEnds.First(file, tagBytes) > 0 || !IsPadding(body, end))
        {
            return "the keeper's ID3v2 tag is damaged, or it has several";
        }

        if (Write(header[3], body, frames, kept, added, out byte[] fresh) is { } why)
        {
            return why;
        }

        fresh = [.. fresh, .. pictures.SelectMany(new Id3Writer(header[3]).Picture)];
        foreach (Found frame in frames.Where(static frame => frame.IsReplaced))
        {
            edits.Add(new MediaEdit(
                HeaderBytes + frame.Start, body.Part(frame.Start, frame.End - frame.Start).ToArray(int.MaxValue),
                default));
        }

        Grow(header, body.Bytes, end, fresh, edits);
        return HeaderBytes + body.Bytes + fresh.Length + FreshPadding > TagBytesMax
            ? "the keeper's ID3v2 tag would be too long" : null;
    }

    // A program that finds an ID3v2 tag often reads no other, so the new one also has the values of ID3v1.
    private static string? PlanNew(
        HeaderReader file, IReadOnlyList<MediaTag> all, IReadOnlyList<MediaPicture> pictures, List<MediaEdit> edits)
    {
        if (!HasOnlyId3v1(file))
        {
            return "the keeper has no ID3v2, but another tag than ID3v1, and programs differ in which they read";
        }

        // Version 2.3 is read by more programs, such as car radios and older versions of Windows, but cannot hold
        // several artists.
        string? why = null;
        foreach (byte version in (byte[])[3, 4])
        {
            why = Write(version, TagSlice.Of([]), [], [], all, out byte[] fresh);
            if (why is null)
            {
                byte[] frames =
                [
                    .. fresh, .. pictures.SelectMany(new Id3Writer(version).Picture), .. new byte[FreshPadding],
                ];
                edits.Add(new MediaEdit(
                    0, default, (byte[])[.. "ID3"u8, version, 0, 0, .. Id3Writer.SyncSafe(frames.Length), .. frames]));
                break;
            }
        }

        return why;
    }

    private static bool HasOnlyId3v1(HeaderReader file)
    {
        long end = file.Length;
        for (long bytes = TagEnds.Last(file, 0, end); bytes > 0; bytes = TagEnds.Last(file, 0, end))
        {
            end -= bytes;
            if (!file.Is(end, "TAG"u8))
            {
                return false;
            }
        }

        return true;
    }

    // The frames behind the others. As long as the padding suffices, the tag keeps its length.
    private static void Grow(byte[] header, long bytes, long end, byte[] fresh, List<MediaEdit> edits)
    {
        long padding = bytes - end;
        long growth = fresh.Length - edits.Sum(static edit => edit.Old.Length);
        if (growth <= padding)
        {
            byte[] old = new byte[Math.Max(0, growth)];
            edits.Add(new MediaEdit(
                HeaderBytes + end, old, (byte[])[.. fresh, .. new byte[Math.Max(0, -growth)]]));
            return;
        }

        long changed = bytes - padding + growth + FreshPadding;
        byte[] size = Id3Writer.SyncSafe((int)Math.Min(changed, TagBytesMax));
        byte[] frames = [.. fresh, .. new byte[FreshPadding]];
        edits.Add(MediaEdit.Of(6, header.AsSpan(6, 4), size));
        edits.Add(new MediaEdit(HeaderBytes + end, new byte[padding], frames));
    }

    private static List<Found> ReadFrames(TagSlice body, int version)
    {
        List<Found> frames = [];
        long at = 0;
        for (long start = 0; Id3Frame.TryNext(body, ref at, version, out Id3Frame frame); start = at)
        {
            frames.Add(new Found(frame, start, at));
        }

        return frames;
    }

    private static bool IsPadding(TagSlice body, long at)
    {
        while (at < body.Bytes)
        {
            int bytes = (int)Math.Min(HeaderReader.BytesAtOnceMax, body.Bytes - at);
            if (body.File.At(body.At + at, bytes).ContainsAnyExcept((byte)0))
            {
                return false;
            }

            at += bytes;
        }

        return true;
    }

    private static string? Write(
        int version, TagSlice body, List<Found> frames, IReadOnlyList<MediaTag> kept, IReadOnlyList<MediaTag> added,
        out byte[] fresh)
    {
        var writer = new Id3Writer(version);
        List<byte> all = [];
        fresh = [];
        foreach (IGrouping<string, MediaTag> tags in added.Where(static tag => !IsOfPopularity(tag.Name))
            .GroupBy(static tag => tag.Name))
        {
            string[] values = [.. tags.Select(static tag => tag.Value)];
            string? replaced = tags.Key switch { TagNames.Genre => "TCON", "id3:PCNT" => "PCNT", _ => null };
            frames.FindAll(frame => frame.Frame.Id == replaced).ForEach(static frame => frame.IsReplaced = true);
            values = TagKinds.IsList(tags.Key)
                ? [.. kept.Where(tag => tag.Name == tags.Key).Select(static tag => tag.Value), .. values]
                : values;
            if (writer.Write(tags.Key, values) is not { } frame)
            {
                return $"the keeper's ID3v2.{version} tag cannot hold this value: {tags.Key}";
            }

            all.AddRange(frame);
        }

        string? why = WritePopularity(writer, body, frames, added, all);
        fresh = [.. all];
        return why;
    }

    private static bool IsOfPopularity(string name) =>
        name == TagNames.Rating || name.StartsWith(Popularity, StringComparison.Ordinal);

    // A frame has a user, a rating of 0 to 255, and perhaps a play count.
    private static string? WritePopularity(
        Id3Writer writer, TagSlice body, List<Found> frames, IReadOnlyList<MediaTag> added, List<byte> all)
    {
        const string Scale = "/255";
        if (!added.Any(static tag => IsOfPopularity(tag.Name)))
        {
            return null;
        }

        Dictionary<string, (byte Rating, byte[] Count)> users = [];
        foreach (Found found in frames.Where(static found => found.Frame.Id == "POPM"))
        {
            TagSlice content = found.Frame.Content;
            long end = content.IndexOf(0);
            string user = content.Part(0, end).Text();
            if (end < 0 || found.Frame.Flags != 0 || !Ascii.IsValid(user) || !users.TryAdd(
                user, (content[end + 1], content.From(end + 2).ToArray())))
            {
                return "the keeper's rating is damaged, or it has several";
            }

            found.IsReplaced = true;
        }

        foreach (MediaTag tag in added.Where(static tag => tag.Name.StartsWith(Popularity, StringComparison.Ordinal)))
        {
            string user = tag.Name[Popularity.Length..];
            users[user] = (users.GetValueOrDefault(user).Rating, Id3Writer.Count(TagKinds.Plays(tag.Value)));
        }

        if (added.FirstOrDefault(static tag => tag.Name == TagNames.Rating) is { Name: not null } rating)
        {
            if (users.Count > 1 || !rating.Value.EndsWith(Scale, StringComparison.Ordinal)
                || !byte.TryParse(rating.Value.AsSpan()[..^Scale.Length], out byte points))
            {
                return "its rating has another scale than the keeper's, or the keeper has several";
            }

            string user = users.Keys.FirstOrDefault("");
            users[user] = (points, users.GetValueOrDefault(user).Count ?? []);
        }

        foreach ((string user, (byte points, byte[] count)) in users)
        {
            all.AddRange(writer.Frame("POPM", [.. Encoding.Latin1.GetBytes(user), 0, points, .. count]));
        }

        return null;
    }

    private sealed class Found(Id3Frame frame, long start, long end)
    {
        internal Id3Frame Frame => frame;

        internal long Start => start;

        internal long End => end;

        internal bool IsReplaced { get; set; }
    }
}
