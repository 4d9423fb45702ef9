using System.Globalization;
using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Builds the canonical request, which client and server derive independently.</summary>
internal static class CanonicalRequest
{
    private const int QueryOnStack = 512;

    /// <summary>Collects all signed headers, in canonical order.</summary>
    internal static void CollectHeaders(in SigningRequest request, string? sessionToken, ref FieldTable headers)
    {
        headers.AddHeader("host", request.Host);
        headers.AddHeader("x-amz-content-sha256", request.PayloadHash);
        Span<char> time = stackalloc char[AmzTime.TimeLength];
        request.Time.UtcDateTime.TryFormat(time, out _, AmzTime.Time, CultureInfo.InvariantCulture);
        headers.AddHeader("x-amz-date", time);
        if (sessionToken is not null)
        {
            headers.AddHeader("x-amz-security-token", sessionToken);
        }

        foreach (ref readonly RequestHeader header in request.Headers)
        {
            headers.AddHeader(in header);
        }

        headers.SortByName();
    }

    /// <summary>Appends the canonical request.</summary>
    [SkipLocalsInit]
    internal static void Append(in SigningRequest request, scoped FieldTable headers, ref Utf8Builder destination)
    {
        destination.Append(request.Method);
        destination.AppendByte((byte)'\n');
        AppendPath(request.Path, ref destination);
        destination.AppendByte((byte)'\n');
        AppendQuery(request.Query, ref destination);
        destination.AppendByte((byte)'\n');
        AppendEnd(headers, request.PayloadHash, ref destination);
    }

    /// <summary>Appends the part after the query: the headers, their names and the payload hash.</summary>
    internal static void AppendEnd(
        scoped FieldTable headers, scoped ReadOnlySpan<char> payloadHash, ref Utf8Builder destination)
    {
        AppendHeaders(headers, ref destination);
        destination.AppendByte((byte)'\n');
        AppendSignedNames(headers, ref destination);
        destination.AppendByte((byte)'\n');
        destination.Append(payloadHash);
    }

    /// <summary>Appends an encoded path.</summary>
    internal static void AppendPath(scoped ReadOnlySpan<char> path, ref Utf8Builder destination)
    {
        if (path is not ['/', ..])
        {
            SigningErrors.PathWithoutSlash();
        }

        PercentEncoding.AppendPath(path, ref destination);
    }

    /// <summary>Appends query parameters that are already in canonical order.</summary>
    internal static void AppendQuery(scoped FieldTable fields, ref Utf8Builder destination)
    {
        for (int i = 0; i < fields.Count; i++)
        {
            if (i > 0)
            {
                destination.AppendByte((byte)'&');
            }

            destination.Append(fields.Name(i));
            destination.AppendByte((byte)'=');
            destination.Append(fields.Value(i));
        }
    }

    /// <summary>Appends the names of all headers, each once, separated by semicolons.</summary>
    internal static void AppendSignedNames(scoped FieldTable headers, ref Utf8Builder destination)
    {
        for (int i = 0; i < headers.Count; i++)
        {
            if (i > 0 && headers.Name(i).SequenceEqual(headers.Name(i - 1)))
            {
                continue;
            }

            if (i > 0)
            {
                destination.AppendByte((byte)';');
            }

            destination.Append(headers.Name(i));
        }
    }

    // Headers with the same name become one line, with their values in the order of the request.
    private static void AppendHeaders(scoped FieldTable headers, ref Utf8Builder destination)
    {
        for (int i = 0; i < headers.Count; i++)
        {
            if (i > 0 && headers.Name(i).SequenceEqual(headers.Name(i - 1)))
            {
                destination.Length--;
                destination.AppendByte((byte)',');
            }
            else
            {
                destination.Append(headers.Name(i));
                destination.AppendByte((byte)':');
            }

            destination.Append(headers.Value(i));
            destination.AppendByte((byte)'\n');
        }
    }

    // Sort after encoding: '%' sorts before letters, so encoding changes the order.
    [SkipLocalsInit]
    private static void AppendQuery(ReadOnlySpan<QueryParameter> query, ref Utf8Builder destination)
    {
        if (query.IsEmpty)
        {
            return;
        }

        var fields = new FieldTable(stackalloc FieldRange[FieldTable.CountMax], stackalloc byte[QueryOnStack]);
        foreach (ref readonly QueryParameter parameter in query)
        {
            fields.AddParameter(in parameter);
        }

        fields.SortByNameAndValue();
        AppendQuery(fields, ref destination);
        fields.Dispose();
    }
}
