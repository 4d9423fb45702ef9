using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open folder that was reached without symbolic links.</summary>
/// <param name="Handle">The folder.</param>
/// <param name="Device">The device number.</param>
/// <param name="Inode">The inode number.</param>
/// <param name="Reference">The reference folder that it is or is below, if any.</param>
/// <param name="Barred">
/// Why nothing below it may be changed, as a reason of <see cref="PlanRefusal"/>, or null if it may.
/// </param>
internal sealed record KnownFolder(
    FolderHandle Handle, ulong Device, ulong Inode, ReferenceFolder? Reference, string? Barred);
