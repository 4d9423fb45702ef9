using System.Text.Json;

namespace Doppel.S3.Credentials;

/// <summary>What the metadata of instances and containers, and processes, answer. It has no text of its own.</summary>
internal sealed class CredentialsJson
{
    private string? _accessKeyId;
    private string? _secret;
    private string? _token;
    private string? _expiration;

    private CredentialsJson()
    {
    }

    /// <summary>The version of the format; -1 where none is told.</summary>
    internal int Version { get; private set; } = -1;

    /// <summary>What came of it at the server, such as <c>Success</c>.</summary>
    internal string? Code { get; private set; }

    /// <summary>Reads an object; null if it is none, is cut off or has other types than it should.</summary>
    /// <param name="utf8">The whole answer.</param>
    /// <param name="tokenName">The member that has the session token.</param>
    internal static CredentialsJson? Read(ReadOnlySpan<byte> utf8, string tokenName)
    {
        try
        {
            var json = new Utf8JsonReader(utf8);
            return ReadObject(ref json, tokenName);
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException or FormatException)
        {
            // Texts of the reader quote what it reads, so none is kept.
            return null;
        }
    }

    internal S3Credentials Make(string who) =>
        CredentialsCheck.Make(who, _accessKeyId, _secret, _token, _expiration);

    private static CredentialsJson? ReadObject(ref Utf8JsonReader json, string tokenName)
    {
        if (!json.Read() || json.TokenType != JsonTokenType.StartObject)
        {
            return null;
        }

        var result = new CredentialsJson();
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            string name = json.GetString()!;
            json.Read();
            switch (name)
            {
                case "Version":
                    result.Version = json.GetInt32();
                    break;
                case "Code":
                    result.Code = json.GetString();
                    break;
                case "AccessKeyId":
                    result._accessKeyId = json.GetString();
                    break;
                case "SecretAccessKey":
                    result._secret = json.GetString();
                    break;
                case "Expiration":
                    result._expiration = json.GetString();
                    break;
                case var other when other == tokenName:
                    result._token = json.GetString();
                    break;
                default:
                    json.Skip();
                    break;
            }
        }

        // The reader throws where the object does not end, and for anything behind it.
        return json.Read() ? null : result;
    }
}
