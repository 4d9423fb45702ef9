using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Opens and reads copies on one thread, and records problems.</summary>
/// <param name="tree">The paths.</param>
/// <param name="copies">The copies.</param>
/// <param name="context">The search that collects problems and provides memory.</param>
/// <param name="scanners">The scanners that recognize media among the copies, or null if media matching is off.</param>
internal sealed partial class ContentReader(
    PathTree tree, CopyTable copies, SearchContext context, MediaScanners? scanners = null) : IDisposable
{
    private readonly FolderCursor _folders = new(tree);
    private readonly ContentBuffer _buffer = new(context.Pools.Content);
    private readonly ContentBuffer _gathered = new(context.Pools.Content);

    /// <summary>Gets the number of times a file was opened.</summary>
    internal long Opened { get; private set; }

    internal long BytesRead { get; private set; }

    /// <summary>Returns a span over this worker's content buffer. Its content is lost at the next call.</summary>
    /// <param name="bytes">The length in bytes; at most <see cref="Ladder.BufferBytesMax"/>.</param>
    internal Span<byte> Buffer(int bytes) => _buffer.Take(bytes);

    public void Dispose()
    {
        _folders.Dispose();
        _buffer.Dispose();
        _gathered.Dispose();
    }

    /// <summary>
    /// Opens a copy by the first of its names that works, and checks that it is the file that was listed.
    /// </summary>
    /// <param name="copy">The copy.</param>
    /// <param name="next">
    /// The copy that will be opened next, or -1. Neighbors are opened relative to their folder.
    /// </param>
    /// <param name="file">The open file.</param>
    /// <returns>False if opening failed; the copy is then marked as failed and the problem recorded.</returns>
    internal bool TryOpen(int copy, int next, out OpenCopy file) =>
        TryOpenFile(copy, next, out file) && (copies.Payloads is not { } payloads || TryMap(payloads, ref file));

    private bool TryOpenFile(int copy, int next, out OpenCopy file)
    {
        file = default;
        if (copies.States[copy] == CopyState.Failed)
        {
            return false;
        }

        foreach (int value in copies.NamesOf(copy))
        {
            if (value < 0)
            {
                continue;
            }

            var name = new PathId(value);
            IVolume volume = Approach(name, next, out FolderHandle at, out ReadOnlySpan<byte> path);
            VolumeError error = volume.OpenFile(at, path, out FileHandle handle, out FileFacts facts);
            if (!error.Failed)
            {
                Opened++;
                if (tree.IsAsListed(name, facts))
                {
                    CheckWriters(name, volume, handle);
                    file = new OpenCopy(copy, name, volume, handle, facts);
                    return true;
                }

                volume.Close(handle);
                error = new VolumeError(VolumeErrorKind.Changed);
            }

            context.Problems.Add(volume, tree.Render(name), FindStep.Open, error);
        }

        copies.States[copy] = CopyState.Failed;
        return false;
    }

    /// <summary>Opens a small copy, reads it completely and closes it, using as few system calls as possible.</summary>
    /// <remarks>
    /// Does not query the open file's metadata. It is enough that the file has exactly as many bytes as listed, and is
    /// unchanged when it is confirmed later; this saves a tenth of the time. The size also rules out anything that is
    /// not a regular file, because it has no such end.
    /// </remarks>
    /// <param name="copy">The copy.</param>
    /// <param name="next">See <see cref="TryOpen"/>.</param>
    /// <param name="content">The copy's content. Valid until the next call.</param>
    /// <returns>False if reading failed; the copy is then marked as failed and the problem recorded.</returns>
    internal bool TryReadAtOnce(int copy, int next, out ReadOnlySpan<byte> content)
    {
        content = default;
        if (copies.States[copy] == CopyState.Failed)
        {
            return false;
        }

        int size = (int)copies.SizeOf(copy);
        foreach (int value in copies.NamesOf(copy))
        {
            if (value < 0)
            {
                continue;
            }

            var name = new PathId(value);
            IVolume volume = Approach(name, next, out FolderHandle at, out ReadOnlySpan<byte> path);
            Span<byte> buffer = Buffer(size + 1);
            VolumeError error = tree.MarkOf(name).IsYoung
                ? ReadChecked(name, volume, at, path, buffer, out int read)
                : volume.ReadAtOnce(at, path, buffer, out read);
            bool isOpened = read >= 0;
            Opened += isOpened ? 1 : 0;
            BytesRead += Math.Max(0, read);
            if (!error.Failed && read == size)
            {
                content = buffer[..size];
                return true;
            }

            error = error || new VolumeError(VolumeErrorKind.Changed);
            context.Problems.Add(volume, tree.Render(name), isOpened ? FindStep.Read : FindStep.Open, error);
            if (isOpened)
            {
                break;
            }
        }

        copies.States[copy] = CopyState.Failed;
        return false;
    }

    // Like IVolume.ReadAtOnce, with the check that a file needs that changed a short time ago.
    private VolumeError ReadChecked(
        PathId name, IVolume volume, FolderHandle at, ReadOnlySpan<byte> path, Span<byte> buffer, out int read)
    {
        read = -1;
        VolumeError error = volume.OpenFile(at, path, out FileHandle file, out _);
        if (!error.Failed)
        {
            CheckWriters(name, volume, file);
            error = volume.Read(file, 0, buffer, out read);
            volume.Close(file);
        }

        return error;
    }

    // Before the first byte is read: a program that opens the file for writing after this also changes its times.
    private void CheckWriters(PathId name, IVolume volume, FileHandle file)
    {
        if (tree.MarkOf(name).IsYoung && volume.CheckWriters(file) is { Failed: true } error)
        {
            tree.Doubt(name, error.Kind == VolumeErrorKind.Busy);
        }
    }

    /// <summary>Queries where a copy's content starts on its device.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="extents">Scratch space.</param>
    /// <param name="place">
    /// The offset from the start of the device in bytes, or 0 if the content has no position.
    /// </param>
    /// <returns>False if the file system does not provide this information.</returns>
    internal bool TryLocate(int copy, List<FileExtent> extents, out ulong place)
    {
        place = 0;
        if (!TryOpenFile(copy, -1, out OpenCopy file))
        {
            return true;
        }

        VolumeError error = file.Volume.Extents(file.Handle, ExtentQuery.First, extents);
        file.Close();
        if (extents.Count > 0)
        {
            place = (ulong)extents[0].Physical;
        }

        return error.Kind != VolumeErrorKind.Unsupported;
    }

    /// <summary>
    /// Fills the buffer completely. If the file ends early, this is an error of that file, never content.
    /// </summary>
    internal bool TryRead(in OpenCopy file, long offset, Span<byte> buffer) => file.Payload is { } payload
        ? TryGather(file, payload, offset, buffer)
        : TryReadFile(file, offset, buffer);

    /// <summary>Fills the buffer completely, with zeros and without reading if all of it is in a hole.</summary>
    internal bool TryRead(in OpenCopy file, long offset, Span<byte> buffer, ref DataCursor data)
    {
        if (data.NextData(offset) < offset + buffer.Length)
        {
            return TryRead(file, offset, buffer);
        }

        buffer.Clear();
        return true;
    }

    /// <summary>Returns what tells where an open file has data.</summary>
    internal DataCursor DataOf(in OpenCopy file) => new(file, tree.Devices[tree.MarkOf(file.Name).Device].Mount);

    /// <summary>
    /// Reads from a file, whether or not that is its payload. A failure is not recorded as a problem.
    /// </summary>
    internal bool TryPeek(in OpenCopy file, long offset, Span<byte> buffer) => !ReadFile(file, offset, buffer).Failed;

    private bool TryReadFile(in OpenCopy file, long offset, Span<byte> buffer)
    {
        VolumeError error = ReadFile(file, offset, buffer);
        if (error.Failed)
        {
            Fail(file, error);
        }

        return !error.Failed;
    }

    private VolumeError ReadFile(in OpenCopy file, long offset, Span<byte> buffer)
    {
        VolumeError error = file.Volume.Read(file.Handle, offset, buffer, out int read);
        BytesRead += read;
        return !error.Failed && read < buffer.Length ? new VolumeError(VolumeErrorKind.Changed) : error;
    }

    /// <summary>
    /// Returns whether a file is unchanged since it was opened. Needed if its content was read in several pieces.
    /// </summary>
    internal bool IsUnchanged(in OpenCopy file)
    {
        VolumeError error = file.Volume.Stat(file.Handle, out FileFacts facts);
        if (!error.Failed && !facts.SameContentAs(file.Facts))
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            Fail(file, error);
        }

        return !error.Failed;
    }

    /// <summary>Closes the folder handle that is kept open for neighbors.</summary>
    internal void LeaveFolder() => _folders.Leave();

    private IVolume Approach(PathId name, int next, out FolderHandle at, out ReadOnlySpan<byte> path)
    {
        IVolume volume = tree.Devices[tree.MarkOf(name).Device].Volume;
        PathId nextName = next >= 0 ? copies.FirstNameOf(next) : PathId.None;
        at = _folders.Enter(volume, name, nextName, out path);
        return volume;
    }

    private void Fail(in OpenCopy file, VolumeError error)
    {
        context.Problems.Add(file.Volume, tree.Render(file.Name), FindStep.Read, error);
        copies.States[file.Copy] = CopyState.Failed;
    }
}

/// <summary>The memory that one thread reads content into.</summary>
/// <param name="pool">The pool that provides the memory.</param>
internal sealed class ContentBuffer(NativeBufferPool pool) : IDisposable
{
    private NativeBuffer<byte>? _memory;

    public void Dispose() => pool.Return(ref _memory);

    /// <summary>Returns a span over the buffer. Its content is lost at the next call.</summary>
    /// <param name="bytes">The length in bytes; at most <see cref="Ladder.BufferBytesMax"/>.</param>
    /// <remarks>
    /// Rents a block of the largest size at once. Untouched pages take no memory, whereas a block that grew would leave
    /// one of every smaller size idle in the pool.
    /// </remarks>
    internal Span<byte> Take(int bytes) => (_memory ??= pool.Rent(Ladder.BufferBytesMax)).Span[..bytes];
}
