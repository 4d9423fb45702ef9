using Doppel.Finding;

namespace Doppel.Cli;

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
    /// Rejects options that need contents, or all that was in a folder, if saved volumes are searched.
    /// </summary>
    /// <exception cref="UsageException">Such an option is set.</exception>
    internal void RefuseSaved(SavedRoots saved, MediaSettings media)
    {
        (bool IsOn, string Name)[] options = [(Exact, "--exact"), (media.IsOn, "--media"), (Folders, "--folders")];
        if (saved.All.Count > 0 && Array.Find(options, static option => option.IsOn) is { IsOn: true } used)
        {
            bool isBucket = saved.All.Any(static volume => S3Location.Is(volume.Address));
            throw isBucket
                ? new UsageException(
                    $"{used.Name} cannot be used with a bucket", "objects are compared by their MD5, and not read")
                : new UsageException(
                    $"{used.Name} cannot be used with a saved volume", "a saved volume holds digests, not contents");
        }
    }
}

/// <summary>Settings for groups.</summary>
internal interface IHasGroups
{
    /// <summary>Gets the settings for which groups to report.</summary>
    GroupSettings Groups { get; }
}
