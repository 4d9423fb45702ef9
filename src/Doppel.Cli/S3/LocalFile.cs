namespace Doppel.Cli.S3;

/// <summary>A file to upload.</summary>
/// <param name="Path">Where it is.</param>
/// <param name="Key">What it is called below its folder, with '/' between components.</param>
/// <param name="Bytes">How long it is.</param>
internal readonly record struct LocalFile(string Path, string Key, long Bytes);
