using Doppel.Media;

namespace Doppel.Acting;

/// <summary>What makes files of a group one, where they are no copies: one sound or picture under other tags.</summary>
/// <param name="Format">The format, a word in small letters such as mp3.</param>
/// <param name="Policy">What counts as sound or picture.</param>
public sealed record PlanMedia(string Format, MediaPolicy Policy);
