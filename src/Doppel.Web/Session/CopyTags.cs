using Doppel.Acting;
using Doppel.Media;

namespace Doppel.Web;

/// <summary>What becomes of the tags of a copy that goes.</summary>
/// <param name="Copy">The number of the copy.</param>
/// <param name="IsCompared">Whether its tags, and those of the copy that stays, could be read.</param>
/// <param name="Lost">The first values that are lost, those that people write before those of programs.</param>
/// <param name="LostCount">The number of all values that are lost.</param>
/// <param name="Added">The first values that the copy that stays gains.</param>
/// <param name="AddedCount">The number of all values that it gains.</param>
internal sealed record CopyTags(
    int Copy, bool IsCompared, IReadOnlyList<TagValue> Lost, int LostCount, IReadOnlyList<TagValue> Added,
    int AddedCount)
{
    private const int ValuesMax = 100;

    /// <summary>Returns what becomes of the tags of a copy.</summary>
    /// <param name="number">The number of the copy.</param>
    /// <param name="copy">The copy as it is planned.</param>
    /// <param name="isCompared">Whether all tags could be read.</param>
    /// <param name="kept">The tags of the copy that stays, by name.</param>
    internal static CopyTags Of(
        int number, PlanCopy copy, bool isCompared, IReadOnlyDictionary<string, string> kept)
    {
        Dictionary<string, string> staying = copy.KeptTags.ToDictionary(
            static tag => tag.Name, static tag => string.Join("; ", tag.Values));
        TagValue[] lost =
        [
            .. copy.LostTags.OrderByDescending(static tag => TagKinds.IsDescriptive(tag.Name))
                .ThenBy(static tag => tag.Values.All(
                    value => TagKinds.IsByproduct(new MediaTag(tag.Name, value))))
                .SelectMany(tag => tag.Values.Select(value => new TagValue(
                    tag.Name, value, staying.GetValueOrDefault(tag.Name, kept.GetValueOrDefault(tag.Name, ""))))),
        ];
        TagValue[] added =
        [
            .. copy.AddedTags.SelectMany(static tag => tag.Values.Select(value => new TagValue(tag.Name, value, ""))),
        ];
        return new CopyTags(
            number, isCompared, [.. lost.Take(ValuesMax).Select(Shortened)], lost.Length,
            [.. added.Take(ValuesMax).Select(Shortened)], added.Length);
    }

    private static TagValue Shortened(TagValue tag) =>
        tag with { Value = TagTable.Shortened(tag.Value), Kept = TagTable.Shortened(tag.Kept) };
}

/// <summary>One value of a tag.</summary>
/// <param name="Name">The name of the tag.</param>
/// <param name="Value">The value.</param>
/// <param name="Kept">
/// Of a value that is lost, those that the copy that stays has instead. Empty if it has none.
/// </param>
internal sealed record TagValue(string Name, string Value, string Kept);
