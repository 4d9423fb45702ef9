using Doppel.Media;

namespace Doppel.Acting;

/// <summary>The words of <see cref="MediaPolicy"/> in journals and plans.</summary>
internal static class PolicyWords
{
    internal static string Of(MediaPolicy policy) => policy == MediaPolicy.Loose ? "loose" : "strict";

    /// <summary>Null for a word of none.</summary>
    internal static MediaPolicy? Parse(string? word) => word switch
    {
        "strict" => MediaPolicy.Strict,
        "loose" => MediaPolicy.Loose,
        _ => null,
    };
}
