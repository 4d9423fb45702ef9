using System.Buffers;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Unicode;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Keeps the choices of a review in a file of the user's state folder, one for each list of roots.</summary>
/// <param name="path">The absolute path of the file, which may not exist.</param>
internal sealed class ReviewFile(string path)
{
    private const string Format = "doppel-review";
    private const int Version = 1;
    private const long BytesMax = 256 << 20;

    // No absolute path begins like this.
    private const string Base64 = "base64:";

    /// <summary>Returns the file for roots or a report; null if there is no state folder.</summary>
    /// <param name="environment">Returns the value of a variable.</param>
    /// <param name="operands">The absolute paths of the roots, or of the report.</param>
    internal static ReviewFile? Of(Func<string, string?> environment, IEnumerable<ReportName> operands)
    {
        if (UserFolders.StateOf(environment) is not { } state)
        {
            return null;
        }

        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (ReportName operand in operands.Order())
        {
            hash.AppendData(operand.Bytes);
            hash.AppendData([0]);
        }

        string name = Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
        return new ReviewFile($"{ByteText.FromBytes(state)}/reviews/{name}.json");
    }

    /// <summary>Returns the choices; null if there are none, or if another program has written the file.</summary>
    internal SavedReview? Read()
    {
        try
        {
            if (new FileInfo(path) is not { Exists: true, Length: <= BytesMax })
            {
                return null;
            }

            using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(path));
            JsonElement root = document.RootElement;
            return root.GetProperty("format").GetString() != Format || root.GetProperty("version").GetInt32() != Version
                ? null
                : new SavedReview
                {
                    Prefer =
                    [
                        .. root.GetProperty("prefer").EnumerateArray()
                            .Select(static word => KeepRuleText.Words.ToList().IndexOf(word.GetString()!))
                            .Where(static rule => rule >= 0).Select(static rule => (KeepRule)rule),
                    ],
                    Always = Names(root, "always"),
                    Clear = Names(root, "clear"),
                    Groups =
                    [
                        .. root.GetProperty("groups").EnumerateArray().Select(
                            static group => new SavedGroup(Names(group, "stay"), Names(group, "go"))),
                    ],
                };
        }
        catch (Exception damaged) when (damaged is JsonException or KeyNotFoundException or InvalidOperationException
            or FormatException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Replaces the choices, or removes the file if there are none.</summary>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    internal void Write(SavedReview review)
    {
        if (review.IsEmpty)
        {
            Remove();
            return;
        }

        var bytes = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            json.WriteString("format", Format);
            json.WriteNumber("version", Version);
            WriteTexts(json, "prefer", review.Prefer.Select(KeepRuleText.WordOf));
            WriteTexts(json, "always", review.Always.Select(TextOf));
            WriteTexts(json, "clear", review.Clear.Select(TextOf));
            json.WriteStartArray("groups");
            foreach (SavedGroup group in review.Groups)
            {
                json.WriteStartObject();
                WriteTexts(json, "stay", group.Stay.Select(TextOf));
                WriteTexts(json, "go", group.Go.Select(TextOf));
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        PrivateFile.Write(path, bytes.WrittenSpan);
    }

    private void Remove()
    {
        try
        {
            if (File.Exists(path))
            {
                File.Delete(path);
            }
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot remove {Quote.Text(path)}: {SystemText.Of(failure)}");
        }
    }

    private static string TextOf(ReportName name) => Utf8.IsValid(name.Bytes)
        ? name.ToString()
        : Base64 + Convert.ToBase64String(name.Bytes);

    private static IReadOnlyList<ReportName> Names(JsonElement parent, string field) =>
    [
        .. parent.GetProperty(field).EnumerateArray().Select(static item => item.GetString()!).Select(static text =>
            text.StartsWith(Base64, StringComparison.Ordinal)
                ? new ReportName(Convert.FromBase64String(text[Base64.Length..]))
                : new ReportName(text)),
    ];

    private static void WriteTexts(Utf8JsonWriter json, string field, IEnumerable<string> texts)
    {
        json.WriteStartArray(field);
        foreach (string text in texts)
        {
            json.WriteStringValue(text);
        }

        json.WriteEndArray();
    }
}
