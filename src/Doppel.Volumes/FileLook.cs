namespace Doppel.Volumes;

/// <summary>All that is known of a file without reading its content.</summary>
/// <param name="Facts">What it is.</param>
/// <param name="Protection">What stands against changing it.</param>
/// <param name="Extras">What it carries.</param>
public readonly record struct FileLook(FileFacts Facts, FileProtection Protection, FileExtras Extras);
