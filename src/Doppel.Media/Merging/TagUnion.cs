namespace Doppel.Media;

/// <summary>Decides which tags of files that go are added to those of the file that stays.</summary>
/// <remarks>
/// Keywords, genres and persons are joined, the highest rating, the highest play count and the earliest plausible time
/// win, and any other value is added only if there is none. Pictures are added only if there is none at all. Byproducts
/// of programs are ignored. Not thread-safe.
/// </remarks>
public sealed class TagUnion
{
    private const int DayLetters = 8;

    private readonly List<MediaTag> _all;
    private readonly List<MediaTag> _added = [];
    private readonly Func<string, bool> _holds;

    /// <summary>Begins with the tags of the file that stays.</summary>
    /// <param name="kept">The tags.</param>
    /// <param name="holds">Returns whether a tag of this name can be added.</param>
    public TagUnion(IEnumerable<MediaTag> kept, Func<string, bool> holds)
    {
        ArgumentNullException.ThrowIfNull(kept);
        ArgumentNullException.ThrowIfNull(holds);
        _all = [.. kept];
        _holds = holds;
    }

    /// <summary>Gets the tags of the file that stays, and those that were added.</summary>
    public IReadOnlyList<MediaTag> All => _all;

    /// <summary>Returns what a file that goes would add.</summary>
    /// <param name="own">The tags of the file that goes.</param>
    public TagGain Find(IEnumerable<MediaTag> own)
    {
        ArgumentNullException.ThrowIfNull(own);
        List<MediaTag> added = [];
        List<MediaTag> conflicts = [];
        List<MediaTag> missing = [];
        foreach (IGrouping<string, MediaTag> tags in own.Where(static tag => !TagKinds.IsByproduct(tag))
            .GroupBy(static tag => tag.Name))
        {
            string[] kept = [.. _all.Where(tag => tag.Name == tags.Key).Select(static tag => tag.Value)];
            string[] lost = [.. tags.Select(static tag => tag.Value).Where(value => !kept.Contains(value))];
            string[] gained = !_holds(tags.Key) ? [] : tags.Key switch
            {
                TagNames.Rating => Highest(kept, lost),
                TagNames.Taken => Earliest(kept, lost),
                _ when TagKinds.IsPlayCount(tags.Key) => Most(kept, lost),
                _ when TagKinds.IsList(tags.Key) => [.. lost.Where(IsWhole)],
                _ => kept.Length > 0 ? [] : Filled(tags.Key, lost),
            };
            added.AddRange(gained.Select(value => new MediaTag(tags.Key, value)));
            string[] known = [.. kept, .. gained];
            foreach (MediaTag tag in lost.Where(value => !IsIn(tags.Key, value, known))
                .Select(value => new MediaTag(tags.Key, value)))
            {
                (known.Length == 0 || TagKinds.IsList(tags.Key) ? missing : conflicts).Add(tag);
            }
        }

        return new TagGain(added, conflicts, missing);
    }

    /// <summary>Adds the tags that <see cref="Find"/> has found, for the files that follow.</summary>
    /// <param name="gain">What the file that stays gains.</param>
    public void Add(TagGain gain)
    {
        ArgumentNullException.ThrowIfNull(gain);
        _all.AddRange(gain.Added);
        _added.AddRange(gain.Added);
    }

    /// <summary>
    /// Returns what the file that stays gains from all files so far and from one more. Of values that replace each
    /// other, such as ratings, it has the last one.
    /// </summary>
    /// <param name="gain">What it gains from one more file.</param>
    public IReadOnlyList<MediaTag> AddedWith(TagGain gain)
    {
        ArgumentNullException.ThrowIfNull(gain);
        MediaTag[] all = [.. _added, .. gain.Added];
        return [.. all.Where((tag, i) => !Replaces(tag.Name) || !all.Skip(i + 1).Any(one => one.Name == tag.Name))];
    }

    // A person who sees the higher rating or the earlier time misses nothing.
    private static bool IsIn(string name, string value, string[] known) => known.Contains(value) || name switch
    {
        TagNames.Rating => known.Any(one => TagKinds.RatingPercent(one) >= TagKinds.RatingPercent(value)),
        TagNames.Taken => TimeOf(value) is { } time
            && known.Any(one => TimeOf(one) is { } other && (other <= time || !IsPlausible(time))),
        TagNames.Place => known.Any(one => ExifPlace.IsNear(one, value)),
        _ when TagKinds.IsPlayCount(name) => known.Any(one => TagKinds.Plays(one) >= TagKinds.Plays(value)),
        _ => false,
    };

    /// <summary>Returns whether an added tag of this name replaces the old one.</summary>
    internal static bool Replaces(string name) =>
        name is TagNames.Rating or TagNames.Taken || TagKinds.IsPlayCount(name);

    private static string[] Most(string[] kept, string[] lost)
    {
        long most = kept.Select(TagKinds.Plays).DefaultIfEmpty(0).Max();
        string? best = lost.MaxBy(TagKinds.Plays);
        return best is not null && TagKinds.Plays(best) > most ? [best] : [];
    }

    private static string[] Highest(string[] kept, string[] lost)
    {
        int most = kept.Select(TagKinds.RatingPercent).DefaultIfEmpty(0).Max();
        string? best = lost.MaxBy(TagKinds.RatingPercent);
        return best is not null && TagKinds.RatingPercent(best) > most ? [best] : [];
    }

    private static string[] Earliest(string[] kept, string[] lost)
    {
        DateTime first = kept.Select(TimeOf).Where(IsPlausible).Min() ?? DateTime.MaxValue;
        string? best = lost.Where(value => IsPlausible(TimeOf(value))).MinBy(TimeOf);
        if (best is not null && TimeOf(best) < first)
        {
            return [best];
        }

        return kept.Length == 0 ? [.. lost.Take(1)] : [];
    }

    // A work has several artists and pictures, but only one title. Some kinds of tags hold only its beginning. The
    // values of a field that only one kind of tags has belong together.
    private static string[] Filled(string name, string[] lost) =>
        name is TagNames.Artist or TagNames.Cover || name.StartsWith("vorbis:", StringComparison.Ordinal)
            || name.StartsWith("id3:", StringComparison.Ordinal)
            ? [.. lost.Where(IsWhole)]
            : [.. lost.OrderByDescending(Length).Where(IsWhole).Take(1)];

    private static int Length(string value) => value.Length;

    // Longer text was cut when it was read.
    private static bool IsWhole(string value) => value.Length <= TagBuilder.CharactersMax;

    // A time on the same day says more than the day.
    private static DateTime? TimeOf(string value)
    {
        if (TagTime.TryRead(value, out DateTime time, out _))
        {
            return time;
        }

        return value.Length >= DayLetters && TagTime.TryReadDate(value, out DateOnly day)
            ? day.ToDateTime(TimeOnly.MaxValue)
            : null;
    }

    // Before photography, and where clocks without a battery begin.
    private static bool IsPlausible(DateTime? time) => time is { Year: > 1838 } known
        && known.Date != DateTime.UnixEpoch && known.Date != new DateTime(1980, 1, 1)
        && known.Date != new DateTime(1904, 1, 1);
}
