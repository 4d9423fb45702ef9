using System.Text.Json;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Reads the objects that describe media.</summary>
internal sealed class JsonMediaReader(JsonValues values, JsonCopyReader copies, NameStore store)
{
    private readonly JsonMediaCopyFields _more = new(values);
    private readonly List<ReportMediaCopy> _copies = [];

    public ReportMediaGroup? Group { get; private set; }

    public ReportNotComparable? NotComparable { get; private set; }

    public void Read(ref Utf8JsonReader reader, LineType type)
    {
        if (type == LineType.MediaGroup)
        {
            Group = ReadGroup(ref reader);
        }
        else
        {
            NotComparable = ReadNotComparable(ref reader);
        }
    }

    private ReportMediaGroup ReadGroup(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("media group", values.Line);
        string format = "";
        ReportMediaPolicy policy = default;
        Proof proof = default;
        long redundant = 0;
        long payload = 0;
        Digest128? digest = null;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "format"u8))
            {
                format = ReadFormat(ref reader);
            }
            else if (fields.Is(ref reader, 1, "policy"u8))
            {
                policy = ReadPolicy(ref reader);
            }
            else if (fields.Is(ref reader, 2, "proof"u8))
            {
                proof = values.ReadProof(ref reader);
            }
            else if (fields.Is(ref reader, 3, "redundant_bytes"u8))
            {
                redundant = values.ReadLong(ref reader, "redundant_bytes");
            }
            else if (fields.Is(ref reader, 4, "payload_size"u8))
            {
                payload = values.ReadLong(ref reader, "payload_size", min: 1);
            }
            else if (fields.Is(ref reader, 5, "copies"u8))
            {
                ReadCopies(ref reader);
            }
            else if (fields.Is(ref reader, 6, "digest"u8))
            {
                digest = values.ReadDigest(ref reader);
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("format", "policy", "proof", "redundant_bytes", "payload_size", "copies");
        CheckCopies(redundant);
        return new ReportMediaGroup
        {
            Format = format,
            Policy = policy,
            Proof = proof,
            Digest = digest,
            PayloadBytes = payload,
            RedundantBytes = redundant,
            Copies = _copies.ToArray(),
        };
    }

    private void ReadCopies(ref Utf8JsonReader reader)
    {
        values.ExpectArray(ref reader, "copies");
        _copies.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            _more.Clear();
            ReportCopy copy = copies.Read(ref reader, store, _more);
            _copies.Add(_more.With(copy));
        }
    }

    // Text records neither sizes nor which copies are identical files, so a report converted from it has neither.
    private void CheckCopies(long redundant)
    {
        if (_copies.Count < 2)
        {
            throw values.Wrong("copies", "a list of at least two copies");
        }

        if (_copies.TrueForAll(copy => copy.Size == -1 && copy.Content == -1))
        {
            return;
        }

        if (!MediaRules.AreNumbered(_copies))
        {
            throw values.Wrong("content", "a number from 0 in the order of the copies, two at least, each of one size");
        }

        if (redundant != MediaRules.Redundant(_copies))
        {
            throw values.Wrong("redundant_bytes", "the bytes of all contents but the largest");
        }
    }

    private ReportNotComparable ReadNotComparable(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("media file that is not comparable", values.Line);
        ReportName path = default;
        int root = 0;
        string format = "";
        string reason = "";
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "path"u8))
            {
                path = store.Keep(values.ReadName(ref reader, "path"));
            }
            else if (fields.Is(ref reader, 1, "root"u8))
            {
                root = (int)Math.Min(values.ReadLong(ref reader, "root", min: -1), int.MaxValue);
            }
            else if (fields.Is(ref reader, 2, "format"u8))
            {
                format = ReadFormat(ref reader);
            }
            else if (fields.Is(ref reader, 3, "reason"u8))
            {
                reason = values.ReadString(ref reader, "reason");
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("path", "root", "format", "reason");
        return new ReportNotComparable(path, root, format, reason);
    }

    private string ReadFormat(ref Utf8JsonReader reader)
    {
        string word = values.ReadString(ref reader, "format");
        return MediaRules.IsFormatWord(word) ? word : throw values.Wrong("format", "a word in small letters");
    }

    private ReportMediaPolicy ReadPolicy(ref Utf8JsonReader reader) =>
        MediaPolicyWords.TryParse(values.ReadText(ref reader, "policy"), out ReportMediaPolicy policy)
            ? policy
            : throw values.Wrong("policy", "strict or loose");
}
