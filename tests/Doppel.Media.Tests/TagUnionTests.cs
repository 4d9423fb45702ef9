namespace Doppel.Media.Tests;

/// <summary>What a file that stays gains from one that goes, by a list of sentences.</summary>
public sealed class TagUnionTests
{
    private static readonly string[] s_names =
        ["keywords", "xmp:Iptc4xmpExt:PersonInImage", "rating", "taken", "title", "artist", "software", "exif:Unknown"];

    private static readonly string[] s_values =
        ["1", "3", "5", "80", "2024-05-06 07:08:09", "2023-01-02 03:04:05", "1970-01-01 00:00:00", "Anna"];

    [Theory]
    [InlineData("", "title=A|artist=B|place=1, 2", "+title=A +artist=B +place=1, 2")]
    [InlineData("title=A", "title=B", "!title=B")]
    [InlineData("title=A", "title=A", "")]
    [InlineData("", "title=Short|title=Shortened", "+title=Shortened !title=Short")]
    [InlineData("artist=A", "artist=B", "!artist=B")]
    [InlineData("", "artist=A|artist=B", "+artist=A +artist=B")]
    [InlineData("keywords=sea", "keywords=sun|keywords=sea", "+keywords=sun")]
    [InlineData("genre=Rock", "genre=Pop", "?genre=Pop")]
    [InlineData("rating=3", "rating=5", "+rating=5")]
    [InlineData("rating=3", "rating=80", "+rating=80")]
    [InlineData("rating=5", "rating=3", "")]
    [InlineData("rating=4", "rating=80", "")]
    [InlineData("taken=2024-05-06 07:08:09", "taken=2023-05-06 07:08:09", "+taken=2023-05-06 07:08:09")]
    [InlineData("taken=2023-05-06 07:08:09", "taken=2024-05-06 07:08:09", "")]
    [InlineData("taken=2024-05-06 07:08:09", "taken=2024-05-06", "")]
    [InlineData("taken=2024-05-06 07:08:09", "taken=1970-01-01 00:00:00", "")]
    [InlineData("taken=1980-01-01 00:00:00", "taken=2024-05-06 07:08:09", "+taken=2024-05-06 07:08:09")]
    [InlineData("taken=2024-05-06 07:08:09", "taken=2999-01-01 00:00:00", "")]
    [InlineData("taken=2024-05-06 07:08:09", "taken=around noon", "!taken=around noon")]
    [InlineData("place=47.5, 8.5", "place=47.500004, 8.5", "")]
    [InlineData("place=47.5, 8.5", "place=47.6, 8.5", "!place=47.6, 8.5")]
    [InlineData("place=47.5, 8.5", "place=47.5, 8.5, 400 m", "!place=47.5, 8.5, 400 m")]
    [InlineData("orientation=1", "orientation=6", "!orientation=6")]
    [InlineData("", "orientation=6", "?orientation=6")]
    [InlineData("", "software=GIMP|encoder=x|color profile=s", "")]
    [InlineData("", "exif:MakerNote=9 bytes", "?exif:MakerNote=9 bytes")]
    public void Each_kind_of_tag_has_its_rule(string kept, string own, string gained) =>
        Assert.Equal(gained, Show(kept, own));

    [Fact]
    public void A_file_without_pictures_gets_all_of_one_file_and_no_others()
    {
        var union = new TagUnion([], static _ => true);
        MediaTag front = new(TagNames.Cover, "9 bytes");
        MediaTag back = new(TagNames.Cover, "back, 8 bytes");
        MediaTag other = new(TagNames.Cover, "7 bytes");
        TagGain gain = union.Find([front, back]);
        Assert.Equal([front, back], gain.Added);
        union.Add(gain);
        gain = union.Find([front, other]);
        Assert.Empty(gain.Added);
        Assert.Equal([other], gain.Conflicts);
    }

    [Theory]
    [InlineData("id3:PCNT", "3", "5", "4")]
    [InlineData("id3:POPM:me", "3 plays", "12 plays", "4 plays")]
    [InlineData("vorbis:PLAYCOUNT", "3", "12", "9")]
    [InlineData("rating", "30/255", "200/255", "100/255")]
    public void The_highest_of_all_files_is_added_once(string name, string kept, string highest, string other)
    {
        foreach (string[] order in new[] { new[] { highest, other }, [other, highest] })
        {
            var union = new TagUnion([new(name, kept)], static _ => true);
            foreach (string value in order)
            {
                TagGain gain = union.Find([new(name, value), new("vorbis:MOOD", value), new("vorbis:MOOD", "calm")]);
                Assert.Empty(gain.Missing);
                Assert.Contains(new MediaTag("vorbis:MOOD", "calm"), union.AddedWith(gain));
                union.Add(gain);
            }

            IReadOnlyList<MediaTag> added = union.AddedWith(union.Find([]));
            Assert.Equal(3, added.Count);
            Assert.All(
                (MediaTag[])[new(name, highest), new("vorbis:MOOD", "calm"), new("vorbis:MOOD", order[0])],
                tag => Assert.Contains(tag, added));
        }
    }

    /// <summary>What Exif requires of each file, or prescribes for what is unknown, is nothing to lose.</summary>
    [Theory]
    [InlineData("exif:ColorSpace", "65535", true)]
    [InlineData("exif:ColorSpace", "2", false)]
    [InlineData("exif:XResolution", "72", true)]
    [InlineData("exif:XResolution", "300", false)]
    [InlineData("exif:ExifVersion", "0232", true)]
    [InlineData("title", "72", false)]
    public void Exif_notes_byproducts_for_itself(string name, string value, bool isByproduct) =>
        Assert.Equal(isByproduct, TagKinds.IsByproduct(new MediaTag(name, value)));

    [Fact]
    public void A_text_that_was_cut_when_it_was_read_is_never_added()
    {
        string cut = new string('x', 4096) + "… (5000 characters)";
        Assert.Equal($"?description={cut}", Show("", $"description={cut}"));
    }

    [Fact]
    public void Several_files_add_nothing_but_the_sentences_allow_and_no_tag_is_lost_unseen()
    {
        int seed = TestRun.SeedOffset + 5700;
        var random = new Random(seed);
        for (int i = 0; i < TestRun.Count(2000, 20_000); i++)
        {
            MediaTag[] kept = Tags(random);
            var union = new TagUnion(kept, XmpSidecar.Holds);
            List<MediaTag> all = [.. kept];
            for (int file = 0; file < 2; file++)
            {
                MediaTag[] own = Tags(random);
                TagGain gain = union.Find(own);
                union.Add(gain);
                MediaTag[] known = [.. all, .. gain.Added];
                string at = $"seed {seed}, round {i}, file {file}";
                foreach (MediaTag tag in own)
                {
                    bool isThere = known.Contains(tag);
                    bool isBetter = known.Any(one => one.Name == tag.Name && IsAtLeast(one, tag));
                    bool isTold = gain.Conflicts.Contains(tag) || gain.Missing.Contains(tag);
                    Assert.True(isThere || isBetter || isTold || tag.Name == "software", $"{at}: {tag} is lost unseen");
                    Assert.False(isThere && isTold, $"{at}: {tag} is told as lost");
                }

                Assert.All(gain.Added, tag => Assert.True(own.Contains(tag) && !all.Contains(tag), at));
                Assert.DoesNotContain(gain.Added, static tag => tag.Name is "software" or "exif:Unknown");
                Assert.DoesNotContain(gain.Added, tag =>
                    tag.Name is "title" or "artist" && all.Any(one => one.Name == tag.Name));
                all = [.. known];
            }
        }
    }

    // A naive reading: stars up to five, else percent; and the time that sorts first, unless a clock began there.
    private static bool IsAtLeast(MediaTag one, MediaTag other) => one.Name switch
    {
        "rating" => Stars(one.Value) >= Stars(other.Value),
        "taken" => other.Value.StartsWith("1970", StringComparison.Ordinal)
            || (one.Value.Length == 19 && other.Value.Length == 19
                && string.CompareOrdinal(one.Value, other.Value) <= 0),
        _ => false,
    };

    private static double Stars(string value)
    {
        _ = double.TryParse(value, out double number);
        return number > 5 ? number / 20 : number;
    }

    private static MediaTag[] Tags(Random random) =>
    [
        .. Enumerable.Range(0, random.Next(6)).Select(_ => new MediaTag(
            s_names[random.Next(s_names.Length)], s_values[random.Next(s_values.Length)])).Distinct(),
    ];

    private static string Show(string kept, string own)
    {
        TagGain gain = new TagUnion(Parse(kept), XmpSidecar.Holds).Find(Parse(own));
        return string.Join(
            ' ', Show('+', gain.Added).Concat(Show('!', gain.Conflicts)).Concat(Show('?', gain.Missing)));
    }

    private static IEnumerable<string> Show(char sign, IEnumerable<MediaTag> tags) =>
        tags.Select(tag => $"{sign}{tag.Name}={tag.Value}");

    private static IEnumerable<MediaTag> Parse(string tags) => tags.Split('|', StringSplitOptions.RemoveEmptyEntries)
        .Select(static tag => tag.Split('=', 2)).Select(static parts => new MediaTag(parts[0], parts[1]));
}
