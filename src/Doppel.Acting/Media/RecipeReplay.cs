using System.Security.Cryptography;
using Doppel.Media;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Rebuilds a file from its recipe, block by block.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class RecipeReplay(IVolume volume) : IDisposable
{
    private const int BlockBytes = 128 * 1024;

    private readonly NativeBuffer<byte> _blocks = new(2 * BlockBytes);
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    public void Dispose()
    {
        _blocks.Dispose();
        _hash.Dispose();
    }

    /// <summary>Returns the SHA-256 of the recipe's result in hex, or empty if something cannot be read.</summary>
    /// <param name="recipe">The recipe.</param>
    /// <param name="from">The sources of its bytes.</param>
    internal string DigestOf(Recipe recipe, RecipeSources from) =>
        Run(recipe, from, null, out string digest, CancellationToken.None) is null ? digest : "";

    /// <summary>Writes the result of the recipe to an empty file.</summary>
    /// <param name="recipe">The recipe.</param>
    /// <param name="from">The sources of its bytes.</param>
    /// <param name="target">The volume of the file.</param>
    /// <param name="copy">The file.</param>
    /// <param name="hadHoles">Whether to leave holes for blocks of zeros, because the lost file had holes.</param>
    internal VolumeError Write(
        Recipe recipe, RecipeSources from, IChangeableVolume target, FileHandle copy, bool hadHoles)
    {
        VolumeError error = VolumeError.None;
        bool leavesHoles = hadHoles && !target.SetLength(copy, recipe.Size).Failed;
        string? fault = Run(
            recipe, from,
            (at, block) =>
            {
                bool isHole = leavesHoles && !block.ContainsAnyExcept((byte)0);
                error = isHole ? VolumeError.None : target.Write(copy, at, block);
                return error.Failed ? "it cannot be written" : null;
            },
            out string digest, CancellationToken.None);
        bool isWhole = fault is null && digest == recipe.Digest;
        return error || (isWhole ? VolumeError.None : new VolumeError(VolumeErrorKind.Changed));
    }

    /// <summary>Compares the result of the recipe with the file that it must reproduce.</summary>
    /// <returns>Why they differ, or null if every byte and the digest are equal.</returns>
    internal string? Compare(
        Recipe recipe, RecipeSources from, FileHandle file, CancellationToken cancellation)
    {
        string? fault = Run(
            recipe, from,
            (at, block) =>
            {
                Span<byte> other = _blocks.Span.Slice(BlockBytes, block.Length);
                VolumeError error = volume.Read(file, at, other, out int read);
                if (error.Failed)
                {
                    return $"cannot read it: {volume.Describe(error)}";
                }

                if (read < block.Length)
                {
                    return "it became shorter while it was being read";
                }

                return block.SequenceEqual(other) ? null : "it changed after its tags were saved";
            },
            out string digest, cancellation);
        return fault ?? (digest == recipe.Digest ? null : "the saved data does not reproduce it");
    }

    private string? Run(
        Recipe recipe, RecipeSources from, BlockTaker? take, out string digest, CancellationToken cancellation)
    {
        digest = "";
        long at = 0;
        long kept = recipe.KeptAt;
        string? fault = null;
        for (int i = 0; i < recipe.Runs.Length && fault is null; i++)
        {
            RecipeRun run = recipe.Runs[i];
            for (long done = 0; done < run.Length && fault is null;)
            {
                Span<byte> block = _blocks.Span[..(int)Math.Min(BlockBytes, run.Length - done)];
                fault = cancellation.IsCancellationRequested ? ActResult.Interrupted : null;
                fault ??= run.IsKept
                    ? ReadKept(from.Kept, kept + done, block)
                    : ReadTwin(from, run.PayloadAt + done, block);
                fault ??= take?.Invoke(at + done, block);
                if (fault is null)
                {
                    _hash.AppendData(block);
                    done += block.Length;
                }
            }

            at += run.Length;
            kept += run.IsKept ? run.Length : 0;
        }

        digest = Convert.ToHexStringLower(_hash.GetHashAndReset());
        return fault;
    }

    private string? ReadKept(FileHandle recipes, long at, Span<byte> block)
    {
        VolumeError error = volume.Read(recipes, at, block, out int read);
        return error.Failed || read < block.Length ? "its saved tags cannot be read" : null;
    }

    private static string? ReadTwin(RecipeSources from, long at, Span<byte> block) =>
        from.Payload.TryRead(from.Twin, at, block) ? null : from.Twin.Fault;

    private delegate string? BlockTaker(long at, ReadOnlySpan<byte> block);
}

/// <summary>The sources of a recipe's bytes.</summary>
/// <param name="Kept">The open recipe file.</param>
/// <param name="Twin">An open file with the same payload.</param>
/// <param name="Payload">Where the payload is in that file.</param>
internal sealed record RecipeSources(FileHandle Kept, OpenMedia Twin, PayloadMap Payload);
