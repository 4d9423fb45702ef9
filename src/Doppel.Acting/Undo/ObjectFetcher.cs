using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Downloads an object to a temporary file, from which a deleted file is rebuilt.</summary>
/// <param name="volume">Opens the file.</param>
/// <param name="store">Opens the object.</param>
internal sealed class ObjectFetcher(IChangeableVolume volume, ObjectStore store)
{
    /// <summary>Opens a temporary file with the content of an object.</summary>
    /// <param name="name">The name of the object.</param>
    /// <param name="intent">The intent for the file that is to be rebuilt.</param>
    /// <param name="isCompared">Whether the caller compares the content, so that its ETag does not matter.</param>
    /// <param name="isKeeper">Whether the object is the keeper of the intent, and was not replaced since.</param>
    /// <param name="file">
    /// The file, which the caller must close once, or <see cref="FileHandle.None"/> after a failure.
    /// </param>
    /// <returns>Why there is none, or null on success.</returns>
    internal string? Open(
        ReportName name, JournalIntent intent, bool isCompared, out bool isKeeper, out FileHandle file)
    {
        file = FileHandle.None;
        isKeeper = false;
        try
        {
            ObjectState? state = ObjectRequests.Wait(store.LookAsync(name, CancellationToken.None));
            if (state is null)
            {
                return "it no longer exists";
            }

            if (state.Size != intent.Facts.Size)
            {
                return "it has different content";
            }

            isKeeper = name == intent.Keeper && Identity.SameFile(state.FactsOf(name), intent.KeeperFacts);
            return TemporaryContent.Open(
                volume,
                target => ObjectRequests.Wait(DownloadAsync(name, state.ETag, isCompared, target))
                    ? null
                    : "it changed while it was downloaded",
                out file);
        }
        catch (Exception failure) when (failure is S3Exception or S3CredentialsException or IOException
            or UnauthorizedAccessException)
        {
            return failure.Message.TrimEnd('.');
        }
    }

    private async ValueTask<bool> DownloadAsync(ReportName name, string etag, bool isCompared, FileStream target)
    {
        await using S3Object content = await store.OpenAsync(name, etag, isCompared, CancellationToken.None)
            .ConfigureAwait(false);
        if (!content.IsFound)
        {
            return false;
        }

        await content.CopyToAsync(target).ConfigureAwait(false);
        return true;
    }
}
