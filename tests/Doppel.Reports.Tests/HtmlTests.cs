using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>An HTML report is well-formed, and no name in it can be anything but text.</summary>
public sealed partial class HtmlTests
{
    private static readonly string[] s_elements =
    [
        "html", "head", "meta", "style", "title", "body", "header", "h1", "h2", "p", "details", "summary", "b", "span",
        "ul", "li", "time", "bdi", "div", "pre", "br", "footer", "label", "input", "select", "option", "i", "script",
        "img", "main",
    ];

    private static readonly string[] s_attributes =
        [
            "lang", "charset", "http-equiv", "content", "name", "class", "dir", "hidden", "type", "value", "role",
            "src", "alt",
        ];

    [Theory]
    [InlineData("/a/<script>alert(1);", "&lt;script&gt;alert(1);")]
    [InlineData("/a/--><img src=x onerror=alert(1)>", "--&gt;&lt;img src=x onerror=alert(1)&gt;")]
    [InlineData("/a/--!><b>", "--!&gt;&lt;b&gt;")]
    [InlineData("/a/\" onclick='x' &amp;", "&quot; onclick=&#39;x&#39; &amp;amp;")]
    [InlineData("/a/x\ngpj.\u202eexe", "x\\ngpj.\\u{202E}exe")]
    [InlineData("/a/\u05d0\u05d1/\u05d2", "<bdi>\u05d0\u05d1</bdi>/")]
    public void A_name_is_escaped_and_round_trips(string name, string shown)
    {
        Report report = Samples.Report(Samples.Group(5, Samples.Copy(name), Samples.Copy("/b")));
        byte[] bytes = Forms.Write(report, new() { Format = ReportFormat.Html });
        Assert.Contains(shown, Encoding.UTF8.GetString(bytes), StringComparison.Ordinal);
        Check(bytes, name);
        Assert.Equal(new ReportName(name), Assert.Single(Forms.Read(bytes).Groups).Copies[0].Names[0]);
    }

    [Fact]
    public void A_page_of_random_names_is_well_formed_and_has_only_elements_of_the_writer()
    {
        Check(Forms.Write(Samples.Nasty(), new() { Format = ReportFormat.Html }), "nasty");
        Check(Forms.Write(Samples.DocumentedFolders, new() { Format = ReportFormat.Html }), "folders");
        Check(Forms.Write(Samples.DocumentedMedia, new() { Format = ReportFormat.Html }), "media");
        for (int seed = 1; seed <= TestCounts.Of(150, 20_000); seed++)
        {
            var random = new RandomReports(seed);
            Check(Forms.Write(random.Next(), new() { Format = ReportFormat.Html, BlockBytes = 64 }), $"seed {seed}");
            Check(Forms.Write(random.NextWithFolders(), new() { Format = ReportFormat.Html }), $"seed {seed}");
            Check(Forms.Write(random.NextWithMedia(), new() { Format = ReportFormat.Html }), $"seed {seed}");
        }
    }

    [Fact]
    public void The_policy_of_the_page_allows_its_style_its_script_and_pictures_in_it()
    {
        string page = Forms.WriteText(Samples.Documented, new() { Format = ReportFormat.Html });
        string style = Style().Match(page).Groups[1].Value;
        string script = Script().Match(page).Groups[1].Value;
        Assert.Contains(
            $"\"default-src 'none'; style-src 'sha256-{Digest(style)}'; script-src 'sha256-{Digest(script)}'; "
                + "img-src data:; base-uri 'none'; form-action 'none'\"",
            page,
            StringComparison.Ordinal);
        Assert.DoesNotContain("url(", style, StringComparison.Ordinal);
        Assert.DoesNotContain("@import", style, StringComparison.Ordinal);
    }

    [Fact]
    public void A_thumbnail_is_shown_only_if_it_is_a_small_JPEG()
    {
        byte[] jpeg = [0xFF, 0xD8, .. "<script>"u8, 0xFF, 0xD9];
        Assert.Equal([jpeg], Shown(jpeg));
        Assert.Empty(Shown(null));
        Assert.Empty(Shown([]));
        Assert.Empty(Shown([0xFF, 0xD8, 0xFF]));
        Assert.Empty(Shown([.. "<svg onload='alert(1)'>"u8]));
        Assert.Empty(Shown([0xFF, 0xD8, .. "cut off"u8]));
        Assert.Empty(Shown([0xFF, 0xD8, .. new byte[64 * 1024], 0xFF, 0xD9]));
    }

    [Fact]
    public void Thumbnails_beyond_8_MiB_are_counted_and_the_page_is_read_back()
    {
        byte[] jpeg = [0xFF, 0xD8, .. new byte[(64 * 1024) - 4], 0xFF, 0xD9];
        Report report = Samples.Report(
            [.. Enumerable.Range(0, 131).Select(static i =>
                Samples.Group(5, Samples.Copy($"/r/{i}"), Samples.Copy($"/s/{i}")))]);
        byte[] bytes = Forms.Write(report, new() { Format = ReportFormat.Html, Thumbnails = _ => jpeg });
        string page = Encoding.UTF8.GetString(bytes);
        Assert.Equal(128, Regex.Count(page, "<img "));
        Assert.Contains("<p>3 thumbnails are left out", page, StringComparison.Ordinal);
        Check(bytes, "thumbnails");
        Assert.Equal(report.Groups.Select(Forms.Show), Forms.Read(bytes).Groups.Select(Forms.Show));
    }

    [Fact]
    public void Thumbnails_require_HTML() => Assert.Throws<ArgumentException>(
        static () => new ReportWriteOptions { Format = ReportFormat.Json, Thumbnails = _ => null }.Validate());

    private static List<byte[]> Shown(byte[]? thumbnail)
    {
        Report report = Samples.Report(Samples.Group(5, Samples.Copy("/r/a"), Samples.Copy("/r/b")));
        byte[] bytes = Forms.Write(report, new() { Format = ReportFormat.Html, Thumbnails = _ => thumbnail });
        Check(bytes, "thumbnail");
        return [.. Regex.Matches(Encoding.UTF8.GetString(bytes), "src=\"data:image/jpeg;base64,([^\"]*)\"")
            .Select(static one => Convert.FromBase64String(one.Groups[1].Value))];
    }

    [Theory]
    [InlineData("/people/ana", "/people/ana/a/one", "<span class=\"d\">a/</span>one<")]
    [InlineData("/people/ana/", "/people/ana/one", "</time>one<")]
    [InlineData("/", "/a/one", "<span class=\"d\">a/</span>one<")]
    [InlineData(".", "./a/one", "<span class=\"d\">a/</span>one<")]
    [InlineData("/people/ana", "/people/anabel/one", "<span class=\"d\">/people/anabel/</span>one<")]
    [InlineData("/x/a /y/b", "/x/a/c/one", "<span class=\"d\">a/c/</span>one<")]
    [InlineData("/x/a /y/a", "/x/a/c/one", "<span class=\"d\">/x/a/c/</span>one<")]
    [InlineData("/x/a/one /y/b", "/x/a/one", "<span class=\"d\">/x/a/</span>one<")]
    public void Names_begin_at_their_root(string roots, string name, string shown)
    {
        Report report = Samples.Report(Samples.Group(5, Samples.Copy(name), Samples.Copy("/elsewhere")));
        ReportBegin begin = report.Begin with
        {
            Roots = [.. roots.Split(' ').Select(static root => new ReportName(root))],
        };
        string page = Forms.WriteText(report with { Begin = begin }, new() { Format = ReportFormat.Html });
        Assert.Contains(shown, page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "contains no report")]
    [InlineData("<!DOCTYPE html>\n<html>\n</html>\n", "contains no report")]
    [InlineData("<html>\n", "is not a line of an HTML report")]
    [InlineData("<!DOCTYPE html>\nsome text\n", "is not a line of an HTML report")]
    [InlineData("<!DOCTYPE html>\n<!--{\"type\":\"begin\"", "is cut off")]
    public void Another_page_is_not_a_report(string page, string what) =>
        Assert.Contains(what, Forms.Fails(page, ReportFormat.Html).Message, StringComparison.Ordinal);

    [Fact]
    public void A_group_whose_mark_is_damaged_is_not_passed_over()
    {
        string page = Forms.WriteText(Samples.Documented, new() { Format = ReportFormat.Html });
        int at = page.IndexOf("<!--{\"type\":\"group\"", StringComparison.Ordinal);
        for (int i = at; i < at + 5; i++)
        {
            Forms.Fails(page[..i] + "x" + page[(i + 1)..]);
            Forms.Fails(page[..i] + page[(i + 1)..]);
        }
    }

    [Fact]
    public void A_line_can_be_deleted_by_hand()
    {
        string page = Forms.WriteText(Samples.Documented, new() { Format = ReportFormat.Html });
        string[] lines = page.Split('\n');
        int at = Array.FindIndex(lines, line => line.StartsWith("<!--{\"type\":\"group\"", StringComparison.Ordinal));
        byte[] fewer = Encoding.UTF8.GetBytes(string.Join('\n', lines.Where((_, i) => i != at)));
        Assert.Equal(Samples.Documented.Groups.Skip(1).Select(Forms.Show), Forms.Read(fewer).Groups.Select(Forms.Show));
    }

    // The writer closes every element, so a strict parser of XML can judge the page.
    private static void Check(byte[] page, string what)
    {
        using var stream = new MemoryStream(page);
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore, CheckCharacters = false };
        using var xml = XmlReader.Create(stream, settings);
        try
        {
            while (xml.Read())
            {
                if (xml.NodeType == XmlNodeType.Element)
                {
                    Assert.Contains(xml.LocalName, s_elements);
                    CheckAttributes(xml);
                }
            }
        }
        catch (XmlException failure)
        {
            Assert.Fail($"{what}: {failure.Message}\n{Encoding.UTF8.GetString(page)}");
        }
    }

    private static void CheckAttributes(XmlReader xml)
    {
        for (bool any = xml.MoveToFirstAttribute(); any; any = xml.MoveToNextAttribute())
        {
            Assert.Contains(xml.LocalName, s_attributes);
        }
    }

    private static string Digest(string text) =>
        Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    [GeneratedRegex("<script>(.*)</script>")]
    private static partial Regex Script();

    [GeneratedRegex("<style>(.*)</style>")]
    private static partial Regex Style();
}
