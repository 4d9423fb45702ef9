namespace Doppel.Cli;

/// <summary>A list of roots to read.</summary>
/// <param name="Path">The file as <see cref="ByteText"/>; "-" for standard input.</param>
/// <param name="Separator">The byte that terminates each name.</param>
internal readonly record struct ListSource(string Path, byte Separator);
