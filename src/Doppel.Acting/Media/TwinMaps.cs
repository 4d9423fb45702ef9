using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Where one payload lies in two files, as their headers say.</summary>
/// <param name="Keeper">The keeper's.</param>
/// <param name="Other">The duplicate's.</param>
internal sealed record TwinMaps(MediaMap Keeper, MediaMap Other)
{
    /// <summary>Maps two open files.</summary>
    /// <param name="mapper">Maps them.</param>
    /// <param name="volume">Where they lie.</param>
    /// <param name="policy">What counts as payload.</param>
    /// <param name="keeper">The keeper, and its length.</param>
    /// <param name="other">The duplicate's.</param>
    /// <param name="maps">Both; null where they are no twins by their headers.</param>
    /// <returns>Why not; null if they may be.</returns>
    internal static string? Of(
        MediaMapper mapper, IVolume volume, MediaPolicy policy, (FileHandle File, long Size) keeper,
        (FileHandle File, long Size) other, out TwinMaps? maps)
    {
        maps = null;
        MediaResult kept = mapper.Map(new OpenMedia(volume, keeper.File, keeper.Size), policy);
        if (kept.Map is null)
        {
            return $"the keeper's sound or picture cannot be told from its tags{Because(kept)}";
        }

        MediaResult gone = mapper.Map(new OpenMedia(volume, other.File, other.Size), policy);
        if (gone.Map is null)
        {
            return $"its sound or picture cannot be told from its tags{Because(gone)}";
        }

        if (kept.Map.Format != gone.Map.Format || kept.Map.Key != gone.Map.Key
            || kept.Map.PayloadBytes != gone.Map.PayloadBytes)
        {
            return "its sound or picture differs from the keeper's";
        }

        maps = new TwinMaps(kept.Map, gone.Map);
        return null;
    }

    private static string Because(MediaResult result) => result.Reason.Length > 0 ? $": {result.Reason}" : "";
}
