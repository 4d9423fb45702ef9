using System.Text;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting.Tests.Planning;

/// <summary>What a plan makes of files of one sound under other tags.</summary>
public sealed class MediaPlannerTests
{
    private readonly MemoryVolume _volume = new();

    [Fact]
    public void The_file_with_the_most_tags_stays_and_the_plan_shows_what_only_the_others_have()
    {
        Sound("/a/1", "Lake");
        Sound("/b/2", "lake", "Ana");
        Sound("/c/3", "lake", "Anna");
        PlanOutcome outcome = Make(Media("/a/1", "/b/2", "/c/3"));
        Assert.Equal("keep /b/2, drop /c/3, drop /a/1", Plans.Show(outcome));
        PlanGroup group = outcome.Group!;
        Assert.Equal("oldest, most-tags", group.Reason);
        Assert.Equal(new PlanMedia("wav", MediaPolicy.Strict), group.Media);
        Assert.Equal(300, group.Size);
        Assert.Equal("artist: Anna", Lost(group.Drop[0]));
        Assert.Equal("title: Lake", Lost(group.Drop[1]));
        Assert.Empty(group.Keep[0].LostTags);
        Assert.Equal(
            "most-tags (1 descriptive tag, 1 in all against 2 descriptive tags, 2 in all)", outcome.Verdicts[2].Why);
        Assert.All(group.Drop, copy => Assert.Equal(_volume[copy.Names[0].ToString()].Facts, copy.Facts));
    }

    [Fact]
    public void A_file_stays_if_its_tags_would_be_lost_unless_programs_have_left_them()
    {
        Sound("/a/1", "Lake", "Ana");
        Sound("/b/2", "Hill");
        Sound("/c/3", "Lake");
        byte[] note = [.. "LIST"u8, 16, 0, 0, 0, .. "INFOISFT"u8, 4, 0, 0, 0, .. "mark"u8];
        byte[] noted = [.. Sounds.Wave(1, "Lake"), .. note];
        BitConverter.GetBytes(noted.Length - 8).CopyTo(noted, 4);
        _volume.AddFile("/d/4", noted);
        using var planner = new Planner(
            _volume, new PlanOptions { WorkingDirectory = new("/"), KeepsTags = true });
        PlanOutcome outcome = planner.Plan(Media("/a/1", "/b/2", "/c/3", "/d/4"));
        Assert.Equal("keep /a/1, keep /b/2, drop /d/4, drop /c/3; /b/2 tags-lost", Plans.Show(outcome));
        Assert.Equal("it has tags that the keeper lacks (title)", outcome.Refusals[0].Message);
        Assert.Equal("software: mark", Lost(outcome.Group!.Drop[0]));
        Assert.True(outcome.Refusals[0].IsProblem);
    }

    [Fact]
    public void Tags_that_only_a_photo_that_goes_has_are_planned_for_the_sidecar()
    {
        Photo("/a/1.png", new MediaTag("title", "Sea"), new("keywords", "a"), new("rating", "3"), new("place", "1, 2"));
        Photo("/b/2.png", new MediaTag("title", "Other"), new("keywords", "b"), new("rating", "5"));
        Photo("/c/3.png", new MediaTag("keywords", "b"), new("artist", "Ana"));
        PlanOutcome outcome = Tagging("/a/1.png", "/b/2.png", "/c/3.png");
        Assert.Equal("keep /a/1.png, drop /b/2.png, drop /c/3.png", Plans.Show(outcome));
        PlanGroup group = outcome.Group!;
        Assert.Equal("/a/1.png.xmp", group.TagsTo.ToString());
        Assert.Equal("keywords: b, rating: 5", Shown(group.Drop[0].AddedTags));
        Assert.Equal("title: Other", Lost(group.Drop[0]));
        Assert.Equal("title: Sea", Shown(group.Drop[0].KeptTags));
        Assert.Equal("artist: Ana", Shown(group.Drop[1].AddedTags));
        Assert.Empty(group.Drop[1].LostTags);
    }

    [Theory]
    [InlineData("/a/1.png.xmp", "", "/a/1.png.xmp")]
    [InlineData("/a/1.xmp", "", "/a/1.xmp")]
    [InlineData("/a/1.xmp", "/a/1.cr2", "/a/1.png.xmp")]
    [InlineData("/a/1.xmp", "/a/1.png.txt", "/a/1.xmp")]
    public void The_sidecar_that_exists_is_taken_unless_it_is_that_of_another_file(
        string sidecar, string other, string taken)
    {
        Photo("/a/1.png", new MediaTag("title", "Sea"), new("place", "1, 2"));
        Photo("/b/2.png", new MediaTag("keywords", "b"), new("artist", "Ana"));
        Assert.Null(XmpSidecar.Add(default, [], [new MediaTag("keywords", "b")], out byte[] content));
        _volume.AddFile(sidecar, content);
        if (other.Length > 0)
        {
            _volume.AddFile(other, "x");
        }

        PlanGroup group = Tagging("/a/1.png", "/b/2.png").Group!;
        Assert.Equal(taken, group.TagsTo.ToString());
        Assert.Equal(
            taken == sidecar ? "artist: Ana" : "keywords: b, artist: Ana", Shown(group.Drop[0].AddedTags));
    }

    [Theory]
    [InlineData("orientation", "6", "it has tags that the keeper lacks and that a sidecar does not get (orientation)")]
    [InlineData("keywords", "b", "its sidecar is not XMP in UTF-8, or is damaged")]
    public void A_photo_stays_if_a_sidecar_cannot_have_its_tags(string name, string value, string why)
    {
        Photo("/a/1.png", new MediaTag("title", "Sea"), new("place", "1, 2"));
        _volume.AddFile("/b/2.png", PngFile.Make(1, name == "orientation"
            ? Encoding.UTF8.GetBytes("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                + $"<rdf:Description xmlns:t='http://ns.adobe.com/tiff/1.0/' t:Orientation='{value}'/></rdf:RDF>")
            : Sidecar(new MediaTag(name, value))));
        _volume.AddFile("/a/1.png.xmp", "nothing");
        PlanOutcome outcome = Tagging("/a/1.png", "/b/2.png");
        Assert.Equal("keep /a/1.png, keep /b/2.png; /b/2.png tags-lost, /a/1.png nothing-to-do", Plans.Show(outcome));
        Assert.Equal(why, outcome.Refusals[0].Message);
    }

    [Fact]
    public void Protected_folders_and_sounds_get_no_sidecars()
    {
        Photo("/a/1.png", new MediaTag("title", "Sea"));
        Photo("/b/2.png", new MediaTag("keywords", "b"));
        var rules = new KeepRules { Protected = [Plans.Folder(_volume, "/a")] };
        Assert.Contains("/b/2.png tags-lost", Plans.Show(Tagging(rules, "/a/1.png", "/b/2.png")));
        Sound("/c/1", "Lake", "Ana");
        Sound("/d/2", "Hill");
        Assert.Contains("/d/2 tags-lost", Plans.Show(Tagging("/c/1", "/d/2")));
    }

    [Fact]
    public void Tags_are_planned_for_the_file_that_stays_itself()
    {
        Photo("/a/1.png", new MediaTag("title", "Sea"), new("keywords", "a"), new("rating", "3"), new("place", "1, 2"));
        Photo("/b/2.png", new MediaTag("title", "Other"), new("keywords", "b"), new("rating", "4"));
        Photo("/c/3.png", new MediaTag("keywords", "b"), new("rating", "5"));
        _volume.AddFile("/a/1.png.xmp", Sidecar(new MediaTag("artist", "Ana")));
        using Planner planner = Adding(new KeepRules(), TagTarget.Keeper);
        PlanGroup group = planner.Plan(Media("/a/1.png", "/b/2.png", "/c/3.png")).Group!;
        Assert.Equal("/a/1.png", group.TagsTo.ToString());
        Assert.Equal("keywords: b, rating: 4", Shown(group.Drop[0].AddedTags));
        Assert.Equal("title: Other", Lost(group.Drop[0]));
        Assert.Equal("title: Sea", Shown(group.Drop[0].KeptTags));
        Assert.Equal("rating: 5", Shown(group.Drop[1].AddedTags));
    }

    [Fact]
    public void Another_choice_of_the_user_is_planned_with_the_file_that_then_stays()
    {
        Photo("/a/1.png", new MediaTag("keywords", "a"), new("rating", "3"), new("place", "1, 2"));
        Photo("/b/2.png", new MediaTag("title", "Other"), new("keywords", "b"), new("rating", "4"));
        using Planner planner = Adding(new KeepRules(), TagTarget.Keeper);
        PlanGroup group = planner.Plan(Media("/a/1.png", "/b/2.png")).Group!;
        group = planner.Rechoose(group, [group.Drop[0]], "chosen").Group!;
        Assert.Equal("/b/2.png", group.TagsTo.ToString());
        Assert.Equal("keywords: a, place: 1, 2", Shown(group.Drop[0].AddedTags));
    }

    [Theory]
    [InlineData("links", "the keeper has several hard links")]
    [InlineData("read-only", "the keeper is read-only")]
    [InlineData("sidecar", "")]
    [InlineData("trailer", "the keeper has data behind the image")]
    [InlineData("orientation", "it has tags that the keeper lacks and that are not merged (orientation)")]
    [InlineData("protected", "tags cannot be added, since the one that stays is in a folder where nothing is changed")]
    public void A_file_stays_if_the_keeper_cannot_have_its_tags(string obstacle, string why)
    {
        byte[] behind = obstacle == "trailer" ? [1, 2] : [];
        byte[] kept = [.. PngFile.Make(1, Sidecar(new MediaTag("title", "Sea"), new("place", "1, 2"))), .. behind];
        _volume.AddFile("/a/1.png", kept);
        byte[] xmp = obstacle == "orientation"
            ? Encoding.UTF8.GetBytes("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                + "<rdf:Description xmlns:t='http://ns.adobe.com/tiff/1.0/' t:Orientation='6'/></rdf:RDF>")
            : Sidecar(new MediaTag("keywords", "b"));
        byte[] other = [.. PngFile.Make(1, xmp), .. behind];
        _volume.AddFile("/b/2.png", other);
        switch (obstacle)
        {
            case "links":
                _volume.AddHardLink("/c/other.png", "/a/1.png");
                break;
            case "read-only":
                _volume["/a/1.png"].Mode = 0x124; // r--r--r--
                break;
            case "sidecar":
                _volume.AddFile("/a/1.png.xmp", Sidecar(new MediaTag("keywords", "b")));
                break;
        }

        KeepRules rules = obstacle == "protected"
            ? new KeepRules { Protected = [Plans.Folder(_volume, "/a")] } : new KeepRules();
        using Planner planner = Adding(rules, TagTarget.Keeper);
        PlanOutcome outcome = planner.Plan(Media("/a/1.png", "/b/2.png"));
        Assert.Equal(
            why.Length > 0 ? "keep /a/1.png, keep /b/2.png; /b/2.png tags-lost, /a/1.png nothing-to-do"
                : "keep /a/1.png, drop /b/2.png", Plans.Show(outcome));
        Assert.Equal(why, outcome.Refusals is [PlanRefusal refusal, ..] ? refusal.Message : "");
    }

    [Fact]
    public void A_photo_whose_own_sidecar_equals_the_one_that_changes_stays()
    {
        Photo("/a/1.png", new MediaTag("title", "Sea"), new("place", "1, 2"));
        Photo("/b/1.png", new MediaTag("keywords", "b"));
        _volume.AddFile("/a/1.png.xmp", Sidecar(new MediaTag("artist", "Ana")));
        _volume.AddFile("/b/1.png.xmp", Sidecar(new MediaTag("artist", "Ana")));
        PlanOutcome outcome = Tagging("/a/1.png", "/b/1.png");
        Assert.Null(outcome.Group);
        Assert.Empty(outcome.Companions);
        Assert.Equal(
            "after tags are added to the sidecar of the file that stays, its own sidecar differs from that",
            outcome.Refusals[0].Message);
    }

    [Fact]
    public void Another_choice_of_the_user_is_planned_with_the_sidecar_of_the_photo_that_then_stays()
    {
        Photo("/a/1.png", new MediaTag("title", "Sea"), new("place", "1, 2"));
        Photo("/b/2.png", new MediaTag("keywords", "b"));
        using Planner planner = Adding(new KeepRules());
        PlanGroup group = planner.Plan(Media("/a/1.png", "/b/2.png")).Group!;
        group = planner.Rechoose(group, [group.Drop[0]], "chosen").Group!;
        Assert.Equal("/b/2.png.xmp", group.TagsTo.ToString());
        Assert.Equal("title: Sea, place: 1, 2", Shown(group.Drop[0].AddedTags));
        Assert.Empty(group.Keep[0].AddedTags);
    }

    [Theory]
    [InlineData(TagTarget.Keeper, "")]
    [InlineData(TagTarget.None, "tags-lost")]
    public void If_another_copy_is_chosen_one_whose_tags_would_be_lost_stays_too(TagTarget target, string refusal)
    {
        Photo("/a/1.png", new MediaTag("title", "Sea"), new("place", "1, 2"));
        Photo("/b/2.png");
        using Planner planner = Adding(new KeepRules(), target);
        PlanGroup group = planner.Plan(Media("/a/1.png", "/b/2.png")).Group!;
        PlanOutcome chosen = planner.Rechoose(group, [group.Drop[0]], "chosen");
        Assert.Equal(refusal.Length == 0, chosen.Group is not null);
        Assert.Equal(refusal, string.Concat(chosen.Refusals.Select(static one => one.Reason)));
    }

    /// <summary>Each file against each other one with some of its tags, and with any number of byproducts.</summary>
    [Fact]
    public void A_file_with_all_tags_of_another_is_worth_more_whatever_programs_have_added_to_that()
    {
        int seed = TestRun.SeedOffset;
        var random = new Random(seed);
        string[] names = ["title", "artist", "place", "taken", "rating", "riff:smpl", "mp4:gpmd", "keywords"];
        string[] byproducts = ["encoder", "software", "modified", "thumbnail", "id3:COMM:iTunNORM", "encoded by"];
        for (int i = 0; i < TestRun.Count(2_000, 100_000); i++)
        {
            MediaTag[] whole = [.. names.Where(_ => random.Next(2) == 0).Select(name => Tag(name))];
            MediaTag[] part = [.. whole.Where(_ => random.Next(3) > 0)];
            if (part.Length == whole.Length)
            {
                continue;
            }

            IEnumerable<MediaTag> added = byproducts.Where(_ => random.Next(2) == 0).Select(name => Tag(name));
            TagWorth rich = TagWorth.Of(Tags(whole));
            TagWorth poor = TagWorth.Of(Tags([.. part, .. added]));
            Assert.True(rich.CompareTo(poor) > 0, $"seed {seed}, {i}: {rich} against {poor}");
        }

        MediaTag Tag(string name) => new(name, name == "rating" ? $"{1 + random.Next(5)}" : $"value {random.Next(3)}");
        static MediaTags Tags(MediaTag[] all) => new() { All = all, CoverBytes = 0, Taken = null };
    }

    [Theory]
    [InlineData("title artist album", "encoder encoder link id3:TXXX:major_brand id3:COMM:iTunSMPB")]
    [InlineData("place", "title keywords rating software")]
    [InlineData("title rating=5", "title rating=3 encoder")]
    [InlineData("title rating=200/255", "title rating=3 encoder")]
    [InlineData("title riff:smpl", "title encoder software")]
    public void A_file_that_somebody_has_described_is_worth_more(string curated, string other)
    {
        Assert.True(Worth(curated).CompareTo(Worth(other)) > 0, $"{Worth(curated)} against {Worth(other)}");
        static TagWorth Worth(string tags) => TagWorth.Of(new MediaTags
        {
            All = [.. tags.Split(' ').Select(static (tag, i) => tag.Split('=')).Select(static (tag, i) => new MediaTag(
                tag[0], tag.Length > 1 ? tag[1] : $"{i}"))],
            CoverBytes = 0,
            Taken = null,
        });
    }

    [Fact]
    public void Preferred_rules_and_protected_folders_outrank_the_tags()
    {
        Sound("/a/1");
        Sound("/b/2", "lake", "Ana");
        Assert.Equal(
            "keep /a/1, drop /b/2",
            Plans.Show(Make(Media("/a/1", "/b/2"), new KeepRules { Prefer = [KeepRule.FirstName] })));
        Assert.Equal(
            "keep /a/1, drop /b/2",
            Plans.Show(Make(Media("/a/1", "/b/2"), new KeepRules { Protected = [Plans.Folder(_volume, "/a")] })));
    }

    [Fact]
    public void Names_of_a_media_group_are_planned_with_it_and_left_out_of_groups_of_copies()
    {
        Sound("/a/1", "Lake");
        Sound("/a/2", "Lake");
        Sound("/b/3", "Lake", "Ana");
        Sound("/c/4", "Lake");
        using var planner = new Planner(_volume, new PlanOptions { WorkingDirectory = new("/") });
        Assert.Equal("keep /b/3, drop /a/1, drop /a/2", Plans.Show(planner.Plan(Media("/a/1", "/a/2", "/b/3"))));
        PlanSummary before = planner.Summary;
        PlanOutcome whole = planner.Plan(Plans.Report(_volume, [["/a/1"], ["/a/2"]]));
        Assert.True(whole.IsSuperseded);
        Assert.Empty(whole.Refusals);
        Assert.Null(whole.Group);
        Assert.Equal(before, planner.Summary);
        Assert.Equal(
            "keep /c/4; /a/1 in-media-group, /a/1 nothing-to-do",
            Plans.Show(planner.Plan(Plans.Report(_volume, [["/a/1"], ["/c/4"]]))));
    }

    [Fact]
    public void Each_file_has_a_size_of_its_own_that_must_be_that_of_the_report()
    {
        Sound("/a/1", "Lake");
        Sound("/b/2", "lake", "Ana");
        Sound("/c/3", "lake");
        ReportMediaGroup group = Media("/a/1", "/b/2", "/c/3");
        Assert.Equal(
            "keep /b/2, drop /c/3; /a/1 changed",
            Plans.Show(Make(group with { Copies = [group.Copies[0] with { Size = 5 }, .. group.Copies.Skip(1)] })));
        Assert.Equal(
            "keep /b/2, drop /a/1, drop /c/3",
            Plans.Show(Make(group with { Copies = [.. group.Copies.Select(copy => copy with { Size = -1 })] })));
    }

    [Fact]
    public void Totals_count_media_groups_and_files_whose_tags_are_lost()
    {
        Sound("/a/1", "Lake");
        Sound("/b/2", "Lake", "Ana");
        Sound("/c/3", "Hill", "Ana");
        using var planner = new Planner(_volume, new PlanOptions { WorkingDirectory = new("/") });
        planner.Plan(Media("/a/1", "/b/2", "/c/3"));
        Assert.Equal((1, 1, 2, 1), (
            planner.Summary.Groups, planner.Summary.MediaGroups, planner.Summary.Files, planner.Summary.LosingFiles));
    }

    [Fact]
    public void The_description_of_the_rules_shows_what_comes_first_for_media() => Assert.Equal(
        ["of media first: most-tags", "of media first: largest-cover", "of media first: oldest-taken"],
        KeepRules.MediaDescription);

    private static string Lost(PlanCopy copy) => Shown(copy.LostTags);

    private static string Shown(IReadOnlyList<ReportTag> tags) =>
        string.Join(", ", tags.Select(static tag => $"{tag.Name}: {string.Join('|', tag.Values)}"));

    private static byte[] Sidecar(params MediaTag[] tags)
    {
        Assert.Null(XmpSidecar.Add(default, [], tags, out byte[] content));
        return content;
    }

    private PlanOutcome Tagging(params string[] names) => Tagging(new KeepRules(), names);

    private PlanOutcome Tagging(KeepRules rules, params string[] names)
    {
        using Planner planner = Adding(rules);
        return planner.Plan(Media(names));
    }

    private Planner Adding(KeepRules rules, TagTarget target = TagTarget.Sidecar) => new(
        _volume, new PlanOptions { Rules = rules, WorkingDirectory = new("/"), KeepsTags = true, TagsTo = target });

    private void Photo(string path, params MediaTag[] tags) => _volume.AddFile(path, PngFile.Make(1, Sidecar(tags)));

    private PlanOutcome Make(ReportMediaGroup group, KeepRules? rules = null)
    {
        using var planner = new Planner(
            _volume, new PlanOptions { Rules = rules ?? new KeepRules(), WorkingDirectory = new("/") });
        return planner.Plan(group);
    }

    private void Sound(string path, string title = "", string artist = "") =>
        _volume.AddFile(path, Sounds.Wave(1, title, artist));

    private ReportMediaGroup Media(params string[] names) => Plans.Media(_volume, names);
}
