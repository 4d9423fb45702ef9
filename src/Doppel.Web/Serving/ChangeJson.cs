using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Doppel.Acting;
using Microsoft.AspNetCore.Http;

namespace Doppel.Web;

/// <summary>Reads the JSON of changes. Each has all fields of its record, and no other.</summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Metadata,
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true,
    MaxDepth = 4,
    Converters = [typeof(WordConverter<KeepRule>), typeof(TextConverter)])]
[JsonSerializable(typeof(NoFields))]
[JsonSerializable(typeof(SearchFilters))]
[JsonSerializable(typeof(GroupChoice))]
[JsonSerializable(typeof(AlikeChoice))]
[JsonSerializable(typeof(Preferences))]
[JsonSerializable(typeof(FolderChoice))]
[JsonSerializable(typeof(MapChoice))]
[JsonSerializable(typeof(FolderRule))]
[JsonSerializable(typeof(ActionChoice))]
[JsonSerializable(typeof(EarlierRun))]
[JsonSerializable(typeof(ShownCopy))]
internal sealed partial class ChangeJson : JsonSerializerContext
{
    /// <summary>The greatest number of bytes of a body.</summary>
    internal const int BytesMax = 64 * 1024;

    /// <summary>Reads the body of a request.</summary>
    /// <exception cref="RequestException">It is not the JSON of this type.</exception>
    internal static async Task<object> Read(HttpRequest request, Type body)
    {
        if (request.ContentType != "application/json")
        {
            throw new RequestException(StatusCodes.Status415UnsupportedMediaType, "The body must be JSON.");
        }

        JsonTypeInfo type = Default.GetTypeInfo(body)!;
        try
        {
            return await JsonSerializer.DeserializeAsync(request.Body, type, request.HttpContext.RequestAborted)
                ?? throw new JsonException();
        }
        catch (JsonException wrong)
        {
            throw RequestException.Bad(WhyWrong(type, wrong.Path));
        }
    }

    // The path is that of a field, such as $.stay[1]. Otherwise the body is not an object, or has other fields.
    private static string WhyWrong(JsonTypeInfo type, string? path)
    {
        string field = path?.Split('.', '[').ElementAtOrDefault(1) ?? "";
        IEnumerable<string> fields = type.Properties.Select(static one => one.Name);
        return type.Properties.FirstOrDefault(one => one.Name == field) is { } property
            ? $"'{field}' must be {Expected(property.PropertyType)}."
            : $"The body must be a JSON object with exactly these fields: {{{string.Join(", ", fields)}}}.";
    }

    private static string Expected(Type type) => (Nullable.GetUnderlyingType(type) ?? type) switch
    {
        { IsEnum: true } words => "one of "
            + string.Join(", ", Enum.GetNames(words).Select(JsonNamingPolicy.KebabCaseLower.ConvertName)),
        { IsGenericType: true } list => $"a list; each item must be {Expected(list.GenericTypeArguments[0])}",
        var value when value == typeof(bool) => "true or false",
        var value when value == typeof(string) => "a text",
        _ => "a whole number",
    };
}

/// <summary>Reads texts. Null is no text, not even in a list, where the serializer itself would accept it.</summary>
internal sealed class TextConverter : JsonConverter<string>
{
    public override bool HandleNull => true;

    public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String ? reader.GetString()! : throw new JsonException();

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value);
}
