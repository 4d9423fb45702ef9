using System.Buffers.Binary;
using System.Security.Cryptography;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Contains everything below a folder.</summary>
/// <param name="Path">The absolute path of the folder.</param>
/// <param name="Facts">The facts of the folder itself.</param>
/// <param name="Entries">The entries at any depth, ordered by path. A folder comes before its entries.</param>
internal sealed record FolderListing(ReportName Path, FileFacts Facts, IReadOnlyList<FolderEntry> Entries)
{
    internal IEnumerable<FolderEntry> Files => Entries.Where(static entry => entry.Facts.Kind == EntryKind.File);

    internal IEnumerable<FolderEntry> Links => Entries.Where(static entry => entry.Facts.Kind == EntryKind.Link);

    /// <summary>Gets the folders below it, each after the folders that it contains.</summary>
    internal IEnumerable<FolderEntry> FoldersFromBelow =>
        Entries.Where(static entry => entry.Facts.Kind == EntryKind.Folder).Reverse();

    /// <summary>Gets the files as inodes, each with its names below the folder.</summary>
    internal IEnumerable<IGrouping<(ulong Device, ulong Inode), FolderEntry>> Inodes =>
        Files.GroupBy(static file => (file.Facts.Device, file.Facts.Inode));

    /// <summary>Returns the absolute name of an entry.</summary>
    internal ReportName NameOf(FolderEntry entry) =>
        new((byte[])[.. Path.Bytes, (byte)'/', .. entry.Path.Bytes]);

    /// <summary>
    /// Computes a digest of everything that was listed. It changes if any entry is added, removed, replaced or
    /// modified.
    /// </summary>
    /// <returns>The SHA-256 in hex.</returns>
    internal string Fingerprint()
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Append(hash, default, Facts, default);
        foreach (FolderEntry entry in Entries)
        {
            Append(hash, entry.Path, entry.Facts, entry.Text);
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }

    private static void Append(IncrementalHash hash, ReportName path, in FileFacts facts, ReportName text)
    {
        Span<byte> numbers = stackalloc byte[48];
        BinaryPrimitives.WriteInt64LittleEndian(numbers, (long)facts.Kind);
        BinaryPrimitives.WriteUInt64LittleEndian(numbers[8..], facts.Inode);
        BinaryPrimitives.WriteInt64LittleEndian(numbers[16..], facts.Size);
        BinaryPrimitives.WriteInt64LittleEndian(numbers[24..], facts.Modified.Seconds);
        BinaryPrimitives.WriteInt32LittleEndian(numbers[32..], facts.Modified.Nanoseconds);
        BinaryPrimitives.WriteInt32LittleEndian(numbers[36..], path.Bytes.Length);
        BinaryPrimitives.WriteInt32LittleEndian(numbers[40..], text.Bytes.Length);
        hash.AppendData(numbers);
        hash.AppendData(path.Bytes);
        hash.AppendData(text.Bytes);
    }
}

/// <summary>Represents an entry at any depth below a folder.</summary>
/// <param name="Path">The path relative to the folder.</param>
/// <param name="Facts">The facts of the entry.</param>
/// <param name="Text">The target text of a symbolic link. Empty for any other entry.</param>
internal sealed record FolderEntry(ReportName Path, FileFacts Facts, ReportName Text);
