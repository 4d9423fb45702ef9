namespace Doppel.Finding;

/// <summary>What the files of one folder have in common.</summary>
/// <param name="Parent">The folder's id, or for a root -1 minus its index.</param>
/// <param name="Mark">The device and marks.</param>
/// <param name="IsForgotten">Whether they no longer take part, since another path to the folder stands.</param>
internal readonly record struct FilePlace(int Parent, DeviceMark Mark, bool IsForgotten);
