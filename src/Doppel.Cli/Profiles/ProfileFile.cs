using System.Text.Encodings.Web;
using System.Text.Json;

namespace Doppel.Cli.Profiles;

/// <summary>What the configuration file holds: <c>{"profiles": {"name": ["--option", "value"]}}</c>.</summary>
/// <remarks>
/// Comments and trailing commas may stand in it. Properties that are not known here are kept as they are.
/// </remarks>
internal sealed class ProfileFile
{
    private static readonly JsonReaderOptions s_reading =
        new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    // The file is for people and no part of a web page, so only what JSON itself demands is escaped.
    private static readonly JsonWriterOptions s_writing =
        new() { Indented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly List<(string Name, byte[] Value)> _others = [];

    /// <summary>The options by name.</summary>
    internal SortedDictionary<string, IReadOnlyList<string>> Profiles { get; } = new(StringComparer.Ordinal);

    /// <summary>Reads the file's bytes.</summary>
    /// <exception cref="JsonException">They are damaged; the line is told.</exception>
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

        // What follows the object would be refused here.
        reader.Read();
        return file;
    }

    /// <summary>The bytes of the file.</summary>
    internal byte[] Render()
    {
        using var bytes = new MemoryStream();
        using (var writer = new Utf8JsonWriter(bytes, s_writing))
        {
            writer.WriteStartObject();
            foreach ((string name, byte[] value) in _others)
            {
                writer.WritePropertyName(name);

                // It was read with comments, which JSON proper does not have.
                writer.WriteRawValue(value, skipInputValidation: true);
            }

            writer.WriteStartObject("profiles"u8);
            foreach ((string name, IReadOnlyList<string> flags) in Profiles)
            {
                writer.WriteStartArray(name);
                foreach (string flag in flags)
                {
                    writer.WriteStringValue(flag);
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
            var flags = new List<string>();
            while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            {
                flags.Add(reader.TokenType == JsonTokenType.String
                    ? reader.GetString()!
                    : throw Bad(reader, bytes, $"profile \"{name}\" must contain only strings"));
            }

            Profiles[name] = flags;
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
