using System.Text;
using System.Text.Json;

namespace Doppel.Media.Tests;

/// <summary>Tags are added to XMP sidecars of other programs, which keep everything else.</summary>
public sealed class SidecarTests
{
    private const string Start = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
        + "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>";

    private const string End = "</rdf:RDF></x:xmpmeta>";

    private static readonly string[] s_words =
        ["sea", "a & b", "<i>", "\"quoted\" 'twice'", "Zürich", "日本", "🌅 dawn", "two\nlines", "x;y, z", "]]>"];

    [Fact]
    public void Exiftool_reads_what_is_added_and_finds_all_else_unchanged()
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        int seed = TestRun.SeedOffset + 5710;
        var random = new Random(seed);
        using var tree = new TempTree();
        for (int i = 0; i < TestRun.Count(25, 250); i++)
        {
            byte[] before = random.Next(4) == 0 ? [] : Exiftool(tree, random);
            MediaTag[] tags = Tags(random);
            MediaTag[] kept = [new(TagNames.Keywords, "in the photo"), new("xmp:Iptc4xmpExt:PersonInImage", "Ana")];
            string at = $"seed {seed}, round {i}";
            MediaTag[] gained = [.. new TagUnion(XmpSidecar.Read(before), XmpSidecar.Holds).Find(tags).Added];
            Assert.True(XmpSidecar.Add(before, kept, gained, out byte[] after) is null, at);
            Dictionary<string, string[]> told = Ask(tree, after);
            Dictionary<string, string[]> was = before.Length == 0 ? [] : Ask(tree, before);
            foreach ((string name, string[] values) in was.Where(static one => !IsOfFile(one.Key)))
            {
                bool isChanged = gained.Any(tag => NameOf(tag.Name) == name);
                Assert.True(
                    isChanged ? told.ContainsKey(name) : told[name].SequenceEqual(values), $"{at}: {name} changed");
            }

            foreach (MediaTag tag in gained.Where(static tag => tag.Name != TagNames.Place))
            {
                string value = tag.Name == TagNames.Taken ? tag.Value.Replace('-', ':') : tag.Value;
                Assert.True(told[NameOf(tag.Name)].Contains(value), $"{at}: {tag} is not found by exiftool");
            }

            Assert.Null(XmpSidecar.Add(after, kept, gained, out byte[] again));
            Assert.Equal(after, again);
            bool repeats = gained.Any(static tag => tag.Name == TagNames.Keywords)
                && !was.ContainsKey("XMP-dc:Subject");
            Assert.True(!repeats || told["XMP-dc:Subject"].Contains("in the photo"), at);
        }
    }

    [Fact]
    public void Exiftool_finds_the_place_and_the_time_where_they_were()
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        foreach ((string place, string found) in new[]
        {
            ("47.376887, 8.541694, 408.25 m", "47.376887 8.541694 408.25"),
            ("-33.856784, -70.5", "-33.856784 -70.5 "), ("0, 0.000001, -3 m", "0 1e-06 -3"),
        })
        {
            Assert.Null(XmpSidecar.Add(default, [], [new(TagNames.Place, place)], out byte[] sidecar));
            File.WriteAllBytes($"{tree.Folder}/p.xmp", sidecar);
            string told = Tool.Run(
                "exiftool", "-n", "-p", "$GPSLatitude $GPSLongitude ${GPSAltitude;}", "-m", $"{tree.Folder}/p.xmp")
                .MustSucceed().OutputText.Trim();
            Assert.Equal(
                found.Split(' ').Select(Parse), (told + " ").Split(' ').Take(3).Select(Parse));
        }

        static double Parse(string number) =>
            double.TryParse(number, out double value) ? Math.Round(value, 6) : double.NaN;
    }

    [Theory]
    [InlineData("<!-- note --><rdf:Description rdf:about='' xmlns:my='urn:mine' my:own=\"it&apos;s\"/>")]
    [InlineData("<rdf:Description\r\n rdf:about='uuid:1'\r\n xmlns:dc='http://purl.org/dc/elements/1.1/'>\r\n"
        + "<dc:subject><rdf:Bag>\r\n<rdf:li>a</rdf:li>\r\n</rdf:Bag></dc:subject></rdf:Description>")]
    [InlineData("<?mine x?><rdf:Description xmlns:k='http://purl.org/dc/elements/1.1/'><k:subject>"
        + "<r:Bag xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:li>a</r:li></r:Bag>"
        + "</k:subject></rdf:Description>")]
    public void Nothing_that_was_there_is_moved_or_rewritten(string inside)
    {
        string before = "\uFEFF<?xml version='1.0'?>\r\n" + Start + inside + End + "<?xpacket end='w'?>   \n";
        string after = Added(before, new(TagNames.Keywords, "b"), new(TagNames.Title, "T"));
        int at = 0;
        foreach (char one in after)
        {
            at += at < before.Length && before[at] == one ? 1 : 0;
        }

        Assert.Equal(before.Length, at);
        Assert.Equal(1, after.Split(":subject>").Length / 2);
        Assert.Contains(new MediaTag(TagNames.Keywords, "b"), XmpSidecar.Read(Encoding.UTF8.GetBytes(after)));
    }

    [Theory]
    [InlineData("<rdf:Description rdf:about='' xmlns:p='http://ns.adobe.com/xap/1.0/' p:Rating = \"@\" p:Label='x'/>")]
    [InlineData("<rdf:Description rdf:about='' xmlns:p='http://ns.adobe.com/xap/1.0/'><p:Rating>@</p:Rating>"
        + "<p:Label>x</p:Label></rdf:Description>")]
    public void A_higher_rating_takes_the_place_of_the_lower_one(string inside)
    {
        string before = Start + inside.Replace('@', '2') + End;
        Assert.Equal(Start + inside.Replace('@', '4') + End, Added(before, new MediaTag(TagNames.Rating, "80")));
        Assert.Equal(before, Added(before, new MediaTag(TagNames.Rating, "20")));
    }

    [Theory]
    [InlineData("no XMP at all")]
    [InlineData("<!DOCTYPE x [<!ENTITY e 'x'>]>" + Start + "<rdf:Description/>" + End)]
    [InlineData(Start + "<rdf:Description>" + End)]
    [InlineData("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>")]
    [InlineData("<a>" + Start + End + Start + End + "</a>")]
    [InlineData(Start + "<rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/' dc:subject='a'/>" + End)]
    [InlineData(Start + "<rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:subject><rdf:Bag/>"
        + "</dc:subject></rdf:Description>" + End)]
    public void Sidecars_that_cannot_be_extended_without_loss_are_refused(string sidecar)
    {
        Assert.NotNull(XmpSidecar.Add(
            Encoding.UTF8.GetBytes(sidecar), [], [new MediaTag(TagNames.Keywords, "b")], out byte[] changed));
        Assert.Empty(changed);
    }

    [Fact]
    public void Bytes_that_are_not_UTF8_and_letters_that_XML_lacks_are_refused()
    {
        byte[] latin = Encoding.Latin1.GetBytes(Start + "<!-- é --><rdf:Description/>" + End);
        Assert.NotNull(XmpSidecar.Add(latin, [], [new(TagNames.Keywords, "b")], out _));
        Assert.NotNull(XmpSidecar.Add(default, [], [new(TagNames.Keywords, "b\u0001")], out _));
        Assert.NotNull(XmpSidecar.Add(
            Encoding.UTF8.GetBytes(Added(Start + "<rdf:Description/>" + End, new MediaTag(TagNames.Title, "A"))), [],
            [new(TagNames.Title, "B")], out _));
    }

    private static string Added(string sidecar, params MediaTag[] tags)
    {
        Assert.Null(XmpSidecar.Add(Encoding.UTF8.GetBytes(sidecar), [], tags, out byte[] after));
        return Encoding.UTF8.GetString(after);
    }

    private static MediaTag[] Tags(Random random)
    {
        string[] names =
        [
            TagNames.Title, TagNames.Artist, TagNames.Description, TagNames.Keywords, TagNames.Keywords,
            TagNames.Copyright, TagNames.Rating, TagNames.Taken, TagNames.Place, "xmp:Iptc4xmpExt:PersonInImage",
            "xmp:lr:hierarchicalSubject",
        ];
        return
        [
            .. Enumerable.Range(0, 1 + random.Next(6)).Select(_ => names[random.Next(names.Length)])
                .Select(name => new MediaTag(name, name switch
                {
                    TagNames.Rating => $"{1 + random.Next(5)}",
                    TagNames.Taken => $"20{random.Next(10, 25)}-05-06 07:08:09",
                    TagNames.Place => $"{random.Next(-89, 90)}.25, {random.Next(-179, 180)}.5",
                    _ => s_words[random.Next(s_words.Length)],
                })).Distinct(),
        ];
    }

    private static byte[] Exiftool(TempTree tree, Random random)
    {
        string[] all =
        [
            "-XMP-dc:Subject=old", "-XMP-dc:Subject=sea", "-XMP-dc:Title=Old title", "-XMP-xmp:Rating=2",
            "-XMP-exif:DateTimeOriginal=2015:01:02 03:04:05", "-XMP-photoshop:DateCreated=2016:01:02 03:04:05",
            "-XMP-crs:Exposure2012=+0.50", "-XMP-xmpMM:DocumentID=xmp.did:1", "-XMP-iptcExt:PersonInImage=Bo",
            "-XMP-lr:HierarchicalSubject=a|b", "-XMP-dc:Description-de=Hallo", "-XMP-dc:Creator=Me",
            "-XMP-mwg-rs:RegionInfo={RegionList=[{Name=Bo,Type=Face}]}",
        ];
        string path = $"{tree.Folder}/old.xmp";
        File.Delete(path);
        string[] chosen = [.. all.Where(_ => random.Next(2) == 0), "-XMP-xmp:Label=Red"];
        if (random.Next(2) == 0)
        {
            chosen = ["-api", "Compact=Shorthand", .. chosen];
        }

        Tool.Run("exiftool", [.. chosen.Append(path).Select(static word => (ByteName)word)]).MustSucceed();
        return File.ReadAllBytes(path);
    }

    private static Dictionary<string, string[]> Ask(TempTree tree, byte[] sidecar)
    {
        string path = $"{tree.Folder}/asked.xmp";
        File.WriteAllBytes(path, sidecar);
        string told = Tool.Run("exiftool", "-j", "-G1", "-n", path).MustSucceed().OutputText;
        using JsonDocument document = JsonDocument.Parse(told);
        return document.RootElement[0].EnumerateObject().ToDictionary(
            static one => one.Name,
            static one => one.Value.ValueKind == JsonValueKind.Array
                ? (string[])[.. one.Value.EnumerateArray().Select(static value => value.ToString())]
                : [one.Value.ToString()]);
    }

    private static bool IsOfFile(string name) => name.StartsWith("System:", StringComparison.Ordinal)
        || name.StartsWith("Composite:", StringComparison.Ordinal) || !name.Contains(':', StringComparison.Ordinal);

    private static string NameOf(string tag) => tag switch
    {
        TagNames.Title => "XMP-dc:Title",
        TagNames.Artist => "XMP-dc:Creator",
        TagNames.Description => "XMP-dc:Description",
        TagNames.Keywords => "XMP-dc:Subject",
        TagNames.Copyright => "XMP-dc:Rights",
        TagNames.Rating => "XMP-xmp:Rating",
        TagNames.Taken => "XMP-exif:DateTimeOriginal",
        "xmp:lr:hierarchicalSubject" => "XMP-lr:HierarchicalSubject",
        _ => "XMP-iptcExt:PersonInImage",
    };
}
