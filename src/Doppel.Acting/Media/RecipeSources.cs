using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Where the bytes of a recipe come from.</summary>
/// <param name="Kept">The open file of recipes.</param>
/// <param name="Twin">An open file of the same payload.</param>
/// <param name="Payload">Where that lies in it.</param>
internal sealed record RecipeSources(FileHandle Kept, OpenMedia Twin, PayloadMap Payload);
