using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>
/// Reads like <see cref="PositionalThreads"/>, ordered by the position of each file's first extent on the device. The
/// time includes querying the extents, which opens each file once more, in inode order.
/// </summary>
internal sealed class ByExtent(int width, int blockBytes) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        int[] order = ByInode.OrderOf(run);
        Sort(run, order);
        ReaderTeam.Read(run, width, () =>
        {
            var reader = new PositionalReader(run, blockBytes);
            return i => reader.Read(order[i]);
        });
        return Task.CompletedTask;
    }

    private static void Sort(ReadRun run, int[] order)
    {
        ulong[] places = new ulong[order.Length];
        List<FileExtent> extents = [];
        for (int i = 0; i < order.Length; i++)
        {
            VolumeError error = run.Volume.OpenFile(
                FolderHandle.None, run.Files[order[i]].Path, out FileHandle file, out _);
            if (error.Failed)
            {
                throw new FileFailedException(order[i], run.Volume.Describe(error));
            }

            error = run.Volume.Extents(file, ExtentQuery.First, extents);
            run.Volume.Close(file);
            if (error.Failed)
            {
                throw new UnsupportedException("the file system does not tell where files lie");
            }

            places[i] = extents.Count > 0 ? (ulong)extents[0].Physical : 0;
        }

        Array.Sort(places, order);
    }
}
