using System.Diagnostics;
using System.Text.Unicode;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>Lists the files below a folder, without leaving its file system or following symbolic links.</summary>
internal sealed class FileWalk : IEntryVisitor
{
    private readonly IVolume _volume;
    private readonly int _filesMax;
    private readonly Stack<byte[]> _folders = new();
    private readonly HashSet<ulong> _linked = [];
    private byte[] _folder = [];
    private ulong _device;

    private FileWalk(IVolume volume, int filesMax) => (_volume, _filesMax) = (volume, filesMax);

    /// <summary>Gets the files that were found, each inode once.</summary>
    internal List<LabFile> Files { get; } = [];

    /// <summary>Gets the files that cannot be measured, as far as this was noticed while listing.</summary>
    internal List<LeftOutFile> LeftOut { get; } = [];

    /// <summary>Gets whether all files were found, rather than only as many as a measurement needs.</summary>
    internal bool IsWhole { get; private set; } = true;

    /// <summary>Lists the files below a folder.</summary>
    /// <param name="volume">The volume.</param>
    /// <param name="root">The absolute path of the folder.</param>
    /// <param name="filesMax">The maximum number of files to list.</param>
    /// <param name="limit">The maximum duration. It applies once at least one file was found.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <param name="walk">Receives what was found.</param>
    /// <returns>The error if the folder itself cannot be listed.</returns>
    internal static VolumeError Walk(
        IVolume volume, byte[] root, int filesMax, TimeSpan limit, CancellationToken cancellation, out FileWalk walk)
    {
        walk = new FileWalk(volume, filesMax);
        long began = Stopwatch.GetTimestamp();
        VolumeError first = walk.List(root, isRoot: true);
        while (!first.Failed && walk._folders.TryPop(out byte[]? folder))
        {
            bool isLate = walk.Files.Count > 0 && Stopwatch.GetElapsedTime(began) > limit;
            if (isLate || walk.Files.Count >= filesMax || cancellation.IsCancellationRequested)
            {
                walk.IsWhole = false;
                break;
            }

            VolumeError error = walk.List(folder, isRoot: false);
            if (error.Failed)
            {
                walk.LeftOut.Add(new LeftOutFile(folder, volume.Describe(error)));
            }
        }

        return first;
    }

    bool IEntryVisitor.Wants(ReadOnlySpan<byte> name, EntryKind kind) =>
        kind is EntryKind.File or EntryKind.Folder or EntryKind.Unknown;

    void IEntryVisitor.Visit(ReadOnlySpan<byte> name, in FileFacts facts)
    {
        if (facts.Kind == EntryKind.Folder)
        {
            _folders.Push(PathOf(name));
        }
        else if (facts.Kind == EntryKind.File && facts.Device == _device && facts.Size > 0 && !facts.Offline
            && Files.Count < _filesMax && (facts.Links < 2 || _linked.Add(facts.Inode)))
        {
            byte[] path = PathOf(name);
            if (Utf8.IsValid(path))
            {
                Files.Add(new LabFile(path, facts.Size, facts.Inode));
            }
            else
            {
                LeftOut.Add(new LeftOutFile(path, "its name is not UTF-8, and some strategies open by text"));
            }
        }
    }

    void IEntryVisitor.Fail(ReadOnlySpan<byte> name, VolumeError failure) =>
        LeftOut.Add(new LeftOutFile(PathOf(name), _volume.Describe(failure)));

    private VolumeError List(byte[] path, bool isRoot)
    {
        VolumeError error = _volume.OpenFolder(
            FolderHandle.None, path, isRoot ? LinkPolicy.Follow : LinkPolicy.Stay, out FolderHandle folder,
            out FileFacts facts);
        if (error.Failed)
        {
            return error;
        }

        _device = isRoot ? facts.Device : _device;
        _folder = path;
        if (facts.Device == _device)
        {
            error = _volume.List(folder, FactFields.Size | FactFields.Identity, this);
        }

        _volume.Close(folder);
        return error;
    }

    private byte[] PathOf(ReadOnlySpan<byte> name) => _folder.Length == 1
        ? [.. _folder, .. name]
        : [.. _folder, (byte)'/', .. name];
}
