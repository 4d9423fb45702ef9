using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The sources of a recipe's bytes.</summary>
/// <param name="Kept">The open recipe file.</param>
/// <param name="Twin">An open file with the same payload.</param>
/// <param name="Payload">Where the payload is in that file.</param>
internal sealed record RecipeSources(FileHandle Kept, OpenMedia Twin, PayloadMap Payload);
