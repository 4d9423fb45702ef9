using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open folder that was reached without symbolic links.</summary>
/// <param name="Handle">The folder.</param>
/// <param name="Device">Its device.</param>
/// <param name="Inode">Its inode.</param>
/// <param name="Reference">The reference folder that it is or lies below.</param>
/// <param name="Barred">Why nothing below it is acted on, as a reason of <see cref="PlanRefusal"/>; null if so.</param>
internal sealed record KnownFolder(
    FolderHandle Handle, ulong Device, ulong Inode, ReferenceFolder? Reference, string? Barred);
