using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Opens and reads copies for one thread, and notes what goes wrong.</summary>
/// <param name="tree">The paths.</param>
/// <param name="copies">The copies.</param>
/// <param name="context">Where problems go and memory comes from.</param>
internal sealed partial class ContentReader(PathTree tree, CopyTable copies, SearchContext context) : IDisposable
{
    private readonly FolderCursor _folders = new(tree);
    private readonly ContentBuffer _buffer = new(context);
    private readonly ContentBuffer _gathered = new(context);

    /// <summary>How often a file was opened.</summary>
    internal long Opened { get; private set; }

    /// <summary>Bytes of content read.</summary>
    internal long BytesRead { get; private set; }

    /// <summary>
    /// The worker's own memory for content, so much of it; its content does not survive the next call.
    /// </summary>
    /// <param name="bytes">At most <see cref="Ladder.BufferBytesMax"/>.</param>
    internal Span<byte> Buffer(int bytes) => _buffer.Take(bytes);

    public void Dispose()
    {
        _folders.Dispose();
        _buffer.Dispose();
        _gathered.Dispose();
    }

    /// <summary>Opens a copy by the first of its names that works and makes sure that it is what was listed.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="next">
    /// The copy that will be opened next, or -1: neighbours are opened relative to their folder.
    /// </param>
    /// <param name="file">The open file.</param>
    /// <returns>False if it failed; the copy is marked so and the problem noted.</returns>
    internal bool TryOpen(int copy, int next, out OpenCopy file) =>
        TryOpenFile(copy, next, out file) && (copies.Payloads is not { } payloads || TryMap(payloads, ref file));

    private bool TryOpenFile(int copy, int next, out OpenCopy file)
    {
        _buffer.NextFile();
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
                    file = new OpenCopy(copy, name, volume, handle, facts, context.Closing);
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

    /// <summary>Opens a small copy, reads all of it and closes it, with as few calls as that takes.</summary>
    /// <remarks>
    /// Nobody looks at the open file: that it has neither a byte more nor less than was listed, and is as it was listed
    /// when it is confirmed, says as much, for a tenth less time. What is no regular file has no such end.
    /// </remarks>
    /// <param name="copy">The copy.</param>
    /// <param name="next">As for <see cref="TryOpen"/>.</param>
    /// <param name="content">Its content, until the next call.</param>
    /// <returns>False if it failed; the copy is marked so and the problem noted.</returns>
    internal bool TryReadAtOnce(int copy, int next, out ReadOnlySpan<byte> content)
    {
        _buffer.NextFile();
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
            VolumeError error = volume.ReadAtOnce(at, path, buffer, out int read);
            bool isOpened = read >= 0;
            Opened += isOpened ? 1 : 0;
            BytesRead += Math.Max(0, read);
            if (!error.Failed && read == size)
            {
                content = buffer[..size];
                return true;
            }

            error = error.Failed ? error : new VolumeError(VolumeErrorKind.Changed);
            context.Problems.Add(volume, tree.Render(name), isOpened ? FindStep.Read : FindStep.Open, error);
            if (isOpened)
            {
                break;
            }
        }

        copies.States[copy] = CopyState.Failed;
        return false;
    }

    /// <summary>Asks where a copy's content begins on its device.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="extents">Scratch.</param>
    /// <param name="place">Bytes from the device's start; 0 where the content lies nowhere.</param>
    /// <returns>False where the file system does not tell.</returns>
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

    /// <summary>Reads exactly the buffer's length. What is shorter is an error of that file, never content.</summary>
    internal bool TryRead(in OpenCopy file, long offset, Span<byte> buffer) => file.Payload is { } payload
        ? TryGather(file, payload, offset, buffer)
        : TryReadFile(file, offset, buffer);

    /// <summary>Reads of a file, its payload or not; that it fails is nobody's problem.</summary>
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
    /// Looks whether a file is still as it was opened; needed where its content was read in several pieces.
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

    /// <summary>Closes the folder that is kept open for neighbours.</summary>
    internal void LeaveFolder() => _folders.Leave();

    private IVolume Approach(PathId name, int next, out FolderHandle at, out ReadOnlySpan<byte> path)
    {
        IVolume volume = tree.Devices[tree.MarkOf(name).Device].Volume;
        PathId nextName = next >= 0 ? copies.FirstNameOf(next) : PathId.None;
        at = context.Texts is { } texts && texts.TryGet(name, out path)
            ? FolderHandle.None
            : _folders.Enter(volume, name, nextName, out path);
        return volume;
    }

    private void Fail(in OpenCopy file, VolumeError error)
    {
        context.Problems.Add(file.Volume, tree.Render(file.Name), FindStep.Read, error);
        copies.States[file.Copy] = CopyState.Failed;
    }
}
