using System.Collections.Concurrent;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <content>Lists folders.</content>
public sealed partial class MemoryVolume
{
    // For each open folder, how many entries shared listings have taken.
    private readonly ConcurrentDictionary<int, int> _listed = new();

    /// <summary>How many entries a thread takes at once from a folder that several list together.</summary>
    public int PortionEntries { get; set; } = 3;

    /// <summary>Called with the name of each wanted entry before it is passed on.</summary>
    public Action<string>? OnEntry { get; set; }

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        ArgumentNullException.ThrowIfNull(visitor);
        Counters.Count(VolumeCall.List);
        MemoryNode node = OpenNode(folder.Value);
        if (node.Failure.Failed)
        {
            return node.Failure;
        }

        // The visitor runs outside the lock: it may call back or be held up by a test.
        PassOn(EntriesOf(node), visitor);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError ListRest(FolderHandle folder, FactFields wanted, IEntryVisitor visitor, Action? onMore)
    {
        ArgumentNullException.ThrowIfNull(visitor);
        MemoryNode node = OpenNode(folder.Value);
        while (true)
        {
            int end = _listed.AddOrUpdate(
                folder.Value, _ => PortionEntries, (_, taken) => taken + PortionEntries);
            int first = end - PortionEntries;
            if (first == 0)
            {
                Counters.Count(VolumeCall.List);
            }

            KeyValuePair<string, MemoryNode>[] entries = EntriesOf(node);
            if (node.Failure.Failed || first >= entries.Length)
            {
                return node.Failure;
            }

            if (end < entries.Length)
            {
                onMore?.Invoke();
            }

            PassOn(entries[first..Math.Min(end, entries.Length)], visitor);
        }
    }

    private KeyValuePair<string, MemoryNode>[] EntriesOf(MemoryNode folder)
    {
        lock (_gate)
        {
            return [.. folder.Entries!];
        }
    }

    private void PassOn(IEnumerable<KeyValuePair<string, MemoryNode>> entries, IEntryVisitor visitor)
    {
        foreach ((string key, MemoryNode entry) in entries)
        {
            byte[] name = Encoding.Latin1.GetBytes(key);
            if (!visitor.Wants(name, entry.ListedAsUnknown ? EntryKind.Unknown : entry.Kind))
            {
                continue;
            }

            OnEntry?.Invoke(key);
            Counters.Count(VolumeCall.Entry);
            if (entry.StatFailure is { Failed: true } failure)
            {
                visitor.Fail(name, failure);
            }
            else
            {
                visitor.Visit(name, entry.Facts);
            }
        }
    }
}
