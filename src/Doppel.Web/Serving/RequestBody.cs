using System.Text.Json;
using Doppel.Acting;
using Microsoft.AspNetCore.Http;

namespace Doppel.Web;

/// <summary>The JSON object of a request that changes something.</summary>
/// <remarks>Unknown fields are ignored. A field of another kind is a mistake of the caller.</remarks>
internal sealed class RequestBody(JsonElement root)
{
    /// <summary>The greatest number of bytes of a body.</summary>
    internal const int BytesMax = 64 * 1024;

    /// <summary>Reads the object.</summary>
    /// <exception cref="RequestException">It is not a JSON object.</exception>
    internal static async Task<RequestBody> Read(HttpRequest request)
    {
        if (request.ContentType != "application/json")
        {
            throw new RequestException(StatusCodes.Status415UnsupportedMediaType, "The body must be JSON.");
        }

        try
        {
            using JsonDocument body = await JsonDocument.ParseAsync(
                request.Body, new JsonDocumentOptions { MaxDepth = 4 }, request.HttpContext.RequestAborted);
            CheckTexts(body.RootElement);
            return body.RootElement.ValueKind == JsonValueKind.Object
                ? new RequestBody(body.RootElement.Clone())
                : throw RequestException.Bad("The body must be an object.");
        }
        catch (JsonException)
        {
            throw RequestException.Bad("The body is not JSON.");
        }
        catch (InvalidOperationException)
        {
            throw RequestException.Bad("The body contains text that is not valid Unicode.");
        }
    }

    /// <summary>Returns a whole number.</summary>
    internal int Int(string field) => root.TryGetProperty(field, out JsonElement value) && IsInt(value, out int number)
        ? number
        : throw RequestException.Bad($"'{field}' must be a whole number.");

    /// <summary>Returns a text.</summary>
    internal string Text(string field) =>
        root.TryGetProperty(field, out JsonElement value) && value.ValueKind == JsonValueKind.String
            ? value.GetString()!
            : throw RequestException.Bad($"'{field}' must be a text.");

    /// <summary>Returns a list of texts.</summary>
    internal IReadOnlyList<string> Texts(string field)
    {
        JsonElement value = root.TryGetProperty(field, out JsonElement found) ? found : default;
        return
        [
            .. Items(value, field).Select(item => item.ValueKind == JsonValueKind.String
                ? item.GetString()!
                : throw RequestException.Bad($"'{field}' must hold texts.")),
        ];
    }

    /// <summary>Returns true or false.</summary>
    internal bool Flag(string field)
    {
        JsonElement value = root.TryGetProperty(field, out JsonElement found) ? found : default;
        return value.ValueKind switch
        {
            JsonValueKind.True => true,
            JsonValueKind.False => false,
            _ => throw RequestException.Bad($"'{field}' must be true or false."),
        };
    }

    /// <summary>Returns one of some words as its index; null if the field is null.</summary>
    internal int? Word(string field, IReadOnlyList<string> words)
    {
        if (root.TryGetProperty(field, out JsonElement value) && value.ValueKind == JsonValueKind.Null)
        {
            return null;
        }

        return IndexOf(words, Text(field), field);
    }

    /// <summary>Returns a list of whole numbers; null if the field is null.</summary>
    internal IReadOnlyList<int>? Ints(string field)
    {
        JsonElement value = root.TryGetProperty(field, out JsonElement found) ? found : default;
        if (value.ValueKind == JsonValueKind.Null)
        {
            return null;
        }

        var numbers = new List<int>();
        foreach (JsonElement item in Items(value, field))
        {
            numbers.Add(IsInt(item, out int number)
                ? number
                : throw RequestException.Bad($"'{field}' must hold whole numbers."));
        }

        return numbers;
    }

    /// <summary>Returns a list of keep rules.</summary>
    internal IReadOnlyList<KeepRule> Rules(string field)
    {
        JsonElement value = root.TryGetProperty(field, out JsonElement found) ? found : default;
        return
        [
            .. Items(value, field).Select(item => (KeepRule)IndexOf(
                KeepRuleText.Words, item.ValueKind == JsonValueKind.String ? item.GetString()! : "", field)),
        ];
    }

    /// <summary>Returns the index of a word.</summary>
    /// <exception cref="RequestException">It is not one of them.</exception>
    internal static int IndexOf(IReadOnlyList<string> words, string word, string field)
    {
        for (int i = 0; i < words.Count; i++)
        {
            if (words[i] == word)
            {
                return i;
            }
        }

        throw RequestException.Bad($"'{field}' must be one of {string.Join(", ", words)}.");
    }

    // Bytes that are not UTF-8 and unpaired surrogates are found only when a text is asked for.
    private static void CheckTexts(JsonElement value)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (JsonProperty property in value.EnumerateObject())
                {
                    _ = property.Name;
                    CheckTexts(property.Value);
                }

                break;
            case JsonValueKind.Array:
                foreach (JsonElement item in value.EnumerateArray())
                {
                    CheckTexts(item);
                }

                break;
            case JsonValueKind.String:
                _ = value.GetString();
                break;
        }
    }

    private static JsonElement.ArrayEnumerator Items(JsonElement value, string field) =>
        value.ValueKind == JsonValueKind.Array
            ? value.EnumerateArray()
            : throw RequestException.Bad($"'{field}' must be a list.");

    private static bool IsInt(JsonElement value, out int number)
    {
        number = 0;
        return value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out number);
    }
}
