namespace Doppel.Acting;

/// <summary>Contains what is needed to rebuild a media file.</summary>
/// <param name="Recipe">The recipe.</param>
/// <param name="From">The sources of the recipe. The twin in it is open.</param>
internal sealed record MediaRefill(Recipe Recipe, RecipeSources From);
