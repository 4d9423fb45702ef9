using System.Text;
using System.Text.Json;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Reads the individual values of a line.</content>
internal ref partial struct BatchParser
{
    private List<ExtendedAttribute> ReadAttributes()
    {
        List<ExtendedAttribute> attributes = [];
        Enter(JsonTokenType.StartObject);
        while (Advance() == JsonTokenType.PropertyName)
        {
            string name = _json.GetString()!;
            Advance();
            attributes.Add(new ExtendedAttribute(name, _json.GetBytesFromBase64()));
        }

        return attributes;
    }

    private byte[] ReadName()
    {
        if (_json.TokenType != JsonTokenType.StartObject)
        {
            return Encoding.UTF8.GetBytes(_json.GetString() ?? throw new FormatException("a name is missing"));
        }

        Advance();
        Demand(
            _json.TokenType == JsonTokenType.PropertyName && _json.ValueTextEquals("base64"u8),
            "a name is not a string");
        Advance();
        byte[] bytes = _json.GetBytesFromBase64();
        Enter(JsonTokenType.EndObject);
        return bytes;
    }

    private long NextLong()
    {
        Advance();
        return _json.GetInt64();
    }

    private void Enter(JsonTokenType type) => Demand(Advance() == type, "a bracket is missing");

    private JsonTokenType Advance()
    {
        Demand(_json.Read(), "the line is cut off");
        return _json.TokenType;
    }

    private static void Demand(bool isSo, string otherwise)
    {
        if (!isSo)
        {
            throw new FormatException(otherwise);
        }
    }
}
