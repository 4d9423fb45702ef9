using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Lists everything below a folder, provided that all of it can be read and acted on.</summary>
/// <remarks>
/// A folder is used as a whole or not at all. It is rejected if it contains a special file, a mount, a file whose
/// content is not stored locally, a leftover of an unfinished run, or an entry that cannot be examined. Not
/// thread-safe.
/// </remarks>
internal sealed class FolderLister(IVolume volume)
{
    private const int DepthMax = 256;
    private const int EntriesMax = 4_000_000;

    /// <summary>Lists an open folder.</summary>
    /// <param name="folder">The folder, which is left open.</param>
    /// <param name="path">The absolute path of the folder.</param>
    /// <param name="listing">The content of the folder, or null if it is rejected.</param>
    /// <returns>Why the folder must not be acted on, as a clause, or null if it may be.</returns>
    internal string? List(FolderHandle folder, ReportName path, out FolderListing? listing)
    {
        listing = null;
        VolumeError error = volume.Stat(folder, default, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        if (error.Failed)
        {
            return $"it cannot be examined: {volume.Describe(error)}";
        }

        List<FolderEntry> entries = [];
        if (Fill(folder, [], facts.Device, 0, entries) is { } against)
        {
            return against;
        }

        listing = new FolderListing(path, facts, [.. entries.OrderBy(static entry => entry.Path)]);
        return null;
    }

    private string? Fill(
        FolderHandle folder, ReadOnlySpan<byte> above, ulong device, int depth, List<FolderEntry> entries)
    {
        var found = new Collector();
        VolumeError error = volume.List(folder, FactFields.All, found);
        if (error.Failed || found.Failure.Failed)
        {
            return $"{Shown(above)} cannot be listed: {volume.Describe(error || found.Failure)}";
        }

        if (depth == DepthMax || entries.Count + found.Entries.Count > EntriesMax)
        {
            return depth == DepthMax ? "folders in it are too deep" : "it contains too much";
        }

        foreach ((byte[] name, FileFacts listed) in found.Entries)
        {
            byte[] path = above.IsEmpty ? name : [.. above, (byte)'/', .. name];
            FileFacts facts = listed;

            // A listing returns all facts only for files.
            error = listed.Kind is EntryKind.Folder or EntryKind.Link
                ? volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out facts)
                : VolumeError.None;
            if (error.Failed)
            {
                return $"{Shown(path)} cannot be examined: {volume.Describe(error)}";
            }

            if (WhyNot(path, name, facts, device) is { } against)
            {
                return against;
            }

            byte[] text = [];
            if (facts.Kind == EntryKind.Link)
            {
                error = volume.ReadLink(folder, name, out text);
                if (error.Failed)
                {
                    return $"{Shown(path)} cannot be read: {volume.Describe(error)}";
                }
            }

            entries.Add(new FolderEntry(new ReportName(path), facts, new ReportName(text)));
            if (facts.Kind == EntryKind.Folder && FillBelow(folder, name, path, device, depth, entries) is { } deeper)
            {
                return deeper;
            }
        }

        return null;
    }

    private string? FillBelow(
        FolderHandle folder, byte[] name, byte[] path, ulong device, int depth, List<FolderEntry> entries)
    {
        VolumeError error = volume.OpenFolder(
            folder, name, LinkPolicy.Stay, out FolderHandle below, out FileFacts opened);
        if (error.Failed)
        {
            return $"{Shown(path)} cannot be opened: {volume.Describe(error)}";
        }

        string? against = opened.Device != device || opened.IsMountRoot
            ? $"{Shown(path)} is a mount point"
            : Fill(below, path, device, depth + 1, entries);
        volume.Close(below);
        return against;
    }

    private static string? WhyNot(byte[] path, byte[] name, in FileFacts facts, ulong device)
    {
        if (facts.Kind is not (EntryKind.File or EntryKind.Folder or EntryKind.Link))
        {
            return $"{Shown(path)} is not a file, folder or link";
        }

        if (facts.Offline)
        {
            return $"the content of {Shown(path)} is not on this machine";
        }

        if (facts.Device != device || facts.IsMountRoot)
        {
            return $"{Shown(path)} is a mount point";
        }

        if (TemporaryName.Is(name))
        {
            return $"{Shown(path)} was left by an unfinished run";
        }

        return facts.Kind == EntryKind.Folder && TrashNames.IsTrash(path.AsSpan(0, path.Length - name.Length), name)
            ? $"{Shown(path)} is a trash folder"
            : null;
    }

    private static string Shown(ReadOnlySpan<byte> path) =>
        path.IsEmpty ? "it" : new ReportName(path.ToArray()) + " in it";

    private sealed class Collector : IEntryVisitor
    {
        internal List<(byte[] Name, FileFacts Facts)> Entries { get; } = [];

        internal VolumeError Failure { get; private set; }

        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => true;

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts) => Entries.Add((name.ToArray(), facts));

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => Failure = failure;
    }
}
