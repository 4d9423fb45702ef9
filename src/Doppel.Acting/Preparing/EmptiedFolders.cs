using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds the folders that a plan leaves empty by removing names from them.</summary>
/// <remarks>
/// Only the number of entries is compared with the number of names to remove. If this is wrong, a folder is not empty
/// in the end and stays. Needs some 50 bytes for each folder with a name of the plan. Not thread-safe.
/// </remarks>
internal sealed class EmptiedFolders(IChangeableVolume volume, RemovableFolders removable)
{
    private readonly Dictionary<Digest128, FolderCount> _counts = [];
    private readonly List<ReportName> _emptied = [];

    /// <summary>
    /// Returns the folders that will be empty, deepest first. Call it once, before anything is removed.
    /// </summary>
    /// <param name="folders">The folders of the plan, which are removed too.</param>
    /// <param name="groups">The groups of the plan.</param>
    internal IReadOnlyList<ReportName> Expect(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        foreach (ReportName name in Leaving(folders, groups))
        {
            CountOf(Above(name.Bytes)).Leaving++;
        }

        foreach (ReportName name in Leaving(folders, groups))
        {
            ReadOnlySpan<byte> path = Above(name.Bytes);
            if (!CountOf(path).IsKnown)
            {
                Look(new ReportName(path.ToArray()));
            }
        }

        return [.. _emptied.OrderByDescending(static path => path.Bytes.Count((byte)'/')).ThenBy(static path => path)];
    }

    /// <summary>Counts the folders that are empty now. Call it once, after names were removed.</summary>
    /// <param name="folders">The folders of the plan.</param>
    /// <param name="groups">The groups of the plan.</param>
    internal long CountEmpty(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        long empty = 0;
        foreach (ReportName name in Leaving(folders, groups))
        {
            ReadOnlySpan<byte> path = Above(name.Bytes);
            ref FolderCount count = ref CountOf(path);
            if (!count.IsKnown)
            {
                count.IsKnown = true;
                empty += EntriesOf(new ReportName(path.ToArray())) == 0 ? 1 : 0;
            }
        }

        return empty;
    }

    private static IEnumerable<ReportName> Leaving(
        IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups) =>
        folders.Select(static folder => folder.Name).Concat(groups.SelectMany(static group => group.Drop)
            .SelectMany(static copy => copy.Names));

    private static ReadOnlySpan<byte> Above(ReadOnlySpan<byte> name) =>
        name[..Math.Max(1, name.LastIndexOf((byte)'/'))];

    // The reference is valid until the next call.
    private ref FolderCount CountOf(ReadOnlySpan<byte> path) =>
        ref CollectionsMarshal.GetValueRefOrAddDefault(_counts, Xxh3.Hash128(path), out _)!;

    // A folder that will be empty is one entry less in the folder above it.
    private void Look(ReportName path)
    {
        while (true)
        {
            ref FolderCount count = ref CountOf(path.Bytes);
            if (!count.IsKnown)
            {
                count.IsKnown = true;
                count.Entries = EntriesOf(path);
            }

            if (count.IsEmptied || count.Entries > count.Leaving)
            {
                return;
            }

            count.IsEmptied = true;
            _emptied.Add(path);
            path = PlanPaths.FolderOf(path);
            if (!removable.IsBelowRoot(path))
            {
                return;
            }

            CountOf(path.Bytes).Leaving++;
        }
    }

    // A folder that may not be removed is never empty.
    private int EntriesOf(ReportName path)
    {
        if (!removable.MayRemove(path)
            || volume.OpenFolderStrictly(path.Bytes, out FolderHandle folder, out _).Failed)
        {
            return int.MaxValue;
        }

        var counter = new Counter();
        bool isListed = !volume.List(folder, FactFields.None, counter).Failed;
        volume.Close(folder);
        return isListed ? counter.Entries : int.MaxValue;
    }

    private struct FolderCount
    {
        // Names of the plan and folders that will be removed from it.
        internal int Leaving;

        internal int Entries;

        // Whether the entries were counted.
        internal bool IsKnown;

        internal bool IsEmptied;
    }

    private sealed class Counter : IEntryVisitor
    {
        internal int Entries { get; private set; }

        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind)
        {
            Entries++;
            return false;
        }

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
        {
        }

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure)
        {
        }
    }
}
