namespace Doppel.Cli;

/// <summary>A file to upload.</summary>
/// <param name="Path">The path of the file.</param>
/// <param name="Key">The path relative to the uploaded folder, with '/' between components.</param>
/// <param name="Bytes">The size in bytes.</param>
internal readonly record struct LocalFile(string Path, string Key, long Bytes);
