using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Finding.Tests;

/// <summary>
/// Tells of named contents which are of one sound or picture: maps all of them whole and compares payloads as they are.
/// </summary>
internal static class MediaOracle
{
    /// <summary>The media groups, a line each: format, bytes of payload, then names parted by '|'.</summary>
    /// <remarks>A name may stand for an inode with several names, joined by '='.</remarks>
    internal static string Groups(IReadOnlyDictionary<string, byte[]> files, MediaPolicy policy) =>
        string.Join('\n', files
            .Select(file => (Name: file.Key, Content: file.Value, Payload: PayloadOf(file.Value, policy)))
            .Where(file => file.Payload.Length > 0)
            .GroupBy(file => file.Payload)
            .Select(group => group.OrderBy(file => file.Name, StringComparer.Ordinal).ToArray())
            .Where(group => group.Select(file => Convert.ToHexString(file.Content)).Distinct().Count() > 1)
            .OrderByDescending(group => Redundant(group.Select(file => file.Content)))
            .ThenBy(group => group[0].Name, StringComparer.Ordinal)
            .Select(group => $"{group[0].Payload.Split(' ')[0]} {Redundant(group.Select(file => file.Content))}: "
                + string.Join(" | ", group.Select(file => file.Name))));

    /// <summary>How many groups the loose policy has that the strict one has in pieces, or not at all.</summary>
    internal static int LooseGroups(IReadOnlyDictionary<string, byte[]> files) => files.Values
        .Select(static file => (
            Loose: PayloadOf(file, MediaPolicy.Loose), Strict: PayloadOf(file, MediaPolicy.Strict)))
        .Where(static file => file.Loose.Length > 0).GroupBy(static file => file.Loose)
        .Count(static group => group.Select(static file => file.Strict).Distinct().Count() > 1);

    /// <summary>Names of what looks like media and is not comparable, with the reason.</summary>
    internal static string[] NotComparable(
        IReadOnlyDictionary<string, byte[]> files, MediaPolicy policy, MapDepth depth) =>
        [.. files
            .GroupBy(file => Convert.ToHexString(file.Value))
            .Select(same => same.OrderBy(file => file.Key, StringComparer.Ordinal).First())
            .Select(file => (
                Name: file.Key, Why: new MediaMapper().Map(new ArraySource(file.Value), policy, depth).Reason))
            .Where(file => file.Why.Length > 0)
            .Select(file => $"{file.Name.Split('=')[0]}: {file.Why}")];

    internal static string Show(ReportNotComparable item) => $"{item.Path}: {item.Reason}";

    /// <summary>The same lines of a result.</summary>
    internal static string Groups(FindResult result) => string.Join('\n', result.MediaGroups.Select(
        group => $"{group.Format} {group.RedundantBytes}: "
            + string.Join(" | ", group.Copies.Select(copy => string.Join('=', copy.Copy.Names)))));

    /// <summary>Everything that a report shows of a result, except for proofs and digests of complete files.</summary>
    internal static string Report(FindResult result) => string.Join('\n',
    [
        .. result.MediaGroups.SelectMany(static group =>
            (string[])[
                $"{group.Format} {group.Policy} {group.Proof} {group.Digest} {group.PayloadBytes} "
                    + $"{group.RedundantBytes}",
                .. group.Copies.Select(static copy =>
                    $"  {string.Join('=', copy.Copy.Names)} {copy.Copy.Inode} {copy.Size} {copy.Content} "
                        + $"{copy.CoverBytes} {copy.Taken:o} " + string.Join(", ", copy.Tags.Select(
                            static tag => $"{tag.Name}: {string.Join(" / ", tag.Values)}"))),
            ]),
        .. result.NotComparable.Select(static item => $"{Show(item)} {item.Format}"),
        Search.Groups(result), Search.Problems(result), $"{result.Summary.Media}",
    ]);

    /// <summary>What is true of every result with media, whatever was searched.</summary>
    internal static IEnumerable<string> Broken(FindResult result)
    {
        ReportMediaGroup[] groups = [.. result.MediaGroups];
        if (result.Summary.Media is not { } totals || totals.Groups != groups.Length
            || totals.Copies != groups.Sum(group => group.Copies.Count)
            || totals.RedundantBytes != groups.Sum(group => group.RedundantBytes)
            || totals.NotComparable != result.NotComparable.Count())
        {
            yield return $"The totals {result.Summary.Media} are not those of {groups.Length} groups.";
        }

        foreach (ReportMediaGroup group in groups)
        {
            int[] contents = [.. group.Copies.Select(copy => copy.Content)];
            int[] firsts = [.. contents.Distinct()];
            if (firsts.Length < 2 || !firsts.SequenceEqual(Enumerable.Range(0, firsts.Length)))
            {
                yield return $"Contents are numbered {string.Join(',', contents)}.";
            }
        }
    }

    private static string PayloadOf(byte[] content, MediaPolicy policy)
    {
        if (new MediaMapper().Map(new ArraySource(content), policy).Map is not { } map)
        {
            return "";
        }

        IEnumerable<byte> payload = map.Extents.SelectMany(
            extent => content.AsSpan((int)extent.Offset, (int)extent.Length).ToArray());
        return $"{map.Format.ToString().ToLowerInvariant()} {map.Key} {Convert.ToHexString([.. payload])}";
    }

    private static long Redundant(IEnumerable<byte[]> contents)
    {
        long[] sizes = [.. contents.DistinctBy(Convert.ToHexString).Select(content => (long)content.Length)];
        return sizes.Sum() - sizes.Max();
    }
}
