namespace Doppel.Lab;

/// <summary>Reads like <see cref="PositionalThreads"/>, ordered by inode number. The time includes sorting.</summary>
internal sealed class ByInode(int width, int blockBytes) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        int[] order = OrderOf(run);
        ReaderTeam.Read(run, width, () =>
        {
            var reader = new PositionalReader(run, blockBytes);
            return i => reader.Read(order[i]);
        });
        return Task.CompletedTask;
    }

    /// <summary>Returns the indexes of the files, sorted by inode.</summary>
    internal static int[] OrderOf(ReadRun run)
    {
        int count = run.Files.Count;
        ulong[] inodes = new ulong[count];
        int[] order = new int[count];
        for (int i = 0; i < count; i++)
        {
            (inodes[i], order[i]) = (run.Files[i].Inode, i);
        }

        Array.Sort(inodes, order);
        return order;
    }
}
