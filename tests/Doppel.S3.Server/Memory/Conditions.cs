using System.Globalization;

namespace Doppel.S3.Server;

/// <summary>Conditions in headers, judged as RFC 9110 and S3 say.</summary>
internal static class Conditions
{
    /// <summary>Whether an ETag is among those of a header, or the header is a star.</summary>
    public static bool Matches(string header, string etag) => header.Split(',', StringSplitOptions.TrimEntries)
        .Any(one => one == "*" || Bare(one) == etag);

    /// <summary>An ETag without quotes and weakness.</summary>
    public static string Bare(string etag)
    {
        string strong = etag.StartsWith("W/", StringComparison.Ordinal) ? etag[2..] : etag;
        return strong.Trim('"');
    }

    /// <summary>Judges a read; the prefix is that of the conditions of a copy's source.</summary>
    /// <exception cref="S3Error">412, or 304 where no prefix is given.</exception>
    public static void CheckRead(S3Request request, StoredObject stored, string prefix = "")
    {
        string? match = request.Header(prefix + "If-Match");
        string? noneMatch = request.Header(prefix + "If-None-Match");
        bool changed = match is not null
            ? !Matches(match, stored.BareETag)
            : Time(request.Header(prefix + "If-Unmodified-Since")) is { } last && stored.LastModified > last;
        if (changed)
        {
            throw S3Error.Precondition;
        }

        bool same = noneMatch is not null
            ? Matches(noneMatch, stored.BareETag)
            : Time(request.Header(prefix + "If-Modified-Since")) is { } since && stored.LastModified <= since;
        if (same)
        {
            throw prefix.Length > 0 ? S3Error.Precondition : new S3Error(304, "NotModified");
        }
    }

    /// <summary>Judges a write.</summary>
    /// <exception cref="S3Error">412; 404 where there is nothing to match; 501 for a tag in If-None-Match.</exception>
    public static void CheckWrite(S3Request request, StoredObject? stored, S3Quirks quirks)
    {
        string? match = request.Header("If-Match");
        string? noneMatch = request.Header("If-None-Match");
        if (quirks.IgnoresConditionalPut || (match is null && noneMatch is null))
        {
            return;
        }

        if (quirks.RefusesConditionalPut || noneMatch is not null and not "*")
        {
            throw new S3Error(501, "NotImplemented");
        }

        if (noneMatch is not null && stored is not null)
        {
            throw S3Error.Precondition;
        }

        if (match is not null)
        {
            CheckMatch(match, stored);
        }
    }

    /// <summary>Judges a match that is asked for before something is replaced or deleted.</summary>
    public static void CheckMatch(string match, StoredObject? stored)
    {
        if (stored is null)
        {
            throw S3Error.NoSuchKey;
        }

        if (!Matches(match, stored.BareETag))
        {
            throw S3Error.Precondition;
        }
    }

    private static DateTimeOffset? Time(string? header) => DateTimeOffset.TryParseExact(
        header, "R", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out DateTimeOffset time)
        ? time
        : null;
}
