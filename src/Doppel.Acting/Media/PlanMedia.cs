using Doppel.Media;

namespace Doppel.Acting;

/// <summary>
/// Describes what the files of a group have in common if they are not identical copies: the same audio or image payload
/// with different tags.
/// </summary>
/// <param name="Format">The format as a lowercase word, such as mp3.</param>
/// <param name="Policy">The policy that defines the payload.</param>
public sealed record PlanMedia(string Format, MediaPolicy Policy);
