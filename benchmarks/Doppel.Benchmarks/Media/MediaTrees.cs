using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Media;

/// <summary>Two trees of the same payloads: in pairs under other tags, and in pairs of equal files.</summary>
/// <param name="Tagged">The folder of the one.</param>
/// <param name="Same">The folder of the other.</param>
/// <param name="Payload">Bytes of all payloads of either.</param>
internal sealed record MediaTrees(string Tagged, string Same, long Payload)
{
    /// <summary>The search for media.</summary>
    public static Finder ByMedia
    {
        get
        {
            Finder own = Finder.Doppel();
            return own with { Command = [.. own.Command, "--media"] };
        }
    }

    /// <summary>What the search for media told of the first.</summary>
    public required SearchCounts Media { get; init; }

    /// <summary>What the search for equal files told of the second.</summary>
    public required SearchCounts Whole { get; init; }

    /// <summary>Makes both in a folder that is there, and has each searched once.</summary>
    public static MediaTrees MakeAndSearch(string folder, int files, int meanBytes)
    {
        string tagged = Path.Combine(folder, "tagged");
        string same = Path.Combine(folder, "same");
        long payload = MediaTree.Make(tagged, files, meanBytes, otherTags: true);
        VerifyException.UnlessEqual(
            payload, MediaTree.Make(same, files, meanBytes, otherTags: false), "the other tree");
        return new MediaTrees(tagged, same, payload)
        {
            Media = SearchCounts.Of(ByMedia.Command, tagged),
            Whole = SearchCounts.Of(Finder.Doppel().Command, same),
        };
    }
}
