using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>
/// Computes a number for all files of a search, their names and their states, in any order. Two searches with the same
/// number have listed the same files under the same names, unchanged.
/// </summary>
/// <remarks>
/// It is the sum of a number for each name, which depends on the path, the file system, the inode, the change stamp and
/// a seed. Without the seed, somebody who may create files could choose them so that they add up to the sum of others.
/// </remarks>
internal sealed class ListingDigest(PathTree tree, SearchContext context, ulong[] fileSystems)
{
    private const int PathBytesOnStack = 1024;

    /// <summary>Computes the number.</summary>
    /// <param name="seed">A random number that nobody else can read.</param>
    /// <param name="digest">Receives the number.</param>
    /// <returns>
    /// False if the state of some file cannot be told from its metadata, or two of the names may be one path.
    /// </returns>
    internal bool TryCompute(ulong seed, out Digest128 digest)
    {
        (ulong high, ulong low, int unclear) = (0, 0, 0);
        context.WorkerPool.Run(Job.Computing(tree.Chunks.Length, turnMax: 4, (_, first, end) =>
        {
            for (int i = first; i < end; i++)
            {
                if (tree.Chunks[i] is FileChunk files && !TryAdd(files, seed, ref high, ref low))
                {
                    Interlocked.Increment(ref unclear);
                }
            }
        }));
        digest = new Digest128(high, low);
        return unclear == 0;
    }

    private bool TryAdd(FileChunk files, ulong seed, ref ulong high, ref ulong low)
    {
        (ulong ownHigh, ulong ownLow) = (0, 0);
        (int parent, ulong folder) = (-1, 0);
        for (int slot = 0; slot < files.Count; slot++)
        {
            FilePlace place = files.PlaceAt(slot);
            if (place.IsForgotten)
            {
                continue;
            }

            // A root that is a file can also lie below another root.
            ulong fileSystem = fileSystems[place.Mark.Device];
            ulong stamp = files.StampAt(slot);
            bool isRoot = place.Parent < 0;
            if (isRoot || fileSystem == 0 || !FileStamp.IsComplete(stamp))
            {
                return false;
            }

            if (place.Parent != parent)
            {
                parent = place.Parent;
                folder = NumberOf(new PathId(parent), seed);
            }

            ulong name = Xxh3.Hash128(tree.Arena[files.NodeAt(slot).Name], folder).Low;
            ReadOnlySpan<ulong> state = [name, fileSystem, files.InodeAt(slot), stamp];
            Digest128 one = Xxh3.Hash128(MemoryMarshal.AsBytes(state), seed);
            ownHigh += one.High;
            ownLow += one.Low;
        }

        Interlocked.Add(ref high, ownHigh);
        Interlocked.Add(ref low, ownLow);
        return true;
    }

    [SkipLocalsInit]
    private ulong NumberOf(PathId folder, ulong seed) =>
        tree.TryRender(folder, stackalloc byte[PathBytesOnStack], out Span<byte> path)
            ? Xxh3.Hash128(path, seed).Low
            : Xxh3.Hash128(tree.Render(folder), seed).Low;
}
