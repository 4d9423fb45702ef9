using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Json;

namespace Doppel.Reports;

/// <content>Tags, whose names are the fields of an object.</content>
internal ref partial struct JsonItem
{
    /// <summary>Reads or writes an object of texts, of which a name may have several.</summary>
    /// <param name="name">The name of the field.</param>
    /// <param name="tags">The tags.</param>
    /// <param name="when">Whether to write the field, if it may be missing.</param>
    /// <param name="shown">What messages call a text.</param>
    /// <param name="isList">Whether a single text is an array as well.</param>
    /// <param name="rule">What names must be, for messages.</param>
    [return: NotNullIfNotNull(nameof(tags))]
    public IReadOnlyList<ReportTag>? Tags(
        ReadOnlySpan<byte> name, IReadOnlyList<ReportTag>? tags, bool? when, string shown, bool isList, string rule)
    {
        if (Is(name, when))
        {
            if (_text is null)
            {
                tags = ReadTags(shown, isList, rule);
            }
            else
            {
                WriteTags(tags!, isList);
            }

            Done();
        }

        return tags;
    }

    private List<ReportTag> ReadTags(string shown, bool isList, string rule)
    {
        string field = Encoding.UTF8.GetString(_field);
        Expect(JsonTokenType.StartObject, field, "an object");
        List<ReportTag> tags = [];
        HashSet<string> names = [];
        while (_reader.Read() && _reader.TokenType == JsonTokenType.PropertyName)
        {
            string name = ReadFieldName();
            if (name.Length == 0 || !names.Add(name))
            {
                throw Wrong(field, rule);
            }

            _reader.Read();
            string[] values = isList || _reader.TokenType == JsonTokenType.StartArray
                ? ReadItems<string>((scoped ref json, _) => json.TextValue(null, shown))
                : [TextValue(null, shown)];
            if (values.Length == 0)
            {
                throw isList ? Wrong(field, rule) : Wrong(shown, "a string, or an array of at least one");
            }

            tags.Add(new ReportTag(name, values));
        }

        return tags;
    }

    private string ReadFieldName()
    {
        try
        {
            return _reader.GetString() ?? "";
        }
        catch (InvalidOperationException failure)
        {
            throw Fault("holds half a surrogate pair in the name of a field", failure);
        }
    }

    private void WriteTags(IReadOnlyList<ReportTag> tags, bool isList)
    {
        _output!.Write((byte)'{');
        for (int i = 0; i < tags.Count; i++)
        {
            _output!.Write(i == 0 ? ""u8 : ","u8);
            _text!.WriteString(tags[i].Name);
            _output!.Write((byte)':');
            if (isList || tags[i].Values.Count != 1)
            {
                Items(tags[i].Values, static (scoped ref json, text) => json.TextValue(text));
            }
            else
            {
                _text.WriteString(tags[i].Values[0]);
            }
        }

        _output!.Write((byte)'}');
    }
}
