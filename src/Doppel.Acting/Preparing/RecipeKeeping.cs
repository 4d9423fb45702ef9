using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Ensures that the recipe of each media file is on disk before the file is removed permanently.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class RecipeKeeping(
    IChangeableVolume volume, JournalFolder journals, string id, ActOptions options) : IDisposable
{
    private readonly MediaMapper _mapper = new();
    private readonly RecipeWriter _writer = new(volume, journals, id);
    private readonly Dictionary<CopyTask, Recipe> _recipes = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<CopyTask, Step> _against = new(ReferenceEqualityComparer.Instance);

    public void Dispose() => _writer.Dispose();

    /// <summary>
    /// Writes the recipes of a batch and flushes them to disk. The intents of the batch must be in the journal.
    /// </summary>
    internal void Write(IReadOnlyList<CopyTask> batch, CancellationToken cancellation)
    {
        _recipes.Clear();
        _against.Clear();
        if (options.Action is ActionKind.Trash or ActionKind.Move)
        {
            return;
        }

        foreach (CopyTask task in batch)
        {
            if (task.Group.Media is { } media)
            {
                if (WriteUnlessBarred(task, media.Policy, cancellation) is { } step)
                {
                    _against.Add(task, step);
                }
            }
        }

        if (_recipes.Count > 0 && _writer.Sync() is { } failure)
        {
            foreach (CopyTask task in _recipes.Keys)
            {
                _against.TryAdd(task, failure);
            }
        }
    }

    /// <summary>Returns why a file must not be acted on, or null if it may be.</summary>
    internal Step? WhyNot(CopyTask task) => _against.TryGetValue(task, out Step step) ? step : null;

    /// <summary>
    /// Returns what must be proved about a media file, or null for a file that must be an identical copy.
    /// </summary>
    internal MediaClaim? ClaimOf(CopyTask task) => task.Group.Media is { } media
        ? new MediaClaim(media.Policy, _recipes.GetValueOrDefault(task), _writer.File)
        : null;

    private Step? WriteUnlessBarred(CopyTask task, MediaPolicy policy, CancellationToken cancellation)
    {
        if (options.Action == ActionKind.Reflink)
        {
            return Step.Skip("only identical files can share blocks, and its tags differ from the keeper's");
        }

        return cancellation.IsCancellationRequested
            ? Step.Skip(ActResult.Interrupted)
            : Write(task, policy, cancellation);
    }

    // No leases are needed: if a file changes before it is proved, the proof fails.
    private Step? Write(CopyTask task, MediaPolicy policy, CancellationToken cancellation)
    {
        NameTask name = task.Names[0];
        VolumeError error = volume.OpenFile(
            name.Keeper.Folder, name.Keeper.Bytes, out FileHandle keeper, out FileFacts keeperFacts);
        if (error.Failed)
        {
            return Step.Fail(volume, "the keeper cannot be opened", error);
        }

        error = volume.OpenFile(name.Place.Folder, name.Place.Bytes, out FileHandle file, out FileFacts facts);
        Step? against = error.Failed
            ? Step.Fail(volume, "it cannot be opened", error)
            : Write(task, policy, (keeper, keeperFacts), (file, facts), cancellation);
        if (!error.Failed)
        {
            volume.Close(file);
        }

        volume.Close(keeper);
        return against;
    }

    private Step? Write(
        CopyTask task, MediaPolicy policy, (FileHandle File, FileFacts Facts) keeper,
        (FileHandle File, FileFacts Facts) other, CancellationToken cancellation)
    {
        JournalIntent intent = task.Names[0].Intent;
        if (!Identity.SameFile(keeper.Facts, intent.KeeperFacts) || !Identity.SameFile(other.Facts, intent.Facts))
        {
            return Step.Skip("it or the keeper has changed");
        }

        if (TwinMaps.Of(
            _mapper, policy, new OpenMedia(volume, keeper.File, keeper.Facts.Size),
            new OpenMedia(volume, other.File, other.Facts.Size), out TwinMaps? maps) is { } fault)
        {
            return Step.Skip(fault);
        }

        long[] numbers = [.. task.Names.Select(static one => one.Intent.Number)];
        Step? against = _writer.Write(
            numbers, maps!, other.File, other.Facts.Size, options.RecipeBytesMax, out Recipe? recipe, cancellation);
        if (recipe is not null)
        {
            _recipes.Add(task, recipe);
        }

        return against;
    }
}
