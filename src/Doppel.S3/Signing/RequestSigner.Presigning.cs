using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <content>Presigned URLs.</content>
public sealed partial class RequestSigner
{
    private static readonly string[] s_parametersOfSignature =
    [
        "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "X-Amz-Security-Token", "X-Amz-Signature",
        "X-Amz-SignedHeaders",
    ];

    /// <summary>Creates a presigned URL, which gives access for a limited time without credentials.</summary>
    /// <param name="request">The request that the URL allows.</param>
    /// <returns>The URL.</returns>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    [SkipLocalsInit]
    public string GetPresignedAddress(in PresignRequest request)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        AppendPresignedAddress(in request, ref text);
        string address = Encoding.ASCII.GetString(text.AsSpan());
        text.Dispose();
        return address;
    }

    /// <summary>Writes a presigned URL to a span, without allocating.</summary>
    /// <param name="request">The request that the URL allows.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="charsWritten">The length of the URL, or 0 if it does not fit; then nothing is written.</param>
    /// <returns>True if the URL was written.</returns>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    [SkipLocalsInit]
    public bool TryGetPresignedAddress(in PresignRequest request, Span<char> destination, out int charsWritten)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        AppendPresignedAddress(in request, ref text);
        bool fits = text.Length <= destination.Length;
        charsWritten = fits ? Encoding.ASCII.GetChars(text.AsSpan(), destination) : 0;
        text.Dispose();
        return fits;
    }

    /// <summary>Appends a presigned URL to a builder, without allocating.</summary>
    /// <param name="request">The request that the URL allows.</param>
    /// <param name="destination">The builder to append to.</param>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    public void AppendPresignedAddress(in PresignRequest request, ref Utf8Builder destination) =>
        AppendPresignedAddress(in request, PayloadHash.Unsigned, ref destination);

    /// <summary>
    /// Appends a presigned URL as the public overload does, but with any payload hash. For tests of other protocols.
    /// </summary>
    [SkipLocalsInit]
    internal void AppendPresignedAddress(
        in PresignRequest request, scoped ReadOnlySpan<char> payloadHash, ref Utf8Builder destination)
    {
        CheckLifetime(request.Lifetime);
        var headers = new FieldTable(stackalloc FieldRange[FieldTable.CountMax], stackalloc byte[TextOnStack]);
        headers.AddHeader("host", request.Host);
        foreach (ref readonly RequestHeader header in request.Headers)
        {
            headers.AddHeader(in header);
        }

        headers.SortByName();
        var query = new FieldTable(stackalloc FieldRange[FieldTable.CountMax], stackalloc byte[TextOnStack]);
        CollectQuery(in request, headers, ref query);

        // The path and query are written to the URL first and copied from there, so that the signed text matches the
        // URL.
        destination.Append(request.Scheme);
        destination.Append("://"u8);
        destination.Append(request.Host);
        int pathStart = destination.Length;
        CanonicalRequest.AppendPath(request.Path, ref destination);
        int pathEnd = destination.Length;
        destination.AppendByte((byte)'?');
        CanonicalRequest.AppendQuery(query, ref destination);

        var canonical = new Utf8Builder(stackalloc byte[TextOnStack]);
        canonical.Append(request.Method);
        canonical.AppendByte((byte)'\n');
        canonical.Append(destination.AsSpan().Slice(pathStart, pathEnd - pathStart));
        canonical.AppendByte((byte)'\n');
        canonical.Append(destination.AsSpan().Slice(pathEnd + 1));
        canonical.AppendByte((byte)'\n');
        CanonicalRequest.AppendEnd(headers, payloadHash, ref canonical);
        Span<byte> signature = stackalloc byte[DigestBytes];
        SignCanonical(request.Time.UtcDateTime, canonical.AsSpan(), signature);
        destination.Append("&X-Amz-Signature="u8);
        destination.AppendHexLower(signature);

        canonical.Dispose();
        query.Dispose();
        headers.Dispose();
    }

    private void CollectQuery(in PresignRequest request, scoped FieldTable headers, ref FieldTable query)
    {
        foreach (ref readonly QueryParameter parameter in request.Query)
        {
            foreach (string name in s_parametersOfSignature)
            {
                if (name.Equals(parameter.Name, StringComparison.OrdinalIgnoreCase))
                {
                    SigningErrors.ParameterOfSignature(name);
                }
            }

            query.AddParameter(in parameter);
        }

        DateTime utc = request.Time.UtcDateTime;
        var value = new Utf8Builder(stackalloc byte[256]);
        query.AddParameter("X-Amz-Algorithm", "AWS4-HMAC-SHA256");
        AppendCredential(utc, ref value);
        query.AddParameter("X-Amz-Credential", value.AsSpan());
        value.Clear();
        value.Append(utc, AmzTime.Time);
        query.AddParameter("X-Amz-Date", value.AsSpan());
        value.Clear();
        value.Append((long)request.Lifetime.TotalSeconds);
        query.AddParameter("X-Amz-Expires", value.AsSpan());
        if (_credentials.SessionToken is { } token)
        {
            query.AddParameter("X-Amz-Security-Token", token);
        }

        value.Clear();
        CanonicalRequest.AppendSignedNames(headers, ref value);
        query.AddParameter("X-Amz-SignedHeaders", value.AsSpan());
        value.Dispose();
        query.SortByNameAndValue();
    }

    private static void CheckLifetime(TimeSpan lifetime)
    {
        if (lifetime.Ticks % TimeSpan.TicksPerSecond != 0
            || lifetime < TimeSpan.FromSeconds(1) || lifetime > PresignRequest.LifetimeMax)
        {
            SigningErrors.BadLifetime(lifetime);
        }
    }
}
