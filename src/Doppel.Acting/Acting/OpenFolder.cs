using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open folder, with what was found when it was opened.</summary>
/// <param name="Handle">The folder.</param>
/// <param name="Facts">The facts of the folder, such as its owner and mode.</param>
/// <param name="Protection">The flags that prevent changes to the folder, and its mount.</param>
internal readonly record struct OpenFolder(FolderHandle Handle, FileFacts Facts, FileProtection Protection);
