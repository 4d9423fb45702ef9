using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting.Tests.Planning;

/// <summary>What a plan makes of photos whose tags and sidecars both have to be kept.</summary>
public sealed class TagsAndCompanionsTests
{
    private const StringComparison Same = StringComparison.Ordinal;

    /// <summary>
    /// Photos with random tags, of which some have sidecars, under the rules and under another choice.
    /// </summary>
    [Fact]
    public void A_photo_goes_only_if_its_tags_stay_and_stays_only_for_a_reason_that_holds()
    {
        int seed = TestRun.SeedOffset;
        var random = new Random(seed);
        int gained = 0;
        int chosen = 0;
        for (int i = 0; i < TestRun.Count(2_000, 50_000); i++)
        {
            var volume = new MemoryVolume();
            string[] names = [.. Enumerable.Range(1, random.Next(2, 6)).Select(number => $"/{number}/a.png")];
            Dictionary<string, MediaTag[]> tags = [];
            foreach (string name in names)
            {
                tags[name] =
                [
                    .. Enumerable.Range(0, 4).Where(_ => random.Next(3) == 0).Select(word => Keyword($"k{word}")),
                    .. random.Next(3) == 0 ? [new MediaTag("title", $"t{random.Next(2)}")] : (MediaTag[])[],
                ];
                volume.AddFile(name, PngFile.Make(1, Sidecar(tags[name])));
                if (random.Next(3) == 0)
                {
                    tags[name + ".xmp"] = [Keyword($"k{random.Next(2)}")];
                    volume.AddFile(name + ".xmp", Sidecar(tags[name + ".xmp"]));
                }
            }

            TagTarget target = (TagTarget)random.Next(3);
            using var planner = new Planner(volume, new PlanOptions
            {
                WorkingDirectory = new("/"),
                KeepsTags = true,
                TagsTo = target,
                Companions = random.Next(2) == 0 ? CompanionChoice.Keep : CompanionChoice.Move,
            });
            string about = $"seed {seed}, {i}, {target}";
            PlanOutcome outcome = planner.Plan(Plans.Media(volume, names));
            Check(tags, outcome, target, about);
            if (outcome.Group is not { } group)
            {
                continue;
            }

            gained += group.TagsTo.IsEmpty ? 0 : 1;
            PlanCopy other = group.Drop[random.Next(group.Drop.Count)];
            PlanOutcome again = planner.Rechoose(group, [other], "chosen");
            Check(tags, again, target, about + ", chosen");
            chosen += again.Group is null ? 0 : 1;
        }

        Assert.True(gained > 100 && chosen > 100, $"seed {seed}: {gained} gained, {chosen} chosen");
    }

    private static void Check(
        Dictionary<string, MediaTag[]> tags, PlanOutcome outcome, TagTarget target, string about)
    {
        if (outcome.Group is not { } group)
        {
            Assert.Empty(outcome.Companions);
            return;
        }

        ReportTag[] added = [.. group.Drop.SelectMany(static copy => copy.AddedTags)];
        Assert.True(added.Length > 0 == !group.TagsTo.IsEmpty, about);
        string keeper = group.Keep[0].Names[0].ToString();
        HashSet<MediaTag> stay = [.. tags[keeper], .. added.SelectMany(Values)];
        stay.UnionWith(target == TagTarget.None ? [] : tags.GetValueOrDefault(keeper + ".xmp", []));
        foreach (PlanCopy copy in group.Drop)
        {
            string name = copy.Names[0].ToString();
            MediaTag[] shown = [.. copy.LostTags.SelectMany(Values)];
            Assert.All(tags[name], tag => Assert.True(
                stay.Contains(tag) || (tag.Name == "title" && shown.Contains(tag)),
                $"{about}: {name} goes and {tag} with it"));
            bool goesAlong = outcome.Companions.Any(one => one.Drop[0].Names[0].ToString() == name + ".xmp");
            Assert.True(goesAlong == tags.ContainsKey(name + ".xmp"), $"{about}: the sidecar of {name}");
        }

        // Its sidecar equals one that changes, for the tags of others or for its own.
        foreach (PlanRefusal refusal in outcome.Refusals.Where(static one => one.Message.StartsWith("after", Same)))
        {
            Assert.True(
                group.TagsTo.ToString() == keeper + ".xmp" || !stay.IsSupersetOf(tags[refusal.Path.ToString()]),
                $"{about}: {refusal.Path} has no reason to stay");
        }
    }

    private static IEnumerable<MediaTag> Values(ReportTag tag) =>
        tag.Values.Select(value => new MediaTag(tag.Name, value));

    private static MediaTag Keyword(string word) => new("keywords", word);

    private static byte[] Sidecar(params MediaTag[] tags)
    {
        Assert.Null(XmpSidecar.Add(default, [], tags, out byte[] content));
        return content;
    }
}
