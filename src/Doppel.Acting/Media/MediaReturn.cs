using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds what a media file that was removed for good can be made from again.</summary>
/// <remarks>Not thread-safe. Dispose lets go of its memory and of the file of recipes.</remarks>
internal sealed class MediaReturn(IChangeableVolume volume, ContentSearch search, RecipeBook recipes) : IDisposable
{
    private readonly MediaMapper _mapper = new();
    private readonly RecipeReplay _replay = new(volume);

    public void Dispose()
    {
        _replay.Dispose();
        recipes.Dispose();
    }

    /// <summary>Opens a file of the same sound or picture, from which the recipe gives the very file back.</summary>
    /// <param name="batch">The batch of the intent.</param>
    /// <param name="intent">Which file is lost.</param>
    /// <param name="refill">What it is made from; its <see cref="RecipeSources.Twin"/> is to be closed once.</param>
    /// <returns>What was tried where there is none; null otherwise.</returns>
    internal string? Open(JournalBatch batch, JournalIntent intent, out MediaRefill? refill)
    {
        refill = null;
        if (recipes.Find(intent.Number) is not { } recipe)
        {
            return "it is nowhere any more, and its tags are not in the journal";
        }

        MediaRefill? found = null;
        string? nowhere = search.Try(batch, intent, name =>
        {
            string? why = search.Open(name, out FileHandle file, out FileFacts facts);
            found = why is null ? TryTwin(intent, recipe, file, facts) : null;
            if (why is null && found is null)
            {
                volume.Close(file);
            }

            return why ?? (found is null ? "it holds another sound or picture" : null);
        }, out _);
        refill = found;
        return nowhere;
    }

    /// <summary>Writes the file to one that is empty.</summary>
    internal VolumeError Write(JournalIntent intent, MediaRefill refill, FileHandle copy) => _replay.Write(
        refill.Recipe, refill.From, volume, copy, intent.Facts.Allocated < intent.Facts.Size);

    // The keeper as the run has noted it, whatever this program takes for payload today; else what it takes for it.
    private MediaRefill? TryTwin(JournalIntent intent, Recipe recipe, FileHandle file, in FileFacts facts)
    {
        var twin = new OpenMedia(volume, file, facts.Size);
        MediaRefill? noted = facts.Size == intent.KeeperFacts.Size
            ? TryRefill(recipe, twin, new PayloadMap([.. recipe.KeeperExtents]))
            : null;
        return noted
            ?? (_mapper.Map(twin, intent.Media ?? default).Map is { } map
                ? TryRefill(recipe, twin, new PayloadMap(map))
                : null);
    }

    private MediaRefill? TryRefill(Recipe recipe, OpenMedia twin, PayloadMap payload)
    {
        var from = new RecipeSources(recipes.File, twin, payload);
        return _replay.DigestOf(recipe, from) == recipe.Digest ? new MediaRefill(recipe, from) : null;
    }
}
