using Doppel.Media;

namespace Doppel.Acting;

/// <summary>Where one payload lies in two files, as their headers say.</summary>
/// <param name="Keeper">The keeper's.</param>
/// <param name="Other">The duplicate's.</param>
internal sealed record TwinMaps(MediaMap Keeper, MediaMap Other)
{
    /// <summary>Maps two open files.</summary>
    /// <param name="mapper">Maps them.</param>
    /// <param name="policy">What counts as payload.</param>
    /// <param name="keeper">The keeper.</param>
    /// <param name="other">The duplicate.</param>
    /// <param name="maps">Both; null where they are no twins by their headers.</param>
    /// <returns>Why not; null if they may be.</returns>
    internal static string? Of(
        MediaMapper mapper, MediaPolicy policy, OpenMedia keeper, OpenMedia other, out TwinMaps? maps)
    {
        maps = null;
        MediaResult kept = mapper.Map(keeper, policy);
        if (kept.Map is null)
        {
            return $"the keeper's sound or picture cannot be told from its tags{Because(kept)}";
        }

        MediaResult gone = mapper.Map(other, policy);
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
