using System.Text;
using Doppel.Benchmarks.Kernels;
using Doppel.Volumes;

namespace Doppel.Benchmarks.Opening;

/// <summary>Opens as our search does: openat and statx, pread, close.</summary>
internal sealed class VolumeOpener : FileOpener
{
    private readonly IVolume _volume;
    private readonly FileHandle[] _open = new FileHandle[OpenMax];
    private readonly byte[][] _paths;
    private readonly byte[][]? _folders;

    /// <summary>
    /// Opens by whole paths, or by names below the open folder as where neighbours are opened in turn.
    /// </summary>
    public VolumeOpener(IVolume volume, OpeningFiles files, string root, bool fromFolder)
        : base(fromFolder ? "ours, below the open folder" : "ours, by whole path", Role.Ours)
    {
        _volume = volume;
        _paths = fromFolder
            ? [.. Enumerable.Range(0, files.Count).Select(i => Encoding.UTF8.GetBytes(OpeningFiles.NameOf(i)))]
            : OpeningFiles.BytesOf(files.Paths(root));
        _folders = fromFolder
            ? [.. Enumerable.Range(0, files.Count).Select(i => Encoding.UTF8.GetBytes(OpeningFiles.FolderOf(root, i)))]
            : null;
    }

    public override void Open(int first, int count)
    {
        FolderHandle at = FolderHandle.None;
        for (int i = 0; i < count; i++)
        {
            if (_folders is not null && (i == 0 || (first + i) % OpeningFiles.PerFolder == 0))
            {
                Leave(at);
                Check(_volume.OpenFolder(FolderHandle.None, _folders[first + i], LinkPolicy.Follow, out at, out _));
            }

            Check(_volume.OpenFile(at, _paths[first + i], out _open[i], out _));
        }

        Leave(at);
    }

    public override long Read(int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            Check(_volume.Read(_open[i], 0, Buffer.AsSpan(0, OpeningFiles.FileBytes), out int read));
            sum += FirstByteOf(read);
        }

        return sum;
    }

    public override void Close(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _volume.Close(_open[i]);
        }
    }

    private void Leave(FolderHandle folder)
    {
        if (folder != FolderHandle.None)
        {
            _volume.Close(folder);
        }
    }

    private void Check(VolumeError error)
    {
        if (error.Failed)
        {
            throw new IOException(_volume.Describe(error));
        }
    }
}
