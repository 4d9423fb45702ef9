namespace Doppel.Finding;

/// <summary>What the files of one folder have in common.</summary>
/// <param name="Parent">The folder's id, or -1 minus the root's index for a root.</param>
/// <param name="Mark">The device and flags.</param>
/// <param name="IsForgotten">Whether the files no longer take part, because another path represents the folder.</param>
internal readonly record struct FilePlace(int Parent, DeviceMark Mark, bool IsForgotten);
