using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Opens folders component by component, never through a symbolic link, and caches open folders.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class FolderWalk : IDisposable
{
    /// <summary>The maximum number of open folders.</summary>
    internal const int OpenMax = 128;

    private readonly IVolume _volume;
    private readonly IReadOnlyList<ProtectedFolder> _protected;
    private readonly RuleUse _use;
    private readonly StateFolders? _state;
    private readonly HashSet<ReportName> _roots;
    private readonly HashSet<(ulong Device, ulong Inode)> _own = [];
    private readonly Dictionary<ReportName, KnownFolder> _known = [];

    public FolderWalk(IVolume volume, PlanOptions options, RuleUse use)
    {
        _use = use;
        _volume = volume;
        _protected = options.Rules.Protected;
        _state = options.State;
        _roots = [.. options.Roots.Select(options.ToAbsolute)];
        foreach (ReportName path in options.OwnFolders)
        {
            // A folder that does not exist, or that its owner cannot open, contains nothing that a report could name.
            if (!ProtectedFolder.Look(volume, path.Bytes, out ProtectedFolder? own).Failed)
            {
                _own.Add((own!.Device, own.Inode));
            }
        }
    }

    public void Dispose()
    {
        foreach (KnownFolder folder in _known.Values)
        {
            _volume.Close(folder.Handle);
        }

        _known.Clear();
    }

    /// <summary>Opens a folder.</summary>
    /// <param name="path">A normalized absolute path.</param>
    /// <param name="folder">The folder, valid until the next call, or null after a failure.</param>
    /// <param name="reached">
    /// The length in bytes of the prefix of the path up to and including the component that could not be opened.
    /// </param>
    public VolumeError Enter(ReportName path, out KnownFolder? folder, out int reached)
    {
        int root = PlanPaths.RootLength(path.Bytes);
        int end = LongestKnown(path, root, out folder);
        VolumeError error = VolumeError.None;
        while (!error.Failed && (folder is null || end < path.Bytes.Length))
        {
            int start = 0;
            if (folder is null)
            {
                end = root;
            }
            else
            {
                start = end <= root ? root : end + 1;
                int next = path.Bytes[start..].IndexOf((byte)'/');
                end = next < 0 ? path.Bytes.Length : start + next;
            }

            error = Open(path, start, end, ref folder);
        }

        reached = end;
        return error;
    }

    private int LongestKnown(ReportName path, int root, out KnownFolder? folder)
    {
        int end = path.Bytes.Length;
        while (!_known.TryGetValue(Prefix(path, end), out folder) && end > root)
        {
            end = Math.Max(root, path.Bytes[..end].LastIndexOf((byte)'/'));
        }

        return end;
    }

    private VolumeError Open(ReportName path, int start, int end, ref KnownFolder? folder)
    {
        ReadOnlySpan<byte> component = path.Bytes[start..end];
        VolumeError error = _volume.OpenFolder(
            folder?.Handle ?? FolderHandle.None, component, folder is null ? LinkPolicy.Follow : LinkPolicy.Stay,
            out FolderHandle handle, out FileFacts facts);
        if (error.Failed)
        {
            folder = null;
            return error;
        }

        _use.AddFolder(facts, path.Bytes[..end]);
        ProtectedFolder? protectedBy = folder?.ProtectedBy;
        foreach (ProtectedFolder own in _protected)
        {
            // What is below a reference folder stays so even if a folder in between is protected as well.
            if (own.Is(facts, path.Bytes[..end]) && protectedBy is not { IsReference: true })
            {
                protectedBy = own;
            }
        }

        string? barred = folder?.Barred ?? BarredBy(path.Bytes[..start], component, facts);
        if (_state is not null && barred is null or PlanRefusal.State)
        {
            ReportName own = Prefix(path, end);
            barred = !_roots.Contains(own) && (barred is not null || IsState(handle, own)) ? PlanRefusal.State : null;
        }

        var opened = new KnownFolder(handle, facts.Device, facts.Inode, facts.Modified, protectedBy, barred);
        MakeRoom();
        _known.Add(Prefix(path, end), opened);
        folder = opened;
        return VolumeError.None;
    }

    /// <summary>Returns whether a folder is in a folder with the state of programs, or is one.</summary>
    internal bool IsInState(ReportName path) =>
        !Enter(path, out KnownFolder? folder, out _).Failed && folder!.Barred == PlanRefusal.State;

    private bool IsState(FolderHandle folder, ReportName path) =>
        _state!.IsNamed(BelowRoot(path), path.Bytes) || _state.Marks.Any(names => names.Count > 0 && names.All(name =>
        {
            bool isFolder = name.Bytes is [.., (byte)'/'];
            return !_volume.Stat(
                folder, name.Bytes.TrimEnd((byte)'/'), LinkPolicy.Stay, FactFields.None, out FileFacts facts).Failed
                && (!isFolder || facts.Kind == EntryKind.Folder);
        }));

    // The path below the innermost root; empty if there is none.
    private ReadOnlySpan<byte> BelowRoot(ReportName path)
    {
        for (int end = path.Bytes.Length; end > 1; end = path.Bytes[..end].LastIndexOf((byte)'/'))
        {
            if (_roots.Contains(new ReportName(path.Bytes[..end].ToArray())))
            {
                return path.Bytes[Math.Min(end + 1, path.Bytes.Length)..];
            }
        }

        return default;
    }

    private string? BarredBy(ReadOnlySpan<byte> above, ReadOnlySpan<byte> name, in FileFacts facts)
    {
        if (TrashNames.IsTrash(above, name))
        {
            return PlanRefusal.Trash;
        }

        if (TemporaryName.Is(name))
        {
            return PlanRefusal.UnfinishedRun;
        }

        return _own.Contains((facts.Device, facts.Inode)) ? PlanRefusal.OwnFolder : null;
    }

    // The current folder is no longer needed once its child is open, so all folders may be closed.
    private void MakeRoom()
    {
        if (_known.Count == OpenMax)
        {
            Dispose();
        }
    }

    private static ReportName Prefix(ReportName path, int end) =>
        end == path.Bytes.Length ? path : new ReportName(path.Bytes[..end].ToArray());
}

/// <summary>An open folder that was reached without symbolic links.</summary>
/// <param name="Handle">The folder.</param>
/// <param name="Device">The device number.</param>
/// <param name="Inode">The inode number.</param>
/// <param name="Modified">The modification time.</param>
/// <param name="ProtectedBy">The protected folder that it is or is below, if any. A reference takes precedence.</param>
/// <param name="Barred">
/// Why nothing below it may be changed, as a reason of <see cref="PlanRefusal"/>, or null if it may.
/// </param>
internal sealed record KnownFolder(
    FolderHandle Handle, ulong Device, ulong Inode, FileTime Modified, ProtectedFolder? ProtectedBy, string? Barred);
