using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What is to be proved of a file that is no copy of its keeper, but of one sound or picture with it.
/// </summary>
/// <param name="Policy">What counts as that.</param>
/// <param name="Recipe">How it can be made anew; null where it is not removed for good.</param>
/// <param name="Recipes">The open file of recipes; <see cref="FileHandle.None"/> without one.</param>
internal sealed record MediaClaim(MediaPolicy Policy, Recipe? Recipe, FileHandle Recipes);
