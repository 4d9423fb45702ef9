using System.Text.Encodings.Web;
using System.Text.Json;

namespace Doppel.App;

/// <summary>The content of the configuration file: <c>{"profiles": {"name": ["--option", "value"]}}</c>.</summary>
/// <remarks>Comments and trailing commas are allowed. Unknown properties are preserved unchanged.</remarks>
internal sealed class ProfileFile
{
    private static readonly JsonReaderOptions s_reading =
        new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    // The file is for people and is never embedded in a web page, so only escape what JSON requires.
    private static readonly JsonWriterOptions s_writing =
        new() { Indented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly List<(string Name, byte[] Value)> _others = [];

    /// <summary>Gets the options of each profile, by profile name.</summary>
    internal SortedDictionary<string, IReadOnlyList<string>> Profiles { get; } = new(StringComparer.Ordinal);

    /// <summary>Parses the content of the file.</summary>
    /// <exception cref="JsonException">The content is invalid. The exception includes the line.</exception>
    internal static ProfileFile Parse(ReadOnlySpan<byte> bytes)
    {
        bytes = bytes.StartsWith("\uFEFF"u8) ? bytes[3..] : bytes;
        var file = new ProfileFile();
        var reader = new Utf8JsonReader(bytes, s_reading);
        Expect(ref reader, bytes, JsonTokenType.StartObject, "the file must contain an object");
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("profiles"u8))
            {
                file.ReadProfiles(ref reader, bytes);
            }
            else
            {
                string name = reader.GetString()!;
                reader.Read();
                long start = reader.TokenStartIndex;
                reader.Skip();
                file._others.Add((name, bytes[(int)start..(int)reader.BytesConsumed].ToArray()));
            }
        }

        // This fails if anything follows the object.
        reader.Read();
        return file;
    }

    /// <summary>Returns the content of the file as bytes.</summary>
    internal byte[] Render()
    {
        using var bytes = new MemoryStream();
        using (var writer = new Utf8JsonWriter(bytes, s_writing))
        {
            writer.WriteStartObject();
            foreach ((string name, byte[] value) in _others)
            {
                writer.WritePropertyName(name);

                // The value may contain comments, which strict JSON does not allow.
                writer.WriteRawValue(value, skipInputValidation: true);
            }

            writer.WriteStartObject("profiles"u8);
            foreach ((string name, IReadOnlyList<string> options) in Profiles)
            {
                writer.WriteStartArray(name);
                foreach (string option in options)
                {
                    writer.WriteStringValue(option);
                }

                writer.WriteEndArray();
            }

            writer.WriteEndObject();
            writer.WriteEndObject();
        }

        bytes.WriteByte((byte)'\n');
        return bytes.ToArray();
    }

    private void ReadProfiles(ref Utf8JsonReader reader, ReadOnlySpan<byte> bytes)
    {
        Expect(ref reader, bytes, JsonTokenType.StartObject, "\"profiles\" must be an object");
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string name = reader.GetString()!;
            Expect(ref reader, bytes, JsonTokenType.StartArray, $"profile \"{name}\" must be a list of options");
            var options = new List<string>();
            while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            {
                options.Add(reader.TokenType == JsonTokenType.String
                    ? reader.GetString()!
                    : throw Bad(reader, bytes, $"profile \"{name}\" must contain only strings"));
            }

            Profiles[name] = options;
        }
    }

    private static void Expect(
        ref Utf8JsonReader reader, ReadOnlySpan<byte> bytes, JsonTokenType type, string otherwise)
    {
        if (!reader.Read() || reader.TokenType != type)
        {
            throw Bad(reader, bytes, otherwise);
        }
    }

    private static JsonException Bad(in Utf8JsonReader reader, ReadOnlySpan<byte> bytes, string what)
    {
        int line = bytes[..(int)reader.TokenStartIndex].Count((byte)'\n');
        return new JsonException(what, path: null, line, bytePositionInLine: null);
    }
}
