using System.Globalization;
using System.Text;
using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Implements the commands that inspect a single object: <c>head</c>, <c>cat</c> and <c>presign</c>.</summary>
internal static class S3Look
{
    /// <summary>Prints the properties of an object, or whether a bucket exists.</summary>
    internal static ExitCode Head(CommandCall<S3Settings> call)
    {
        S3Location place = S3Location.Parse(call.Operands[0]);
        return S3Session.Run(call, session =>
            place.Key.Length == 0 ? HeadBucketAsync(session, place) : HeadObjectAsync(session, place));
    }

    /// <summary>Writes an object to standard output.</summary>
    internal static ExitCode Cat(CommandCall<S3Settings> call)
    {
        S3Location place = S3Location.ParseObject(call.Operands[0]);
        return S3Session.Run(call, async session =>
        {
            S3Range? range = session.Settings.Range switch
            {
                null => null,
                { First: null, Last: { } count } => S3Range.Tail(count),
                { First: { } first, Last: null } => S3Range.From(first),
                { First: { } first, Last: { } last } => S3Range.Of(first, last - first + 1),
                _ => null,
            };
            await new S3Print(session).RunAsync(place, range).ConfigureAwait(false);
            return ExitCode.Done;
        });
    }

    /// <summary>Prints a presigned URL, which is valid for a limited time without keys.</summary>
    internal static ExitCode Presign(CommandCall<S3Settings> call)
    {
        S3Location place = S3Location.ParseObject(call.Operands[0]);
        return S3Session.Run(call, async session =>
        {
            S3Settings settings = session.Settings;
            if (!settings.Request.Connection.Sign)
            {
                throw new UsageException("presign cannot be used with --no-sign",
                    "the URL is valid because it is signed");
            }

            DateTimeOffset now = session.Host.Clock.GetUtcNow();
            string url = await session.Client
                .PresignAsync(new HttpMethod(settings.Method), place.Bucket, place.Key, settings.Lifetime, session.Stop)
                .ConfigureAwait(false);
            session.Write(session.Settings.Json
                ? S3Json.RenderAddress(place, settings.Method, now + settings.Lifetime, url)
                : url + "\n");
            return ExitCode.Done;
        });
    }

    private static async ValueTask<ExitCode> HeadBucketAsync(S3Session session, S3Location place)
    {
        if (!await session.Client.BucketExistsAsync(place.Bucket, session.Stop).ConfigureAwait(false))
        {
            throw new UsageException($"{place.Shown()}: no such bucket", "doppel s3 mb creates one");
        }

        session.Write(session.Settings.Json
            ? S3Json.RenderBucket(place.Bucket)
            : $"bucket: {Quote.Sentence(place.Bucket)}\n");
        return ExitCode.Done;
    }

    private static async ValueTask<ExitCode> HeadObjectAsync(S3Session session, S3Location place)
    {
        var options = new S3GetOptions { WithChecksum = true };
        S3ObjectInfo info = await session.Client
            .HeadObjectAsync(place.Bucket, place.Key, options, session.Stop).ConfigureAwait(false);
        if (!info.IsFound)
        {
            throw new UsageException(place.NotFound());
        }

        session.Write(session.Settings.Json ? S3Json.Render(place, info) : Text(place, info));
        return ExitCode.Done;
    }

    private static string Text(S3Location place, S3ObjectInfo info)
    {
        var text = new StringBuilder();
        Append("bucket", place.Bucket);
        Append("key", place.Key);
        Append("size", info.ObjectLength.ToString(CultureInfo.InvariantCulture));
        Append("modified", S3Rows.TimeOf(info.LastModified));
        foreach ((string name, string value) in S3HeadFields.Of(info))
        {
            Append(name, value);
        }

        foreach ((string name, string value) in info.AllMetadata())
        {
            Append("metadata " + name, value);
        }

        return text.ToString();

        void Append(string name, string value) =>
            text.Append(Quote.Sentence(name)).Append(": ").Append(Quote.Sentence(value)).Append('\n');
    }
}
