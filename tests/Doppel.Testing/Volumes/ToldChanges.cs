using System.Text;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>A source that reports what a test tells it, for a volume in memory.</summary>
public sealed class ToldChanges(MemoryVolume volume) : IChangeSource
{
    private readonly List<Change> _pending = [];
    private readonly Dictionary<ulong, int> _watches = [];
    private bool _isLost;

    /// <summary>Gets or sets how many watches there can be.</summary>
    public int WatchesMax { get; set; } = int.MaxValue;

    /// <summary>Gets or sets what happens while a folder is being watched, which is part of a round.</summary>
    public Action<string>? Watching { get; set; }

    /// <summary>How often it was restarted.</summary>
    public int Restarts { get; private set; }

    /// <summary>How many watches there are.</summary>
    public int Watches => _watches.Count;

    /// <inheritdoc/>
    public long Reported { get; private set; }

    /// <summary>Reports a change of a folder or file, if it is watched.</summary>
    public void Tell(string path, ChangeKinds kinds = ChangeKinds.Changed, string name = "")
    {
        ArgumentNullException.ThrowIfNull(path);
        if (_watches.TryGetValue(volume[path].Inode, out int watch))
        {
            _pending.Add(new Change(watch, kinds, Encoding.UTF8.GetBytes(name)));
            Reported++;
        }
    }

    /// <summary>Reports that changes were lost.</summary>
    public void Lose()
    {
        _isLost = true;
        Reported++;
    }

    /// <inheritdoc/>
    public VolumeError Watch(FolderHandle at, ReadOnlySpan<byte> path, WatchScope scope, out int watch)
    {
        string text = volume.Counters.Join(at, path);
        Watching?.Invoke(text);
        watch = -1;
        ulong inode = volume[text.Length > 1 ? text.TrimEnd('/') : text].Inode;
        if (!_watches.TryGetValue(inode, out watch))
        {
            if (_watches.Count == WatchesMax)
            {
                watch = -1;
                return new VolumeError(VolumeErrorKind.Limit);
            }

            _watches.Add(inode, watch = _watches.Count);
        }

        return VolumeError.None;
    }

    /// <inheritdoc/>
    public void Unwatch(int watch)
    {
        foreach ((ulong inode, int one) in _watches)
        {
            if (one == watch)
            {
                _watches.Remove(inode);
            }
        }
    }

    /// <inheritdoc/>
    public bool Wait(long reported, TimeSpan timeout, CancellationToken cancellation)
    {
        bool isThere = Reported > reported;
        return isThere || timeout != Timeout.InfiniteTimeSpan || cancellation.IsCancellationRequested
            ? isThere
            : throw new InvalidOperationException("It waits although nothing can come.");
    }

    /// <inheritdoc/>
    public bool TryTake(List<Change> changes, out long reported)
    {
        ArgumentNullException.ThrowIfNull(changes);
        changes.Clear();
        changes.AddRange(_pending);
        _pending.Clear();
        reported = Reported;
        bool isComplete = !_isLost;
        _isLost = false;
        return isComplete;
    }

    /// <inheritdoc/>
    public VolumeError Restart()
    {
        Restarts++;
        _watches.Clear();
        _pending.Clear();
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
