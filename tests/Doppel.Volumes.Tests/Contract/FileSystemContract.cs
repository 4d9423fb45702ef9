namespace Doppel.Volumes.Tests;

/// <summary>
/// The laws that every file system obeys beside those of all volumes. Buckets have no links, no permissions, no limit
/// for names, no names that are not text, and no files that stay readable while they are open.
/// </summary>
public abstract partial class FileSystemContract(VolumePlace place) : VolumeContract(place);
