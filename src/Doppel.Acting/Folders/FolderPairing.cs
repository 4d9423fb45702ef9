using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds for each entry of a folder that goes what stands for it in the folder that stays.</summary>
/// <remarks>It only says which files are to be compared: who acts compares every byte.</remarks>
internal static class FolderPairing
{
    /// <summary>Pairs all files.</summary>
    /// <param name="going">The folder that goes.</param>
    /// <param name="staying">The folder that stays.</param>
    /// <param name="match">Whether names count.</param>
    /// <param name="digestOf">
    /// Tells the digest of a file's content, to choose among several of one size; null where that does not matter yet.
    /// </param>
    /// <param name="pairs">Each name of a file that goes, and the file that it is compared with.</param>
    /// <returns>What has nothing that stands for it, as a clause; null if all is well.</returns>
    internal static string? Pair(
        FolderListing going, FolderListing staying, FolderMatch match,
        Func<FolderListing, FolderEntry, string?>? digestOf, out List<(FolderEntry Going, FolderEntry Staying)> pairs)
    {
        pairs = [];
        return match == FolderMatch.Name
            ? PairByName(going, staying, pairs)
            : PairByContent(going, staying, digestOf, pairs);
    }

    private static string? PairByName(
        FolderListing going, FolderListing staying, List<(FolderEntry Going, FolderEntry Staying)> pairs)
    {
        Dictionary<ReportName, FolderEntry> known = staying.Entries.ToDictionary(static entry => entry.Path);
        foreach (FolderEntry entry in going.Entries)
        {
            if (!known.TryGetValue(entry.Path, out FolderEntry? other) || other.Facts.Kind != entry.Facts.Kind
                || (entry.Facts.Kind == EntryKind.File && entry.Facts.Size != other.Facts.Size)
                || entry.Text != other.Text)
            {
                return $"{entry.Path} in it is not as in {staying.Path}";
            }

            if (entry.Facts.Kind == EntryKind.File)
            {
                pairs.Add((entry, other));
            }
        }

        return null;
    }

    private static string? PairByContent(
        FolderListing going, FolderListing staying, Func<FolderListing, FolderEntry, string?>? digestOf,
        List<(FolderEntry Going, FolderEntry Staying)> pairs)
    {
        HashSet<ReportName> texts = [.. staying.Links.Select(static link => link.Text)];
        if (going.Links.FirstOrDefault(link => !texts.Contains(link.Text)) is { } without)
        {
            return $"no link in {staying.Path} is like {without.Path} in it";
        }

        ILookup<long, FolderEntry> sizes = staying.Files.ToLookup(static file => file.Facts.Size);
        Dictionary<FolderEntry, string?> digests = new(ReferenceEqualityComparer.Instance);
        foreach (FolderEntry file in going.Files)
        {
            FolderEntry[] alike = [.. sizes[file.Facts.Size]];
            FolderEntry? other = alike.Length <= 1 || digestOf is null || file.Facts.Size == 0
                ? alike.FirstOrDefault()
                : digestOf(going, file) is { } own
                    ? alike.FirstOrDefault(one => own == DigestOf(one))
                    : null;
            if (other is null)
            {
                return $"no file in {staying.Path} has the content of {file.Path} in it";
            }

            pairs.Add((file, other));
        }

        return null;

        string? DigestOf(FolderEntry one)
        {
            if (!digests.TryGetValue(one, out string? digest))
            {
                digests[one] = digest = digestOf(staying, one);
            }

            return digest;
        }
    }
}
