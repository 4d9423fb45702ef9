using System.Buffers.Binary;
using System.Security.Cryptography;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>All that lies below a folder.</summary>
/// <param name="Path">The folder's absolute path.</param>
/// <param name="Facts">What it is itself.</param>
/// <param name="Entries">Its entries at any depth, ordered by path; a folder comes before what lies in it.</param>
internal sealed record FolderListing(ReportName Path, FileFacts Facts, IReadOnlyList<FolderEntry> Entries)
{
    internal IEnumerable<FolderEntry> Files => Entries.Where(static entry => entry.Facts.Kind == EntryKind.File);

    internal IEnumerable<FolderEntry> Links => Entries.Where(static entry => entry.Facts.Kind == EntryKind.Link);

    /// <summary>Folders below it, the deepest of each branch first.</summary>
    internal IEnumerable<FolderEntry> FoldersFromBelow =>
        Entries.Where(static entry => entry.Facts.Kind == EntryKind.Folder).Reverse();

    /// <summary>Files as inodes, each with its names below the folder.</summary>
    internal IEnumerable<IGrouping<(ulong Device, ulong Inode), FolderEntry>> Inodes =>
        Files.GroupBy(static file => (file.Facts.Device, file.Facts.Inode));

    /// <summary>The absolute name of an entry.</summary>
    internal ReportName NameOf(FolderEntry entry) =>
        new((byte[])[.. Path.Bytes, (byte)'/', .. entry.Path.Bytes]);

    /// <summary>
    /// A number for all that was seen: another one where an entry was added, removed, replaced or written to.
    /// </summary>
    /// <returns>SHA-256 in hex.</returns>
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
