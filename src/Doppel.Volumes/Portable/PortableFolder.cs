namespace Doppel.Volumes.Portable;

/// <summary>An open folder: no handle of the system, only where it is and what stood there.</summary>
internal sealed record PortableFolder(string Path, LinkPolicy Links, FileFacts Facts);
