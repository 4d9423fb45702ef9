using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds the counterpart of each entry of a dropped folder in the folder that is kept.</summary>
/// <remarks>This only determines which files to compare. Acting on them compares every byte.</remarks>
internal static class FolderPairing
{
    /// <summary>Pairs all files.</summary>
    /// <param name="going">The folder to drop.</param>
    /// <param name="staying">The folder to keep.</param>
    /// <param name="match">Whether names must match.</param>
    /// <param name="digestOf">
    /// Returns the digest of a file's content, to choose among several files of equal size. Null if the choice does not
    /// matter yet.
    /// </param>
    /// <param name="pairs">Each name of a dropped file, with the file to compare it with.</param>
    /// <returns>Which entry has no counterpart, as a clause, or null on success.</returns>
    internal static string? Pair(
        FolderListing going, FolderListing staying, FolderMatch match,
        Func<FolderListing, FolderEntry, string?>? digestOf, out List<(FolderEntry Going, FolderEntry Staying)> pairs)
    {
        pairs = [];
        return match == FolderMatch.Name
            ? PairByName(going, staying, pairs)
            : PairByContent(going, staying, digestOf, pairs);
    }

    /// <summary>Pairs each file of a folder with at most one file of equal content in another one.</summary>
    /// <param name="from">The folder with the files to drop, of which those without a counterpart are left out.</param>
    /// <param name="kept">The folder whose files are all kept.</param>
    /// <param name="digestOf">Returns the digest of a file's content.</param>
    internal static List<(FolderEntry Going, FolderEntry Staying)> PairSome(
        FolderListing from, FolderListing kept, Func<FolderListing, FolderEntry, string?> digestOf)
    {
        List<(FolderEntry Going, FolderEntry Staying)> pairs = [];
        ILookup<long, FolderEntry> sizes = from.Files.ToLookup(static file => file.Facts.Size);
        Dictionary<FolderEntry, string?> digests = new(ReferenceEqualityComparer.Instance);
        HashSet<FolderEntry> taken = new(ReferenceEqualityComparer.Instance);
        foreach (FolderEntry file in kept.Files)
        {
            FolderEntry[] alike = [.. sizes[file.Facts.Size].Where(one => !taken.Contains(one))];
            string? own = alike.Length > 0 && file.Facts.Size > 0 ? digestOf(kept, file) : null;
            FolderEntry? other = file.Facts.Size == 0
                ? alike.FirstOrDefault()
                : alike.FirstOrDefault(one => own is not null && own == DigestOf(one));
            if (other is not null)
            {
                taken.Add(other);
                pairs.Add((other, file));
            }
        }

        return pairs;

        string? DigestOf(FolderEntry one)
        {
            if (!digests.TryGetValue(one, out string? digest))
            {
                digests[one] = digest = digestOf(from, one);
            }

            return digest;
        }
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
                return $"{entry.Path} in it differs from the one in {staying.Path}";
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
            return $"no link in {staying.Path} equals {without.Path} in it";
        }

        ILookup<long, FolderEntry> sizes = staying.Files.ToLookup(static file => file.Facts.Size);
        Dictionary<FolderEntry, string?> digests = new(ReferenceEqualityComparer.Instance);
        foreach (FolderEntry file in going.Files)
        {
            FolderEntry[] alike = [.. sizes[file.Facts.Size]];
            FolderEntry? other = null;
            if (alike.Length <= 1 || digestOf is null || file.Facts.Size == 0)
            {
                other = alike.FirstOrDefault();
            }
            else if (digestOf(going, file) is { } own)
            {
                other = alike.FirstOrDefault(one => own == DigestOf(one));
            }

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
