using System.Text.Json;
using System.Text.Json.Serialization;

namespace Doppel.Web;

/// <summary>Reads and writes the names of an enumeration in lower case, with hyphens.</summary>
/// <remarks>Unlike the framework's converter, it reads exactly these words, in no other case.</remarks>
internal sealed class WordConverter<T> : JsonConverter<T>
    where T : struct, Enum
{
    private static readonly Dictionary<T, string> s_words = Enum.GetValues<T>().ToDictionary(
        static value => value, static value => JsonNamingPolicy.KebabCaseLower.ConvertName(value.ToString()));

    private static readonly Dictionary<string, T> s_values = s_words.ToDictionary(
        static one => one.Value, static one => one.Key);

    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String && s_values.TryGetValue(reader.GetString()!, out T value)
            ? value
            : throw new JsonException();

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        writer.WriteStringValue(s_words[value]);
}
