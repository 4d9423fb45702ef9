using System.Text;
using System.Text.RegularExpressions;
using Doppel.Volumes;

namespace Doppel.Acting.Tests.Planning;

/// <summary>Decides naively who stays; shares nothing with the rules but their description.</summary>
internal static class KeepOracle
{
    // Of the tags of random candidates, those that somebody wrote or that describe the photo, and what programs leave.
    private static readonly string[] s_chosen =
        ["title", "artist", "keywords", "place", "taken", "rating", "xmp:Iptc4xmpExt:PersonInImage"];

    private static readonly string[] s_left =
    [
        "encoder", "software", "id3:TXXX:major_brand", "xmp:xmpMM:DocumentID", "id3:COMM:iTunSMPB", "thumbnail",
    ];

    private const RegexOptions Caseless = RegexOptions.IgnoreCase | RegexOptions.CultureInvariant;

    /// <summary>The copies that stay, the keeper first, each told by its first name.</summary>
    public static IReadOnlyList<string> Staying(KeepRules rules, IReadOnlyList<Candidate> candidates)
    {
        bool Matches(Candidate candidate, PatternEffect effect) => rules.Patterns.Any(
            pattern => pattern.Effect == effect
                && candidate.Copy.Names.Any(name => pattern.Test(default, Encoding.UTF8.GetBytes(name.ToString()))));
        List<Candidate> reference = [.. candidates.Where(one => one.ProtectedBy is { IsReference: true })];
        List<Candidate> never = [.. candidates.Except(reference).Where(one => one.ProtectedBy is not null)];
        List<Candidate> guarded = [.. reference, .. never];
        List<Candidate> belonging = [.. candidates.Except(guarded).Where(one => !one.BelongsTo.IsEmpty)];
        List<Candidate> others = [.. candidates.Except(guarded).Except(belonging)];
        List<Candidate> kept = [.. others.Where(one => Matches(one, PatternEffect.Keep))];
        List<Candidate> rest = [.. others.Except(kept)];
        List<Candidate> unwanted = [.. rest.Where(one => Matches(one, PatternEffect.Drop))];
        List<Candidate> free = [.. rest.Except(unwanted)];
        List<Candidate> staying =
        [
            .. Sorted(rules, reference), .. Sorted(rules, never), .. Sorted(rules, belonging), .. Sorted(rules, kept),
        ];
        bool anyMayGo = reference.Count > 0 || !rules.Protected.Any(folder => folder.IsReference);
        foreach (Candidate next in Sorted(rules, free).Concat(Sorted(rules, unwanted)))
        {
            if (staying.Count < rules.Copies || !anyMayGo)
            {
                staying.Add(next);
            }
        }

        if (rules.PerFolder)
        {
            foreach (Candidate next in Sorted(rules, free).Concat(Sorted(rules, unwanted)).Except(staying).ToList())
            {
                if (!Folders(next).All(folder => staying.Any(one => Folders(one).Contains(folder))))
                {
                    staying.Add(next);
                }
            }
        }

        return [.. staying.Select(First)];
    }

    private static IEnumerable<string?> Folders(Candidate candidate) => Texts(candidate).Select(Path.GetDirectoryName);

    public static string First(Candidate candidate) =>
        candidate.Copy.Names.Select(name => name.ToString()).Order(StringComparer.Ordinal).First();

    private static IEnumerable<Candidate> Sorted(KeepRules rules, IEnumerable<Candidate> candidates)
    {
        IOrderedEnumerable<Candidate> sorted = candidates.OrderBy(_ => 0);
        foreach (KeepRule rule in rules.Prefer)
        {
            sorted = By(sorted, rule);
        }

        return sorted.ThenByDescending(one => one.Companions).ThenByDescending(Outside).ThenBy(one => one.Root)
            .ThenByDescending(one => one.Copy.SymbolicLinks.Count).ThenBy(Time)
            .ThenBy(one => Texts(one).Min(text => text.Length)).ThenBy(First, StringComparer.Ordinal);
    }

    private static IOrderedEnumerable<Candidate> By(IOrderedEnumerable<Candidate> sorted, KeepRule rule) => rule switch
    {
        KeepRule.OutsideLinks => sorted.ThenByDescending(Outside),
        KeepRule.MostLinks => sorted.ThenByDescending(one => one.Copy.Facts.Links),
        KeepRule.RootOrder => sorted.ThenBy(one => one.Root),
        KeepRule.SymbolicLinks => sorted.ThenByDescending(one => one.Copy.SymbolicLinks.Count),
        KeepRule.Newest => sorted.ThenByDescending(Time),
        KeepRule.Oldest => sorted.ThenBy(Time),
        KeepRule.Shallowest => sorted.ThenBy(one => Texts(one).Min(Depth)),
        KeepRule.Deepest => sorted.ThenByDescending(one => Texts(one).Max(Depth)),
        KeepRule.ShortestName => sorted.ThenBy(one => Texts(one).Min(text => Path.GetFileName(text).Length)),
        KeepRule.LongestName => sorted.ThenByDescending(one => Texts(one).Max(text => Path.GetFileName(text).Length)),
        KeepRule.PlainName => sorted.ThenByDescending(one => Texts(one).Any(IsPlain)),
        KeepRule.MostCompanions => sorted.ThenByDescending(one => one.Companions),
        KeepRule.MostTags => sorted.ThenByDescending(one => Values(one, "place").Any())
            .ThenByDescending(one => s_chosen.Count(name => Values(one, name).Any()))
            .ThenByDescending(one => Values(one, "rating").Select(Stars).DefaultIfEmpty().Max())
            .ThenByDescending(one => one.Tags?.All.Count(tag => !s_left.Contains(tag.Name)) ?? 0)
            .ThenByDescending(one => one.Tags?.All.Count ?? 0),
        KeepRule.LargestCover => sorted.ThenByDescending(one => one.Tags?.CoverBytes ?? 0),
        KeepRule.OldestTaken => sorted.ThenBy(one => one.Tags?.Taken ?? DateTime.MaxValue),
        KeepRule.ShortestPath => sorted.ThenBy(one => Texts(one).Min(text => text.Length)),
        KeepRule.LongestPath => sorted.ThenByDescending(one => Texts(one).Max(text => text.Length)),
        KeepRule.NewestFolder => sorted.ThenBy(one => one.FolderTimes.Count == 0)
            .ThenByDescending(one => one.FolderTimes.Select(Numbers).DefaultIfEmpty().Max()),
        KeepRule.OldestFolder => sorted.ThenBy(one => one.FolderTimes.Count == 0)
            .ThenBy(one => one.FolderTimes.Select(Numbers).DefaultIfEmpty().Min()),
        _ => sorted.ThenBy(First, StringComparer.Ordinal),
    };

    private static IEnumerable<string> Values(Candidate candidate, string name) =>
        (candidate.Tags?.All ?? []).Where(tag => tag.Name == name).Select(tag => tag.Value);

    private static int Stars(string rating) => rating switch
    {
        "5" => 100,
        "80" => 80,
        "64/255" => 25,
        _ => throw new ArgumentOutOfRangeException(nameof(rating)),
    };

    private static IEnumerable<string> Texts(Candidate candidate) =>
        candidate.Copy.Names.Select(name => name.ToString());

    private static long Outside(Candidate candidate) =>
        (long)candidate.Copy.Facts.Links - candidate.Copy.Names.Count;

    private static (long, int) Numbers(FileTime time) => (time.Seconds, time.Nanoseconds);

    private static (long, int) Time(Candidate candidate)
    {
        FileTime time = candidate.Copy.Facts.Modified;
        return (time.Seconds, time.Nanoseconds);
    }

    private static int Depth(string path) => path.Split('/').Length;

    private static bool IsPlain(string path)
    {
        string name = Path.GetFileName(path);
        return !Regex.IsMatch(name, @"^copy (\(\d{1,3}\) )?of .", Caseless)
            && !Regex.IsMatch(name, @". (\(\d{1,3}\)|copy|copy \d{1,3})($|\.)", Caseless);
    }
}
