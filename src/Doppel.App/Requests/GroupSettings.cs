using Doppel.Finding;

namespace Doppel.App;

/// <summary>The settings for which groups to report.</summary>
internal sealed class GroupSettings
{
    internal bool Unique { get; set; }

    internal bool Isolate { get; set; }

    internal bool Exact { get; set; }

    internal bool Folders { get; set; }

    /// <summary>Gets or sets what makes folders identical, if folders are compared. Default: by name.</summary>
    internal FolderMatching FoldersBy { get; set; } = FolderMatching.ByName;

    /// <summary>Rejects --isolate, which requires groups that span several roots, if there is only one root.</summary>
    /// <exception cref="UsageException">There is only one root.</exception>
    internal void RefuseOneRoot(ResolvedRoots roots)
    {
        if (Isolate && roots.Roots.Count == 1)
        {
            throw new UsageException("--isolate requires at least two folders", "add a folder, or omit --isolate");
        }
    }

    /// <summary>
    /// Rejects options that need contents, or all that was in a folder, before a saved volume or a bucket is opened.
    /// </summary>
    /// <param name="root">The root, as typed.</param>
    /// <param name="media">The settings for media.</param>
    /// <exception cref="UsageException">Such an option is set.</exception>
    internal void RefuseSaved(string root, MediaSettings media)
    {
        (bool IsOn, string Name)[] options = [(Exact, "--exact"), (media.IsOn, "--media"), (Folders, "--folders")];
        if (Array.Find(options, static option => option.IsOn) is { IsOn: true } used)
        {
            throw S3Location.Is(root)
                ? new UsageException(
                    $"{used.Name} cannot be used with a bucket", "objects are compared by their hashes, and not read")
                : new UsageException(
                    $"{used.Name} cannot be used with a saved volume", "a saved volume holds digests, not contents");
        }
    }
}
