using System.Text.Json;

namespace Doppel.S3;

/// <summary>
/// The credentials JSON from instance metadata, containers and processes. It has no text form of its own.
/// </summary>
internal sealed class CredentialsJson
{
    private string? _accessKeyId;
    private string? _secret;
    private string? _token;
    private string? _expiration;

    private CredentialsJson()
    {
    }

    /// <summary>The version of the format, or -1 if there is none.</summary>
    internal int Version { get; private set; } = -1;

    /// <summary>The status code from the server, such as <c>Success</c>.</summary>
    internal string? Code { get; private set; }

    /// <summary>
    /// Parses a JSON object. Returns null if it is not an object, is truncated or contains values of the wrong type.
    /// </summary>
    /// <param name="utf8">The complete response.</param>
    /// <param name="tokenName">The name of the member that contains the session token.</param>
    internal static CredentialsJson? Read(ReadOnlySpan<byte> utf8, string tokenName)
    {
        try
        {
            var json = new Utf8JsonReader(utf8);
            return ReadObject(ref json, tokenName);
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException or FormatException)
        {
            // The reader's messages quote its input, which may be secret, so the exception is discarded.
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

        // The reader throws if the object is incomplete or is followed by anything else.
        return json.Read() ? null : result;
    }
}
