using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>
/// The files that were in groups when the same roots were last searched with <c>--since-last</c>, so that only new
/// groups are reported.
/// </summary>
/// <remarks>
/// A group is new if any of its names was in no group then, or has changed since. What is kept of a name is a number of
/// 64 bits, in a file beside the catalog: a mark, the numbers in ascending order, and a check.
/// </remarks>
internal sealed class SeenGroups
{
    private const string FolderName = "/last";
    private const ulong Mark = 0x314C_5453_414C_5044; // "DPLASTL1", little-endian

    private readonly string _path;
    private readonly HashSet<ulong> _last;
    private readonly List<ulong> _now = [];

    private SeenGroups(string path, HashSet<ulong> last) => (_path, _last) = (path, last);

    /// <summary>Gets whether these roots have not been searched with the option before.</summary>
    internal bool IsFirst { get; private init; }

    /// <summary>Reads what was kept of the last search of these roots.</summary>
    /// <param name="catalog">The folder of the catalog.</param>
    /// <param name="roots">The absolute paths of the roots.</param>
    /// <exception cref="UsageException">It exists and cannot be read.</exception>
    internal static SeenGroups Open(string catalog, IReadOnlyList<ReportName> roots)
    {
        var hash = new Xxh3State();
        foreach (ReportName root in roots)
        {
            hash.Append(root.Bytes);
            hash.Append("\0"u8);
        }

        string path = string.Create(
            CultureInfo.InvariantCulture, $"{catalog}{FolderName}/{hash.GetDigest().Low:x16}.names");
        try
        {
            byte[] bytes = File.Exists(path) ? File.ReadAllBytes(path) : [];
            return new SeenGroups(path, TryParse(bytes, out HashSet<ulong> last) ? last : [])
            {
                IsFirst = last.Count == 0,
            };
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot read {Quote.Text(path)}: {SystemText.Of(failure)}");
        }
    }

    /// <summary>Returns the groups that are new, and notes all of them for the next search.</summary>
    internal IEnumerable<ReportGroup> New(IEnumerable<ReportGroup> groups)
    {
        _now.Clear();
        foreach (ReportGroup group in groups)
        {
            bool isNew = false;
            foreach (ReportCopy copy in group.Copies)
            {
                foreach (ReportName name in copy.Names)
                {
                    ulong number = NumberOf(group, copy, name);
                    isNew |= !_last.Contains(number);
                    _now.Add(number);
                }
            }

            if (isNew)
            {
                yield return group;
            }
        }
    }

    /// <summary>Returns the totals for the new groups alone.</summary>
    /// <param name="summary">The totals of the search.</param>
    /// <param name="groups">The groups of the search.</param>
    /// <param name="references">How many of the first roots are reference folders.</param>
    internal ReportSummary TotalsOf(ReportSummary summary, IEnumerable<ReportGroup> groups, int references)
    {
        (long count, long files, long bytes) = (0, 0, 0);
        foreach (ReportGroup group in New(groups))
        {
            int kept = references == 0
                ? 1
                : group.Copies.Count(copy => copy.Roots.Any(root => root < references));
            count++;
            files += group.Copies.Count - kept;
            bytes += group.RedundantBytes;
        }

        return summary with
        {
            Groups = count,
            KnownGroups = summary.Groups - count,
            RedundantFiles = files,
            RedundantBytes = bytes,
        };
    }

    /// <summary>Keeps the names that were noted, in place of those of the last search.</summary>
    /// <exception cref="UsageException">They cannot be written.</exception>
    internal void Save()
    {
        ulong[] numbers = [.. _now.Distinct().Order()];
        byte[] bytes = new byte[(numbers.Length + 2) * sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, Mark);
        for (int i = 0; i < numbers.Length; i++)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan((i + 1) * sizeof(ulong)), numbers[i]);
        }

        BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(bytes.Length - sizeof(ulong)), CheckOf(bytes));
        PrivateFile.Write(_path, bytes);
    }

    private static ulong NumberOf(ReportGroup group, ReportCopy copy, ReportName name)
    {
        ReadOnlySpan<long> state = [group.Size, copy.Modified.Seconds, copy.Modified.Nanoseconds];
        ulong seed = Xxh3.Hash128(MemoryMarshal.AsBytes(state)).Low;
        return Xxh3.Hash128(name.Bytes, seed).Low;
    }

    private static ulong CheckOf(ReadOnlySpan<byte> bytes) => Xxh3.Hash128(bytes[..^sizeof(ulong)]).Low;

    // What is damaged counts as not there: then all groups are new.
    private static bool TryParse(ReadOnlySpan<byte> bytes, out HashSet<ulong> numbers)
    {
        numbers = [];
        if (bytes.Length < 2 * sizeof(ulong) || bytes.Length % sizeof(ulong) != 0
            || BinaryPrimitives.ReadUInt64LittleEndian(bytes) != Mark
            || BinaryPrimitives.ReadUInt64LittleEndian(bytes[^sizeof(ulong)..]) != CheckOf(bytes))
        {
            return false;
        }

        for (int at = sizeof(ulong); at < bytes.Length - sizeof(ulong); at += sizeof(ulong))
        {
            numbers.Add(BinaryPrimitives.ReadUInt64LittleEndian(bytes[at..]));
        }

        return true;
    }
}
