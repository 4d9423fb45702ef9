using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Opens and reads copies for one thread, and notes what goes wrong.</summary>
/// <param name="tree">The paths.</param>
/// <param name="copies">The copies.</param>
/// <param name="context">Where problems go and memory comes from.</param>
/// <param name="bufferBytes">The most that <see cref="Buffer"/> is ever asked for.</param>
internal sealed class ContentReader(PathTree tree, CopyTable copies, SearchContext context, int bufferBytes)
    : IDisposable
{
    private readonly FolderCursor _folders = new(tree);
    private NativeBuffer<byte>? _buffer;

    /// <summary>How often a file was opened.</summary>
    internal long Opened { get; private set; }

    /// <summary>Bytes of content read.</summary>
    internal long BytesRead { get; private set; }

    /// <summary>
    /// The worker's own memory for content, so much of it; its content does not survive the next call.
    /// </summary>
    /// <remarks>
    /// The largest block at once: pages that nobody touches take no memory, whereas a block that grew would leave one
    /// of every smaller size idle in the pool.
    /// </remarks>
    internal Span<byte> Buffer(int bytes) =>
        (_buffer ??= context.Pools.Content.Rent(bufferBytes)).Span[..bytes];

    public void Dispose()
    {
        _folders.Dispose();
        context.Pools.Content.Return(ref _buffer);
    }

    /// <summary>Opens a copy by the first of its names that works and makes sure that it is what was listed.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="next">
    /// The copy that will be opened next, or -1: neighbours are opened relative to their folder.
    /// </param>
    /// <param name="file">The open file.</param>
    /// <returns>False if it failed; the copy is marked so and the problem noted.</returns>
    internal bool TryOpen(int copy, int next, out OpenCopy file)
    {
        foreach (int value in copies.NamesOf(copy))
        {
            if (value < 0)
            {
                continue;
            }

            var name = new PathId(value);
            IVolume volume = tree.Devices[tree.MarkOf(name).Device].Volume;
            PathId nextName = next >= 0 ? copies.FirstNameOf(next) : PathId.None;
            FolderHandle at = _folders.Enter(volume, name, nextName, out ReadOnlySpan<byte> path);
            VolumeError error = volume.OpenFile(at, path, out FileHandle handle, out FileFacts facts);
            if (!error.Failed)
            {
                Opened++;
                if (IsAsListed(name, facts))
                {
                    file = new OpenCopy(copy, name, volume, handle, facts);
                    copies.Stamps[copy] = CopyTable.StampOf(facts);
                    return true;
                }

                volume.Close(handle);
                error = new VolumeError(VolumeErrorKind.Changed);
            }

            context.Problems.Add(volume, tree.Render(name), FindStep.Open, error);
        }

        copies.States[copy] = CopyState.Failed;
        file = default;
        return false;
    }

    /// <summary>Reads exactly the buffer's length. What is shorter is an error of that file, never content.</summary>
    internal bool TryRead(in OpenCopy file, long offset, Span<byte> buffer)
    {
        VolumeError error = file.Volume.Read(file.Handle, offset, buffer, out int read);
        BytesRead += read;
        if (!error.Failed && read < buffer.Length)
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            Fail(file, error);
        }

        return !error.Failed;
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

    private void Fail(in OpenCopy file, VolumeError error)
    {
        context.Problems.Add(file.Volume, tree.Render(file.Name), FindStep.Read, error);
        copies.States[file.Copy] = CopyState.Failed;
    }

    private bool IsAsListed(PathId name, in FileFacts facts)
    {
        var device = tree.Devices[tree.MarkOf(name).Device];
        bool trusted = (device.Mount.Traits & FileSystemTraits.TrustedIds) != 0;
        return facts.Size == tree.SizeOf(name)
            && (!trusted || (facts.Device == device.Device && facts.Inode == tree.InodeOf(name)));
    }
}
