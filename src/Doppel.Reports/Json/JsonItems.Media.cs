using System.Globalization;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <content>Media.</content>
internal static partial class JsonItems
{
    public static ReportMediaGroup MediaGroup(scoped ref JsonItem json, ReportMediaGroup? item)
    {
        if (item is not null)
        {
            MediaRules.Check(item);
        }

        string format = item?.Format ?? "";
        ReportMediaPolicy policy = item?.Policy ?? default;
        Proof? proof = item?.Proof;
        long redundant = item?.RedundantBytes ?? 0;
        long payload = item?.PayloadBytes ?? 0;
        Digest128? digest = item?.Digest;
        IReadOnlyList<ReportMediaCopy> copies = item?.Copies ?? [];
        for (json.Begin("media group", "media-group"u8); json.Next();)
        {
            format = json.Value("format"u8, format, Format);
            policy = json.Value("policy"u8, policy, Policy);
            proof = json.Proof("proof"u8, proof);
            redundant = json.Long("redundant_bytes"u8, redundant);
            payload = json.Long("payload_size"u8, payload, min: 1);
            digest = json.Digest("digest"u8, digest);
            copies = json.List("copies"u8, copies, MediaCopy);
        }

        if (item is not null)
        {
            return item;
        }

        CheckCopies(ref json, copies, redundant);
        return new ReportMediaGroup
        {
            Format = format,
            Policy = policy,
            Proof = proof.GetValueOrDefault(),
            Digest = digest,
            PayloadBytes = payload,
            RedundantBytes = redundant,
            Copies = copies,
        };
    }

    public static ReportNotComparable NotComparable(scoped ref JsonItem json, ReportNotComparable? item)
    {
        (ReportName path, int root, string format, string reason) =
            item ?? new ReportNotComparable(default, 0, "", "");
        for (json.Begin("media file that is not comparable", "not-comparable"u8); json.Next();)
        {
            path = json.Name("path"u8, path);
            root = json.Index("root"u8, root);
            format = json.Value("format"u8, format, Format);
            reason = json.Text("reason"u8, reason);
        }

        return item ?? new ReportNotComparable(path, root, format, reason);
    }

    private static ReportMediaCopy MediaCopy(scoped ref JsonItem json, ReportMediaCopy? item)
    {
        var fields = new MediaFields(item);
        ReportCopy copy = Copy(ref json, item?.Copy, ref fields, isMedia: true);
        return item ?? fields.With(copy)
            ?? throw json.Fault("holds a copy of media that lacks size, content or tags");
    }

    private static string Format(scoped ref JsonItem json, string? format)
    {
        string word = json.TextValue(format);
        return !json.IsReading || MediaRules.IsFormatWord(word)
            ? word
            : throw json.Wrong("format", "a word in small letters");
    }

    private static ReportMediaPolicy Policy(scoped ref JsonItem json, ReportMediaPolicy policy) =>
        MediaPolicyWords.TryParse(json.WordValue(MediaPolicyWords.Of(policy)), out ReportMediaPolicy read)
            ? read
            : throw json.Wrong("policy", "strict or loose");

    private static DateTime? Taken(scoped ref JsonItem json, DateTime? taken)
    {
        string text = json.TextValue(taken is { } time ? CameraTimes.Show(time) : null);
        return CameraTimes.TryParse(text, out DateTime read)
            ? read
            : throw json.Wrong("taken", "a date and time without a zone");
    }

    // Text records neither sizes nor which copies are identical files, so a report converted from it has neither.
    private static void CheckCopies(
        scoped ref JsonItem json, IReadOnlyList<ReportMediaCopy> copies, long redundant)
    {
        if (copies.Count < 2)
        {
            throw json.Wrong("copies", "a list of at least two copies");
        }

        if (copies.All(static copy => copy.Size == -1 && copy.Content == -1))
        {
            return;
        }

        if (!MediaRules.AreNumbered(copies))
        {
            throw json.Wrong("content", "a number from 0 in the order of the copies, two at least, each of one size");
        }

        if (redundant != MediaRules.Redundant(copies))
        {
            throw json.Wrong("redundant_bytes", "the bytes of all contents but the largest");
        }
    }

    /// <summary>The additional fields of a copy in a media group.</summary>
    private struct MediaFields(ReportMediaCopy? copy)
    {
        private const int Missing = -2;

        private long _size = copy?.Size ?? Missing;
        private int _content = copy?.Content ?? Missing;
        private long _coverBytes = copy?.CoverBytes ?? 0;
        private DateTime? _taken = copy?.Taken;
        private IReadOnlyList<ReportTag>? _tags = copy?.Tags;

        public void Code(scoped ref JsonItem json)
        {
            _size = json.Long("size"u8, _size, when: true, min: -1);
            _content = json.Index("content"u8, _content, when: true);
            _coverBytes = json.Long("cover_size"u8, _coverBytes, when: _coverBytes > 0);
            _taken = json.Value("taken"u8, _taken, Taken, when: _taken is not null);
            _tags = json.Tags(
                "tags"u8, _tags, when: true, "a tag", isList: false,
                "an object whose fields have names, each another one");
        }

        public readonly ReportMediaCopy? With(ReportCopy copy) =>
            _size == Missing || _content == Missing || _tags is null ? null : new ReportMediaCopy
            {
                Copy = copy,
                Size = _size,
                Content = _content,
                Tags = _tags,
                CoverBytes = _coverBytes,
                Taken = _taken,
            };
    }
}

/// <summary>Times without a time zone, as a camera's clock shows them.</summary>
internal static class CameraTimes
{
    private const string Form = "yyyy-MM-dd'T'HH:mm:ss.FFFFFFF";

    public static string Show(DateTime time) => time.ToString(Form, CultureInfo.InvariantCulture);

    public static bool TryParse(string text, out DateTime time) =>
        DateTime.TryParseExact(text, Form, CultureInfo.InvariantCulture, DateTimeStyles.None, out time);
}
