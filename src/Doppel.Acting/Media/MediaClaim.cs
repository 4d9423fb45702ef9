using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// What must be proved about a file that is not an identical copy of its keeper but shares its audio or image payload.
/// </summary>
/// <param name="Policy">The policy that defines the payload.</param>
/// <param name="Recipe">The recipe to rebuild the file, or null if it is not removed permanently.</param>
/// <param name="Recipes">The open recipe file, or <see cref="FileHandle.None"/> without a recipe.</param>
internal sealed record MediaClaim(MediaPolicy Policy, Recipe? Recipe, FileHandle Recipes);
