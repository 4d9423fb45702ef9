namespace Doppel.Reports;

/// <summary>What lies below a folder, at any depth.</summary>
/// <param name="Bytes">Sizes of the files, each name counted.</param>
/// <param name="Files">Names of files, empty ones too.</param>
/// <param name="Entries">Names of everything: files, symbolic links and folders.</param>
/// <param name="Proof">How the equality of the files was shown: the weakest of all.</param>
public readonly record struct FolderContent(long Bytes, long Files, long Entries, Proof Proof);
