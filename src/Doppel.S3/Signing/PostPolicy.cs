using System.Buffers;
using System.Globalization;
using System.Text.Json;

namespace Doppel.S3;

/// <summary>
/// A policy for uploads from an HTML form without credentials (POST Object): its conditions, and the fields that the
/// form must contain.
/// </summary>
/// <remarks>
/// Not thread-safe. The last field of the form must be <c>file</c>, which is not part of the policy.
/// </remarks>
public sealed class PostPolicy
{
    private static readonly string[] s_own =
    [
        "bucket", "key", "policy", "file", "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-signature",
        "x-amz-security-token",
    ];

    private readonly string _bucket;
    private readonly DateTimeOffset _expires;
    private readonly string _key;
    private readonly bool _isPrefix;
    private readonly List<KeyValuePair<string, string>> _equal = [];
    private readonly List<KeyValuePair<string, string>> _prefixes = [];
    private (long Min, long Max)? _length;

    private PostPolicy(string bucket, string key, bool isPrefix, DateTimeOffset expires)
    {
        ArgumentException.ThrowIfNullOrEmpty(bucket);
        ArgumentNullException.ThrowIfNull(key);
        _bucket = bucket;
        _key = key;
        _isPrefix = isPrefix;
        _expires = expires;
    }

    /// <summary>Creates a policy for a single key.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="expires">When the policy expires. Fractions of a millisecond are ignored.</param>
    /// <returns>The policy.</returns>
    public static PostPolicy ForKey(string bucket, string key, DateTimeOffset expires)
    {
        ArgumentException.ThrowIfNullOrEmpty(key);
        return new(bucket, key, isPrefix: false, expires);
    }

    /// <summary>Creates a policy for all keys with a prefix. The form names the file as its user does.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="prefix">The prefix of the keys. Empty allows any key.</param>
    /// <param name="expires">When the policy expires. Fractions of a millisecond are ignored.</param>
    /// <returns>The policy.</returns>
    public static PostPolicy ForPrefix(string bucket, string prefix, DateTimeOffset expires) =>
        new(bucket, prefix, isPrefix: true, expires);

    /// <summary>Requires a field with an exact value, and adds it to the form.</summary>
    /// <param name="field">
    /// The name of the field, such as <c>acl</c>, <c>Content-Type</c> or <c>x-amz-meta-author</c>.
    /// </param>
    /// <param name="value">The value of the field.</param>
    /// <exception cref="ArgumentException">The policy sets this field itself.</exception>
    public void RequireEqual(string field, string value) => Add(_equal, field, value);

    /// <summary>Requires a field whose value starts with a prefix. The author of the form sets the value.</summary>
    /// <param name="field">The name of the field, such as <c>Content-Type</c>.</param>
    /// <param name="prefix">The prefix of the value. Empty allows any value.</param>
    /// <exception cref="ArgumentException">The policy sets this field itself.</exception>
    public void RequirePrefix(string field, string prefix) => Add(_prefixes, field, prefix);

    /// <summary>Limits the size of the file.</summary>
    /// <param name="bytesMin">The minimum size in bytes.</param>
    /// <param name="bytesMax">The maximum size in bytes.</param>
    /// <exception cref="ArgumentException">The values are not a valid range.</exception>
    public void LimitLength(long bytesMin, long bytesMax)
    {
        if (bytesMin < 0 || bytesMax < bytesMin)
        {
            SigningErrors.BadLengthRange(bytesMin, bytesMax);
        }

        _length = (bytesMin, bytesMax);
    }

    /// <summary>Signs the policy.</summary>
    /// <param name="signer">The signer.</param>
    /// <param name="time">The current time.</param>
    /// <returns>The names and values of the fields, in the order in which the form must contain them.</returns>
    public IReadOnlyList<KeyValuePair<string, string>> Sign(RequestSigner signer, DateTimeOffset time)
    {
        ArgumentNullException.ThrowIfNull(signer);
        List<KeyValuePair<string, string>> signing =
        [
            new("x-amz-algorithm", "AWS4-HMAC-SHA256"), new("x-amz-credential", signer.GetCredential(time)),
            new("x-amz-date", AmzTime.Format(time)),
        ];
        if (signer.SessionToken is { } token)
        {
            signing.Add(new("x-amz-security-token", token));
        }

        string policy = Convert.ToBase64String(Document(signing).Span);
        return
        [
            new("key", _isPrefix ? _key + "${filename}" : _key), .. _equal, .. signing, new("policy", policy),
            new("x-amz-signature", signer.SignPolicy(policy, time)),
        ];
    }

    private static void Add(List<KeyValuePair<string, string>> conditions, string field, string value)
    {
        ArgumentException.ThrowIfNullOrEmpty(field);
        ArgumentNullException.ThrowIfNull(value);
        if (s_own.Contains(field, StringComparer.OrdinalIgnoreCase))
        {
            SigningErrors.FieldOfPolicy(field);
        }

        conditions.Add(new(field, value));
    }

    private ReadOnlyMemory<byte> Document(List<KeyValuePair<string, string>> signing)
    {
        var document = new ArrayBufferWriter<byte>();
        using var json = new Utf8JsonWriter(document);
        json.WriteStartObject();
        json.WriteString("expiration", _expires.UtcDateTime.ToString(
            "yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture));
        json.WriteStartArray("conditions");
        WriteEqual(json, "bucket", _bucket);
        if (_isPrefix)
        {
            WritePrefix(json, "key", _key);
        }
        else
        {
            WriteEqual(json, "key", _key);
        }

        _equal.ForEach(field => WriteEqual(json, field.Key, field.Value));
        _prefixes.ForEach(field => WritePrefix(json, field.Key, field.Value));
        if (_length is { } length)
        {
            json.WriteStartArray();
            json.WriteStringValue("content-length-range");
            json.WriteNumberValue(length.Min);
            json.WriteNumberValue(length.Max);
            json.WriteEndArray();
        }

        signing.ForEach(field => WriteEqual(json, field.Key, field.Value));
        json.WriteEndArray();
        json.WriteEndObject();
        json.Flush();
        return document.WrittenMemory;
    }

    private static void WriteEqual(Utf8JsonWriter json, string field, string value)
    {
        json.WriteStartObject();
        json.WriteString(field, value);
        json.WriteEndObject();
    }

    private static void WritePrefix(Utf8JsonWriter json, string field, string prefix)
    {
        json.WriteStartArray();
        json.WriteStringValue("starts-with");
        json.WriteStringValue("$" + field);
        json.WriteStringValue(prefix);
        json.WriteEndArray();
    }
}
