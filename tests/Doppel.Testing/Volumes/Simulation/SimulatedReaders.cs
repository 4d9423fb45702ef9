using System.Text;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>Reads files by a fixed number of threads in a given order: what a scheduler is measured against.</summary>
public static class SimulatedReaders
{
    /// <summary>
    /// Reads files whole: each thread takes the next one in the order, opens it, reads it block by block and closes it.
    /// </summary>
    /// <param name="volume">Where they lie. What is in its caches costs nothing.</param>
    /// <param name="paths">Absolute paths in the order of reading.</param>
    /// <param name="threads">How many, 1 or more.</param>
    /// <param name="blockBytes">Bytes of a read. Default: 128 KiB.</param>
    /// <returns>The simulated time that it took.</returns>
    public static TimeSpan Read(
        SimulatedVolume volume, IReadOnlyList<string> paths, int threads, int blockBytes = 128 * 1024)
    {
        int taken = -1;
        return volume.Time.Run(threads, _ => ReadNext(volume, paths, ref taken, blockBytes));
    }

    /// <summary>Reads files whole on the calling thread, which counts as running.</summary>
    public static void ReadHere(SimulatedVolume volume, IReadOnlyList<string> paths, int blockBytes = 128 * 1024)
    {
        int taken = -1;
        ReadNext(volume, paths, ref taken, blockBytes);
    }

    /// <summary>The number of threads that reads the files fastest when cold, of 1, 2, 3, 4, 6, 8, 12, 16…</summary>
    /// <returns>The smallest such number, and its simulated time.</returns>
    public static (int Threads, TimeSpan Time) BestWidth(
        SimulatedVolume volume, IReadOnlyList<string> paths, int threadsMax = 64, int blockBytes = 128 * 1024)
    {
        (int Threads, TimeSpan Time) best = (0, TimeSpan.MaxValue);
        for (int threads = 1; threads <= threadsMax; threads = NextWidth(threads))
        {
            volume.DropCaches();
            TimeSpan time = Read(volume, paths, threads, blockBytes);
            best = time < best.Time ? (threads, time) : best;
        }

        return best;
    }

    // Powers of two, and half way between them.
    private static int NextWidth(int threads) => threads switch
    {
        1 => 2,
        _ when int.IsPow2(threads) => threads * 3 / 2,
        _ => threads * 4 / 3,
    };

    private static void ReadNext(SimulatedVolume volume, IReadOnlyList<string> paths, ref int taken, int blockBytes)
    {
        byte[] block = new byte[blockBytes];
        for (int i = Interlocked.Increment(ref taken); i < paths.Count; i = Interlocked.Increment(ref taken))
        {
            ReadFile(volume, paths[i], block);
        }
    }

    private static void ReadFile(SimulatedVolume volume, string path, byte[] block)
    {
        VolumeError error =
            volume.OpenFile(FolderHandle.None, Encoding.UTF8.GetBytes(path), out FileHandle file, out FileFacts facts);
        for (long offset = 0; offset < facts.Size && !error.Failed; offset += block.Length)
        {
            error = volume.Read(file, offset, block, out _);
        }

        if (error.Failed)
        {
            throw new InvalidOperationException($"{path}: {volume.Describe(error)}");
        }

        volume.Close(file);
    }
}
