using System.Globalization;
using System.Text.Json;

namespace Doppel.Reports;

/// <summary>Reads the additional fields of a copy in a media group.</summary>
internal sealed class JsonMediaCopyFields(JsonValues values)
{
    private const int SizeField = JsonCopyReader.Fields;

    private readonly List<ReportTag> _tags = [];
    private readonly List<string> _values = [];
    private readonly HashSet<string> _names = [];
    private long _size;
    private int _content;
    private long _coverBytes;
    private DateTime? _taken;

    /// <summary>Clears the values of the previous copy.</summary>
    public void Clear()
    {
        _tags.Clear();
        (_size, _content, _coverBytes, _taken) = (0, 0, 0, null);
    }

    public bool TryRead(ref JsonFields fields, ref Utf8JsonReader reader)
    {
        if (fields.Is(ref reader, SizeField, "size"u8))
        {
            _size = values.ReadLong(ref reader, "size", min: -1);
        }
        else if (fields.Is(ref reader, SizeField + 1, "content"u8))
        {
            _content = (int)Math.Min(values.ReadLong(ref reader, "content", min: -1), int.MaxValue);
        }
        else if (fields.Is(ref reader, SizeField + 2, "tags"u8))
        {
            ReadTags(ref reader);
        }
        else if (fields.Is(ref reader, SizeField + 3, "cover_size"u8))
        {
            _coverBytes = values.ReadLong(ref reader, "cover_size");
        }
        else if (fields.Is(ref reader, SizeField + 4, "taken"u8))
        {
            _taken = CameraTimes.TryParse(values.ReadString(ref reader, "taken"), out DateTime taken)
                ? taken
                : throw values.Wrong("taken", "a date and time without a zone");
        }
        else
        {
            return false;
        }

        return true;
    }

    public void Check(JsonFields fields)
    {
        if (!fields.Has(SizeField) || !fields.Has(SizeField + 1) || !fields.Has(SizeField + 2))
        {
            throw new ReportFormatException(values.Line, "holds a copy of media that lacks size, content or tags");
        }
    }

    public ReportMediaCopy With(ReportCopy copy) => new()
    {
        Copy = copy,
        Size = _size,
        Content = _content,
        Tags = _tags.ToArray(),
        CoverBytes = _coverBytes,
        Taken = _taken,
    };

    private void ReadTags(ref Utf8JsonReader reader)
    {
        values.ExpectObject(ref reader, "tags");
        _names.Clear();
        while (JsonFields.Next(ref reader))
        {
            string name = values.ReadFieldName(ref reader);
            if (name.Length == 0 || !_names.Add(name))
            {
                throw values.Wrong("tags", "an object whose fields have names, each another one");
            }

            reader.Read();
            _values.Clear();
            if (reader.TokenType == JsonTokenType.StartArray)
            {
                while (JsonValues.NextItem(ref reader))
                {
                    _values.Add(values.ReadString(ref reader, "a tag"));
                }
            }
            else
            {
                _values.Add(values.ReadString(ref reader, "a tag"));
            }

            _tags.Add(_values.Count > 0
                ? new ReportTag(name, _values.ToArray())
                : throw values.Wrong("a tag", "a string, or an array of at least one"));
        }
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
