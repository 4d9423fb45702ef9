using System.Text.RegularExpressions;

namespace Doppel.Media;

/// <summary>Plans how tags are added inside a media file: MP3 (ID3v2), FLAC, JPEG and PNG (XMP).</summary>
/// <remarks>
/// A plan is returned only if the file with its edits has the same payload under the strict policy, and exactly the old
/// and the new tags. Covers are added to MP3 and FLAC. Nothing is written.
/// </remarks>
public static partial class TagMerge
{
    // A journal has the edits in one line of at most 16 MiB, in base64.
    private const int EditBytesMax = 11 << 20;

    /// <summary>Returns whether tags can be added inside files of a format.</summary>
    /// <param name="format">The format.</param>
    public static bool IsFor(MediaFormat format) =>
        format is MediaFormat.Mp3 or MediaFormat.Flac or MediaFormat.Jpeg or MediaFormat.Png;

    /// <summary>Returns whether a tag of this name can be added inside files of a format.</summary>
    /// <param name="format">The format.</param>
    /// <param name="name">The name of the tag.</param>
    public static bool Holds(MediaFormat format, string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return format switch
        {
            MediaFormat.Mp3 => Id3Merge.Holds(name),
            MediaFormat.Flac => FlacMerge.Holds(name),
            MediaFormat.Jpeg or MediaFormat.Png => XmpSidecar.Holds(name),
            _ => false,
        };
    }

    /// <summary>Plans the edits that add tags to a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="format">Its format.</param>
    /// <param name="added">
    /// The tags to add, as <see cref="TagUnion"/> finds them: a rating, a time or a play count replaces the old one.
    /// </param>
    /// <param name="pictures">The pictures that added tags describe.</param>
    /// <param name="edits">
    /// The edits, in ascending order of their places, which do not overlap. Empty after a failure.
    /// </param>
    /// <returns>Why the tags cannot be added, or null on success.</returns>
    public static string? Plan(
        IMediaSource file, MediaFormat format, IEnumerable<MediaTag> added, IEnumerable<MediaPicture> pictures,
        out IReadOnlyList<MediaEdit> edits)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentNullException.ThrowIfNull(added);
        ArgumentNullException.ThrowIfNull(pictures);
        edits = [];
        MediaTag[] wanted = [.. added];
        if (Array.Find(wanted, tag => !Holds(format, tag.Name)
            || (tag.Name != TagNames.Cover && IsDescribed(tag.Value))) is { Name: { } unheld })
        {
            return $"this tag cannot be added to the keeper: {unheld}";
        }

        MediaTag[] covers = [.. wanted.Where(static tag => tag.Name == TagNames.Cover)];
        MediaPicture[] shown = [.. pictures.Where(one => covers.Any(tag => tag.Value == one.Value))];
        if (shown.Length < covers.Length)
        {
            return "its pictures are larger than 8 MiB, or cannot be read";
        }

        var mapper = new MediaMapper();
        IReadOnlyList<MediaTag> before = mapper.ReadTags(file, format).All;
        List<MediaEdit> made = [];
        try
        {
            var reader = new HeaderReader();
            reader.Open(file);
            MediaTag[] texts = [.. wanted.Except(covers)];
            string? why = format switch
            {
                MediaFormat.Mp3 => Id3Merge.Plan(reader, before, texts, shown, made),
                MediaFormat.Flac => FlacMerge.Plan(reader, before, texts, shown, made),
                MediaFormat.Jpeg => JpegMerge.Plan(reader, before, wanted, made),
                _ => PngMerge.Plan(reader, before, wanted, made),
            };
            if (why is not null)
            {
                return why;
            }
        }
        catch (NotComparableException why)
        {
            return $"the keeper's tags cannot be changed: {why.Message}";
        }

        MediaEdit[] sorted = [.. made.Where(static edit => !edit.Old.Span.SequenceEqual(edit.New.Span))
            .OrderBy(static edit => edit.At)];
        if (!Array.TrueForAll(sorted, edit => IsThere(file, edit)))
        {
            return "the keeper cannot be read";
        }

        if (sorted.Sum(static edit => (long)edit.Old.Length + edit.New.Length) > EditBytesMax)
        {
            return "too much of the keeper would change";
        }

        var changed = new EditedSource(file, sorted);
        if (before.Count >= TagBuilder.TagsMax || !HasSamePayload(mapper, file, changed, sorted)
            || !IsUnion(format, before, wanted, mapper.ReadTags(changed, format).All))
        {
            return "tags cannot be added to the keeper without a change to others "
                + $"({string.Join(", ", wanted.Select(static tag => tag.Name).Distinct())})";
        }

        edits = sorted;
        return null;
    }

    private static bool IsThere(IMediaSource file, MediaEdit edit)
    {
        byte[] there = new byte[edit.Old.Length];
        return edit.At >= 0 && edit.At <= file.Length - there.Length && file.TryRead(edit.At, there)
            && edit.Old.Span.SequenceEqual(there);
    }

    // Data and what is encrypted has a description instead of a value.
    private static bool IsDescribed(string value) => Description().IsMatch(value);

    [GeneratedRegex(@"\d+ bytes, xxh3 |^encrypted, ", RegexOptions.CultureInvariant)]
    private static partial Regex Description();

    private static bool IsUnion(
        MediaFormat format, IReadOnlyList<MediaTag> before, IReadOnlyList<MediaTag> added,
        IReadOnlyList<MediaTag> after)
    {
        bool isXmp = format is MediaFormat.Jpeg or MediaFormat.Png;
        HashSet<MediaTag> wanted =
        [
            .. before.Where(tag => !TagUnion.Replaces(tag.Name) || !added.Any(one => one.Name == tag.Name)),
            .. added.Select(tag => isXmp ? XmpSidecar.AsRead(tag) : tag),
        ];
        return wanted.SetEquals(after);
    }

    // No edit is in the payload, so its bytes are the same without a look at them.
    private static bool HasSamePayload(
        MediaMapper mapper, IMediaSource file, IMediaSource changed, MediaEdit[] edits)
    {
        MediaMap? old = mapper.Map(file, MediaPolicy.Strict).Map;
        MediaMap? made = mapper.Map(changed, MediaPolicy.Strict).Map;
        return old is not null && made is not null && old.Format == made.Format && old.Key == made.Key
            && old.PayloadBytes == made.PayloadBytes && Shifted(old.Extents, edits) is { } shifted
            && shifted.SequenceEqual(made.Extents);
    }

    // Null if an edit changes the payload.
    private static List<PayloadExtent>? Shifted(IReadOnlyList<PayloadExtent> extents, MediaEdit[] edits)
    {
        List<PayloadExtent> shifted = [];
        foreach (PayloadExtent extent in extents)
        {
            (long start, long end, long shift) = (extent.Offset, extent.Offset + extent.Length, 0);
            foreach (MediaEdit edit in edits)
            {
                if (edit.At + edit.Old.Length > start && edit.At < end)
                {
                    if (!edit.Old.IsEmpty)
                    {
                        return null;
                    }

                    Add(start + shift, edit.At - start);
                    start = edit.At;
                }

                shift += edit.At < end ? edit.New.Length - edit.Old.Length : 0;
            }

            Add(start + shift, end - start);
        }

        return shifted;

        void Add(long offset, long length)
        {
            if (shifted.Count > 0 && shifted[^1].Offset + shifted[^1].Length == offset)
            {
                shifted[^1] = shifted[^1] with { Length = shifted[^1].Length + length };
            }
            else
            {
                shifted.Add(new PayloadExtent(offset, length));
            }
        }
    }
}
