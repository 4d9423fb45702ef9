using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open folder, and what was found of it when it was opened.</summary>
/// <param name="Handle">The folder.</param>
/// <param name="Facts">Its owner and mode.</param>
/// <param name="Protection">What stands against changing it, and its mount.</param>
internal readonly record struct OpenFolder(FolderHandle Handle, FileFacts Facts, FileProtection Protection);
