namespace Doppel.Testing.Trees;

/// <summary>One inode of a group, with its names in order.</summary>
/// <param name="Device">What tells volumes apart.</param>
/// <param name="Inode">Unique on the device.</param>
/// <param name="Names">Absolute paths in their order.</param>
public sealed record ContentCopy(string Device, string Inode, IReadOnlyList<ByteName> Names);
