using Doppel.Media;

namespace Doppel.Acting;

/// <summary>Where the same payload is in two files, according to their headers.</summary>
/// <param name="Keeper">The map of the keeper.</param>
/// <param name="Other">The map of the duplicate.</param>
internal sealed record TwinMaps(MediaMap Keeper, MediaMap Other)
{
    /// <summary>Maps two open files.</summary>
    /// <param name="mapper">Maps the files.</param>
    /// <param name="policy">The policy that defines the payload.</param>
    /// <param name="keeper">The keeper.</param>
    /// <param name="other">The duplicate.</param>
    /// <param name="maps">Both maps, or null if the headers show that the payloads differ.</param>
    /// <returns>Why the files differ, or null if they may have the same payload.</returns>
    internal static string? Of(
        MediaMapper mapper, MediaPolicy policy, OpenMedia keeper, OpenMedia other, out TwinMaps? maps)
    {
        maps = null;
        MediaResult kept = mapper.Map(keeper, policy);
        if (kept.Map is null)
        {
            return $"the keeper's audio or image data cannot be separated from its tags{Because(kept)}";
        }

        MediaResult gone = mapper.Map(other, policy);
        if (gone.Map is null)
        {
            return $"its audio or image data cannot be separated from its tags{Because(gone)}";
        }

        if (kept.Map.Format != gone.Map.Format || kept.Map.Key != gone.Map.Key
            || kept.Map.PayloadBytes != gone.Map.PayloadBytes)
        {
            return "its audio or image data differs from the keeper's";
        }

        maps = new TwinMaps(kept.Map, gone.Map);
        return null;
    }

    private static string Because(MediaResult result) => result.Reason.Length > 0 ? $": {result.Reason}" : "";
}
