using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>Says what a saved volume is a record of.</summary>
public sealed record SavedDescription
{
    /// <summary>Gets when it was made, by the clock of the machine that made it.</summary>
    public required FileTime Made { get; init; }

    /// <summary>Gets the name of the machine that made it. Empty if unknown.</summary>
    public string Host { get; init; } = "";

    /// <summary>Gets the version of the program that made it.</summary>
    public string Version { get; init; } = "";

    /// <summary>
    /// Gets the hash functions of the list that it was made from, in the order of their numbers. Empty if it was made
    /// from a disk.
    /// </summary>
    public IReadOnlyList<DigestAlgorithm> Algorithms { get; init; } = [];

    /// <summary>Gets the folders and files that were saved, at least one.</summary>
    public required IReadOnlyList<SavedRoot> Roots { get; init; }
}

/// <summary>A folder or file that was saved with everything below it.</summary>
/// <param name="Path">The absolute path, in the bytes of its volume.</param>
/// <param name="FileSystem">What identifies the file system of the root, if it has a lasting identity.</param>
/// <param name="Label">The label of the file system. Empty if it has none or it is unknown.</param>
public sealed record SavedRoot(ReadOnlyMemory<byte> Path, FileSystemIdentity FileSystem, string Label);

/// <summary>The totals of a saved volume.</summary>
/// <param name="Folders">The number of folders that are roots or in one.</param>
/// <param name="Names">The number of names of files.</param>
/// <param name="Files">The number of files. Hard links to one file count once.</param>
/// <param name="Bytes">The sum of the sizes of these files, as far as they are known.</param>
/// <param name="Digests">The number of these files whose content is known.</param>
/// <param name="Problems">The number of files and folders that could not be saved completely.</param>
public readonly record struct SavedTotals(
    long Folders, long Names, long Files, long Bytes, long Digests, long Problems)
{
    internal SavedTotals With(in SavedFile file) => this with
    {
        Names = Names + 1,
        Files = Files + (file.FirstName == 0 ? 1 : 0),
        Bytes = Bytes + (file.FirstName == 0 ? Math.Max(0, file.Size) : 0),
        Digests = Digests + (file.Digest is null && file.Listed is null ? 0 : 1),
    };
}
