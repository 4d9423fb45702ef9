namespace Doppel.Acting;

/// <summary>What a media file is made from again.</summary>
/// <param name="Recipe">How.</param>
/// <param name="From">From what; its twin is open.</param>
internal sealed record MediaRefill(Recipe Recipe, RecipeSources From);
