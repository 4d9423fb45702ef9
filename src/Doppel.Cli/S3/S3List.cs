using System.Text;
using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 ls</c>.</summary>
internal static class S3List
{
    /// <summary>Lists the buckets, or the content of a bucket.</summary>
    internal static ExitCode Run(CommandCall<S3Settings> call)
    {
        S3Location? place = call.Operands.Count == 0 ? null : S3Location.Parse(call.Operands[0]);
        return S3Session.Run(call, session =>
            place is { } known ? ObjectsAsync(session, known) : BucketsAsync(session));
    }

    private static async ValueTask<ExitCode> BucketsAsync(S3Session session)
    {
        bool isJson = session.Settings.Json;
        await foreach (S3Bucket bucket in session.Client.ListBucketsAsync(session.Stop).ConfigureAwait(false))
        {
            session.Write(isJson ? S3Json.Render(bucket) : S3Rows.Render(bucket, session.Host.Out.IsTerminal));
        }

        return ExitCode.Done;
    }

    // Each page is printed as soon as it arrives, because a complete listing may take very long.
    private static async ValueTask<ExitCode> ObjectsAsync(S3Session session, S3Location place)
    {
        var options = new S3ListOptions { Prefix = place.Key, Delimiter = session.Settings.Recursive ? null : "/" };
        bool isJson = session.Settings.Json;
        bool isTerminal = session.Host.Out.IsTerminal;
        long objects = 0;
        long prefixes = 0;
        long bytes = 0;
        var text = new StringBuilder();
        await foreach (S3ListPage page in session.Client
            .ListPagesAsync(place.Bucket, options, session.Stop).ConfigureAwait(false))
        {
            text.Clear();
            for (int i = 0; i < page.Count; i++)
            {
                S3ListEntry entry = page[i].ToEntry();
                text.Append(isJson ? S3Json.Render(place.Bucket, entry) : S3Rows.Render(entry, isTerminal));
                prefixes += entry.IsPrefix ? 1 : 0;
                objects += entry.IsPrefix ? 0 : 1;
                bytes += entry.Size;
            }

            session.Write(text.ToString());
        }

        string folders = prefixes == 0 ? "" : $", {Count.Of(prefixes, "folder")}";
        session.Say($"{Count.Of(objects, "object")}, {SizeText.Show(bytes)}{folders}");
        return ExitCode.Done;
    }
}
