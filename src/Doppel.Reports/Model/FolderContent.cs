namespace Doppel.Reports;

/// <summary>Describes everything below a folder, at any depth.</summary>
/// <param name="Bytes">The total size of the files in bytes. Each name counts separately.</param>
/// <param name="Files">The number of file names, including empty files.</param>
/// <param name="Entries">The number of names of any kind: files, symbolic links and folders.</param>
/// <param name="Proof">How the files were proved equal; the weakest proof among them.</param>
public readonly record struct FolderContent(long Bytes, long Files, long Entries, Proof Proof);
