using Doppel.Media;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Proves that two open files have the same audio or image payload, and that one can be rebuilt from the other.
/// </summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class MediaProof(IVolume volume) : IDisposable
{
    private const int BlockBytes = 128 * 1024;

    private readonly MediaMapper _mapper = new();
    private readonly NativeBuffer<byte> _blocks = new(2 * BlockBytes);
    private readonly RecipeReplay _replay = new(volume);

    public void Dispose()
    {
        _blocks.Dispose();
        _replay.Dispose();
    }

    /// <summary>Maps both files again, compares their payloads byte by byte, and replays the recipe.</summary>
    /// <param name="claim">What must be proved.</param>
    /// <param name="keeper">The keeper.</param>
    /// <param name="other">The duplicate.</param>
    /// <param name="digest">The SHA-256 of the duplicate in hex if it has a recipe. Otherwise empty.</param>
    /// <param name="cancellation">Cancels the comparison. The files are then treated as different.</param>
    /// <returns>Why the claim is not proved, or null if it is.</returns>
    internal string? Prove(
        MediaClaim claim, OpenMedia keeper, OpenMedia other, out string digest, CancellationToken cancellation)
    {
        digest = "";
        if (TwinMaps.Of(_mapper, claim.Policy, keeper, other, out TwinMaps? maps) is { } differs)
        {
            return differs;
        }

        var kept = new PayloadMap(maps!.Keeper);
        string? fault = ComparePayloads((keeper, kept), (other, new PayloadMap(maps.Other)), cancellation);
        if (fault is null && claim.Recipe is { } recipe)
        {
            fault = recipe.Size != other.Length || !IsSame(recipe.KeeperExtents, maps.Keeper.Extents)
                ? "it or the keeper changed after its tags were saved"
                : _replay.Compare(
                    recipe, new RecipeSources(claim.Recipes, keeper, kept), other.File, cancellation);
            digest = fault is null ? recipe.Digest : "";
        }

        return fault;
    }

    private string? ComparePayloads(
        (OpenMedia File, PayloadMap Payload) keeper, (OpenMedia File, PayloadMap Payload) other,
        CancellationToken cancellation)
    {
        for (long at = 0; at < keeper.Payload.Bytes; at += BlockBytes)
        {
            int bytes = (int)Math.Min(BlockBytes, keeper.Payload.Bytes - at);
            Span<byte> first = _blocks.Span[..bytes];
            Span<byte> second = _blocks.Span.Slice(BlockBytes, bytes);
            if (cancellation.IsCancellationRequested)
            {
                return ActResult.Interrupted;
            }

            if (!keeper.Payload.TryRead(keeper.File, at, first))
            {
                return keeper.File.Fault;
            }

            if (!other.Payload.TryRead(other.File, at, second))
            {
                return other.File.Fault;
            }

            if (!first.SequenceEqual(second))
            {
                return "its audio or image data differs from the keeper's";
            }
        }

        return null;
    }

    private static bool IsSame(IReadOnlyList<PayloadExtent> left, IReadOnlyList<PayloadExtent> right)
    {
        for (int i = 0; i < left.Count && left.Count == right.Count; i++)
        {
            if (left[i] != right[i])
            {
                return false;
            }
        }

        return left.Count == right.Count;
    }
}

/// <summary>
/// What must be proved about a file that is not an identical copy of its keeper but shares its audio or image payload.
/// </summary>
/// <param name="Policy">The policy that defines the payload.</param>
/// <param name="Recipe">The recipe to rebuild the file, or null if it is not removed permanently.</param>
/// <param name="Recipes">The open recipe file, or <see cref="FileHandle.None"/> without a recipe.</param>
internal sealed record MediaClaim(MediaPolicy Policy, Recipe? Recipe, FileHandle Recipes);
