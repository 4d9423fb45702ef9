namespace Doppel.Volumes;

/// <summary>Contains everything that is known about a file without reading its content.</summary>
/// <param name="Facts">The basic metadata.</param>
/// <param name="Protection">The flags that prevent changes to the file.</param>
/// <param name="Extras">The inode flags and extended attributes.</param>
public readonly record struct FileLook(FileFacts Facts, FileProtection Protection, FileExtras Extras);
