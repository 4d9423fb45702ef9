namespace Doppel.Lab;

/// <summary>Threads that read with <c>RandomAccess.Read</c>, block by block into rented memory.</summary>
internal sealed class RandomAccessSync(int width, int blockBytes) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        ReaderTeam.Read(run, width, () => i =>
        {
            try
            {
                WholeFile.ReadByHandle(run, i, blockBytes);
            }
            catch (Exception failure) when (WholeFile.IsOfFile(failure))
            {
                throw WholeFile.Failed(i, failure);
            }
        });
        return Task.CompletedTask;
    }
}
