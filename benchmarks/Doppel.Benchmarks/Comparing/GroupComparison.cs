using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;
using Doppel.Volumes;

namespace Doppel.Benchmarks.Comparing;

/// <summary>
/// A way that is written here: it is given names and sizes, opens below the open folder as the engine does, and reads
/// with the engine's calls, on one thread.
/// </summary>
internal abstract class GroupComparison(string name) : Comparison(name, Role.Reference)
{
    /// <summary>Blocks as the engine reads them.</summary>
    protected const int BlockBytes = 128 << 10;

    /// <summary>Seconds to open and close a file, to read and to compare a byte: for guesses only.</summary>
    protected const double SecondsOfOpen = 4e-6;
    protected const double SecondsOfByte = 0.2e-9;
    protected const double SecondsOfCompared = 0.05e-9;

    /// <summary>Up to so many a file is read at once.</summary>
    protected const int SmallBytes = 64 << 10;

    private const int FirstBytes = 4096;

    private readonly IVolume _volume = LocalVolume.Create();
    private ContentFiles? _files;
    private FolderHandle _folder;
    private int _group;
    private int[] _found = [];

    public sealed override int[] Found(ContentFiles files) => _found;

    public sealed override void Run(ContentFiles files)
    {
        _files = files;
        Opens = 0;
        BytesRead = 0;
        if (_found.Length != files.Count)
        {
            _found = new int[files.Count];
        }

        for (_group = 0; _group < files.Folders.Length; _group++)
        {
            for (int member = 0; member < files.GroupSize; member++)
            {
                Join(member, member);
            }

            Check(_volume.OpenFolder(FolderHandle.None, files.Folders[_group], LinkPolicy.Follow, out _folder, out _));
            Compare(files.GroupSize, files.SizeOf(_group));
            _volume.Close(_folder);
        }
    }

    /// <summary>How much is read at a place: all of a small file, one page of a larger one, then blocks.</summary>
    protected static int BytesAt(long offset, long size, int block)
    {
        int most = offset == 0 ? FirstBytes : block;
        return (int)(size <= SmallBytes ? size : Math.Min(most, size - offset));
    }

    /// <summary>Bytes of a file up to the end of the block in which it differs.</summary>
    protected static long BytesUntilDifferent(ContentCell cell) =>
        cell.FileBytes <= SmallBytes ? cell.FileBytes : cell.Place switch
        {
            DifferencePlace.Start => FirstBytes,
            DifferencePlace.Middle => cell.FileBytes / 2,
            DifferencePlace.Nowhere or DifferencePlace.End or _ => cell.FileBytes,
        };

    /// <summary>Compares the members 0 to <paramref name="count"/> - 1 of the group.</summary>
    protected abstract void Compare(int count, long size);

    protected FileHandle Open(int member)
    {
        Opens++;
        Check(_volume.OpenFile(_folder, _files!.Names[member], out FileHandle file, out _));
        return file;
    }

    protected void Read(FileHandle file, long offset, Span<byte> buffer)
    {
        Check(_volume.Read(file, offset, buffer, out int read));
        BytesRead += read;
        if (read < buffer.Length)
        {
            throw new IOException("A file is shorter than it was.");
        }
    }

    protected void Close(FileHandle file) => _volume.Close(file);

    /// <summary>Notes that a member has the content of an earlier one.</summary>
    protected void Join(int member, int first)
    {
        int start = _group * _files!.GroupSize;
        _found[start + member] = start + first;
    }

    /// <summary>Whether a member was joined to an earlier one.</summary>
    protected bool IsJoined(int member)
    {
        int number = (_group * _files!.GroupSize) + member;
        return _found[number] != number;
    }

    private void Check(VolumeError error)
    {
        if (error.Failed)
        {
            throw new IOException(_volume.Describe(error));
        }
    }
}
