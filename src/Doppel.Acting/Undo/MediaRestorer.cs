using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds sources from which a permanently removed media file can be rebuilt.</summary>
/// <remarks>Not thread-safe. Dispose releases the buffers and closes the recipe file.</remarks>
internal sealed class MediaRestorer(IChangeableVolume volume, ContentSearch search, RecipeBook recipes) : IDisposable
{
    private readonly MediaMapper _mapper = new();
    private readonly RecipeReplay _replay = new(volume);

    public void Dispose()
    {
        _replay.Dispose();
        recipes.Dispose();
    }

    /// <summary>
    /// Opens a file with the same audio or image payload, from which the recipe reproduces the exact lost file.
    /// </summary>
    /// <param name="batch">The batch of the intent.</param>
    /// <param name="intent">The intent whose file is lost.</param>
    /// <param name="refill">
    /// What to rebuild the file from. The caller must close its <see cref="RecipeSources.Twin"/> once.
    /// </param>
    /// <returns>What was tried if nothing was found, otherwise null.</returns>
    internal string? Open(JournalBatch batch, JournalIntent intent, out MediaRefill? refill)
    {
        refill = null;
        if (recipes.Find(intent.Number) is not { } recipe)
        {
            return "no copy is left, and its tags are not in the journal";
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

            return why ?? (found is null ? "it has different audio or image data" : null);
        }, out _);
        refill = found;
        return nowhere;
    }

    /// <summary>Writes the lost file to an empty file.</summary>
    internal VolumeError Write(JournalIntent intent, MediaRefill refill, FileHandle copy) => _replay.Write(
        refill.Recipe, refill.From, volume, copy, intent.Facts.Allocated < intent.Facts.Size);

    // Tries the keeper's payload as the run recorded it, whatever this version treats as payload, and then the payload
    // as this version maps it.
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

/// <summary>Contains what is needed to rebuild a media file.</summary>
/// <param name="Recipe">The recipe.</param>
/// <param name="From">The sources of the recipe. The twin in it is open.</param>
internal sealed record MediaRefill(Recipe Recipe, RecipeSources From);
