using System.Globalization;
using Doppel.Acting;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>
/// Removes files or objects that were listed and that the user wants to go. Each stays if it has changed since. The
/// journal records them, so that <c>doppel undo</c> brings back what can be brought back.
/// </summary>
/// <param name="session">The run.</param>
internal sealed class ListedRemoval(S3Session session)
{
    // Larger objects, and those after this many bytes, come back only from a bucket that keeps versions.
    private const long BytesKeptMax = 16 << 20;

    private string _id = "";
    private bool _hasRemoved;

    /// <summary>
    /// Checks that runs before this one have ended, or reverses their half-finished steps if the user agrees.
    /// </summary>
    /// <returns>Whether the command may continue.</returns>
    internal static bool AllowsNewRun(S3Session session) => UnfinishedRuns.AllowsNewRun(
        session.Host, session.Settings, isAsked: !session.Settings.DryRun);

    /// <summary>Marks the objects that cannot be brought back once they are removed.</summary>
    /// <param name="place">The bucket, or the prefix of the objects.</param>
    /// <param name="objects">The objects.</param>
    internal async ValueTask<PlanCopy[]> MarkAsync(S3Location place, IEnumerable<PlanCopy> objects)
    {
        HashSet<ReportName>? kept = null;
        S3Versioning versioning = await VersioningAsync(place).ConfigureAwait(false);
        if (versioning == S3Versioning.Suspended)
        {
            kept = await WithVersionsAsync(place).ConfigureAwait(false);
        }

        long room = BytesKeptMax;
        return
        [
            .. objects.Select(one =>
            {
                bool comesBack = versioning == S3Versioning.Enabled || kept?.Contains(one.Names[0]) == true;
                if (!comesBack && one.Facts.Size <= Math.Min(room, ActRun.ObjectBytesKept))
                {
                    room -= one.Facts.Size;
                    comesBack = true;
                }

                return one with { IsFinal = !comesBack };
            }),
        ];
    }

    /// <summary>Returns the sentence of a question that says what cannot be brought back.</summary>
    internal static string FateOf(IReadOnlyCollection<PlanCopy> copies)
    {
        int final = copies.Count(static copy => copy.IsFinal);
        string them = copies.Count == 1 ? "it" : "them";
        if (final == 0)
        {
            return $"doppel undo brings {them} back.";
        }

        string which = final == copies.Count
            ? "This cannot be undone"
            : $"{final.ToString("N0", CultureInfo.InvariantCulture)} of them cannot be brought back";
        return $"{which}, because the bucket keeps no versions.";
    }

    /// <summary>Returns a file as it was listed. Files that are one inode belong together.</summary>
    internal static IEnumerable<PlanCopy> OfFiles(
        IEnumerable<(ReportName Name, FileFacts Facts)> files, bool isFinal) =>
        files.GroupBy(static file => (
            file.Facts.Device, file.Facts.Inode, file.Facts.Size, file.Facts.Modified, file.Facts.Changed))
        .Select(same => new PlanCopy
        {
            Names = [.. same.Select(static file => file.Name)],
            Facts = same.First().Facts,
            IsFinal = isFinal,
        });

    /// <summary>Removes files or objects.</summary>
    /// <param name="action">Trash or delete.</param>
    /// <param name="root">The folder, or the bucket with the prefix.</param>
    /// <param name="copies">The files or objects.</param>
    /// <param name="onResult">Receives the result for each name.</param>
    internal void Remove(
        ActionKind action, ReportName root, IReadOnlyList<PlanCopy> copies, Action<ActResult> onResult)
    {
        CommandHost host = session.Host;
        using JournalFolder journals = Journals.Open(host);
        ActOptions options = ActJob.OptionsOf(host, action, [root], new KeepRules()) with
        {
            Buckets = _ => session.Client,
            Notice = text => session.Say(Quote.Sentence(text)),
        };
        using ActRun run = Journals.Guard(() => new ActRun(session.Volume, journals, options, result =>
        {
            _hasRemoved |= result.Status == ActStatus.Done;
            onResult(result);
        }));
        _id = run.Id;
        Journals.Guard(() => run.Remove(copies, session.Stop));
    }

    /// <summary>Says how the removal is undone.</summary>
    internal void Conclude(IReadOnlyCollection<PlanCopy> copies)
    {
        if (_hasRemoved && copies.Any(static copy => !copy.IsFinal))
        {
            session.Say($"doppel undo {_id} brings back what was deleted");
        }
    }

    private async ValueTask<S3Versioning> VersioningAsync(S3Location place)
    {
        try
        {
            return await session.Client.GetVersioningAsync(place.Bucket, session.Stop).ConfigureAwait(false);
        }
        catch (S3Exception unknown) when (!unknown.AffectsAllRequests || (int)unknown.StatusCode is 403 or 501)
        {
            return S3Versioning.Off;
        }
    }

    // Versions without an ID of their own were stored while the bucket kept none. They go for good.
    private async ValueTask<HashSet<ReportName>> WithVersionsAsync(S3Location place)
    {
        HashSet<ReportName> names = [];
        await foreach (S3Version version in session.Client
            .ListVersionsAsync(place.Bucket, place.Key, session.Stop).ConfigureAwait(false))
        {
            if (version is { IsLatest: true, IsDeleteMarker: false } && version.VersionId != "null")
            {
                names.Add((place with { Key = version.Key }).ToName());
            }
        }

        return names;
    }
}
