using System.Globalization;
using Doppel.Media;

namespace Doppel.Acting;

/// <summary>What the tags of a media file are worth, compared from the first number to the last.</summary>
/// <remarks>
/// A file that has all tags of another is never worth less, whatever both have. Tags that programs add count only if
/// everything else is equal.
/// </remarks>
/// <param name="Places">1 if the file has a place, otherwise 0: nobody remembers that for long.</param>
/// <param name="Descriptive">The number of different descriptive tags, such as title and artist.</param>
/// <param name="Rating">The highest rating in percent, 0 if there is none.</param>
/// <param name="Lasting">The number of values that are not a byproduct of a program.</param>
/// <param name="All">The number of all values.</param>
internal readonly record struct TagWorth(int Places, int Descriptive, int Rating, int Lasting, int All)
    : IComparable<TagWorth>
{
    /// <summary>Returns what tags are worth, which is nothing if they are unknown.</summary>
    internal static TagWorth Of(MediaTags? tags)
    {
        IReadOnlyList<MediaTag> all = tags?.All ?? [];
        return new TagWorth(
            all.Any(static tag => tag.Name == TagNames.Place) ? 1 : 0,
            all.Select(static tag => tag.Name).Where(TagKinds.IsDescriptive).Distinct().Count(),
            all.Where(static tag => tag.Name == TagNames.Rating).Select(static tag => TagKinds.RatingPercent(tag.Value))
                .DefaultIfEmpty(0).Max(),
            all.Count(static tag => !TagKinds.IsByproduct(tag)),
            all.Count);
    }

    public int CompareTo(TagWorth other) => (Places, Descriptive, Rating, Lasting, All).CompareTo(
        (other.Places, other.Descriptive, other.Rating, other.Lasting, other.All));

    public override string ToString()
    {
        string number = string.Create(
            CultureInfo.InvariantCulture, $"{Descriptive} descriptive tag{(Descriptive == 1 ? "" : "s")}");
        string rating = Rating > 0 ? string.Create(CultureInfo.InvariantCulture, $", rated {Rating} %") : "";
        string all = string.Create(CultureInfo.InvariantCulture, $", {All} in all");
        return (Places == 0 ? "" : "a place, ") + number + rating + all;
    }
}
