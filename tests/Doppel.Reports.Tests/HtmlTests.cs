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
        "ul", "li", "time", "bdi", "div", "pre", "br", "footer",
    ];

    private static readonly string[] s_attributes =
        ["lang", "charset", "http-equiv", "content", "name", "class", "dir"];

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
    public void The_policy_of_the_page_allows_its_style_and_nothing_else()
    {
        string page = Forms.WriteText(Samples.Documented, new() { Format = ReportFormat.Html });
        string style = Style().Match(page).Groups[1].Value;
        string hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(style)));
        Assert.Contains(
            $"\"default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'\"",
            page,
            StringComparison.Ordinal);
        Assert.DoesNotContain("url(", style, StringComparison.Ordinal);
        Assert.DoesNotContain("@import", style, StringComparison.Ordinal);
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

    [GeneratedRegex("<style>(.*)</style>")]
    private static partial Regex Style();
}
