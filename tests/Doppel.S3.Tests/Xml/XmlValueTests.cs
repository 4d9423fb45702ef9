using System.Text;
using System.Xml;
using Doppel.Pooling;
using Doppel.Testing;

namespace Doppel.S3.Tests.Xml;

public sealed class XmlValueTests
{
    private const string Initiated = """
        <?xml version="1.0" encoding="UTF-8"?>
        <InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
          <Bucket>example-bucket</Bucket>
          <Key>a &amp; <![CDATA[<b>]]>&#x20AC;.txt</Key><!-- <UploadId>no</UploadId> -->
          <Owner><UploadId>neither</UploadId></Owner>
          <UploadId kind="a>b">VXBsb2FkIElE+/=</UploadId>
        </InitiateMultipartUploadResult>

        """;

    [Theory]
    [InlineData("InitiateMultipartUploadResult/UploadId", "VXBsb2FkIElE+/=")]
    [InlineData("InitiateMultipartUploadResult/Owner/UploadId", "neither")]
    [InlineData("InitiateMultipartUploadResult/Key", "a & <b>€.txt")]
    [InlineData("InitiateMultipartUploadResult/ETag", null)]
    [InlineData("UploadId", null)]
    [InlineData("Error/Code", null)]
    public void An_element_is_found_by_its_path(string path, string? expected) => Check(Initiated, path, expected);

    [Theory]
    [InlineData("<a/>", "")]
    [InlineData("<a></a>", "")]
    [InlineData("<a>&quot;d41d8&quot;</a>", "\"d41d8\"")]
    [InlineData("<a>&amp;lt;</a>", "&lt;")]
    [InlineData("<a>1\r\n2\r3&#13;4&#x0000000000000000000000000000000000000D;</a>", "1\n2\n3\r4\r")]
    [InlineData("<a>1<!-- a -->2<?b c?>3<![CDATA[4\r\n]]></a>", "1234\n")]
    [InlineData("<a>x<!--->y--></a>", "x")]
    [InlineData("\uFEFF<a> x </a>\n", " x ")]
    [InlineData("<s3:a xmlns:s3='urn:x' b=\"1\"  c = '>' >x</s3:a>", "x")]
    [InlineData("<a>&#x10FFFF;&#9;</a>", "\U0010FFFF\t")]
    public void Text_is_decoded(string document, string expected) => Check(document, "a", expected);

    [Theory]
    [InlineData("<a><a>inner</a></a>", "a/a", "inner")]
    [InlineData("<a><b/><a/><c><a>x</a></c></a>", "a/c/a", "x")]
    [InlineData("<a><b><a>x</a></b><b2/></a>", "a/a", null)]
    public void Nested_elements_of_the_same_name_are_distinguished(string document, string path, string? expected) =>
        Check(document, path, expected);

    [Theory]
    [InlineData(""), InlineData(" "), InlineData("text"), InlineData("<a>x</a>y"), InlineData("y<a>x</a>")]
    [InlineData("<a>x</a><a>y</a>"), InlineData("<a>x</b>"), InlineData("<a>x</a></a>"), InlineData("</a>")]
    [InlineData("<a>x</A>")]
    [InlineData("<a>&nbsp;</a>"), InlineData("<a>&amp</a>"), InlineData("<a>&#;</a>")]
    [InlineData("<a>&#x;</a>"), InlineData("<a>&#0;</a>"), InlineData("<a>&#xD800;</a>")]
    [InlineData("<a>&#x110000;</a>")]
    [InlineData("<a>&#99999999999999999999;</a>"), InlineData("<a>&#xFFFE;</a>"), InlineData("<a>&#1;</a>")]
    [InlineData("<a>&#6A;</a>"), InlineData("<a>&#X41;</a>"), InlineData("<a>\u0001</a>"), InlineData("<a>\uFFFF</a>")]
    [InlineData("<a>]]></a>"), InlineData("<a b>x</a>"), InlineData("<a b=1>x</a>"), InlineData("<a b='1'c='2'>x</a>")]
    [InlineData("<a b='1' b='2'>x</a>"), InlineData("<a b='<'>x</a>"), InlineData("<a b='&x;'>x</a>")]
    [InlineData("< a>x</a>")]
    [InlineData("<a>x</ a>"), InlineData("<1>x</1>"), InlineData("<a:>x</a:>"), InlineData("<:a>x</:a>")]
    [InlineData("<a:b:c/>")]
    [InlineData("<a/ >"), InlineData("<a>x<!-- -- --></a>"), InlineData("<a>x<?xml?></a>")]
    [InlineData(" <?xml version='1.0'?><a>x</a>"), InlineData("<?xml?><a>x</a>")]
    [InlineData("<?xml version='1.1'?><a>x</a>")]
    [InlineData("<?xml version='1.0' encoding='utf-16'?><a>x</a>"), InlineData("<?xml encoding='utf-8'?><a>x</a>")]
    [InlineData("<?xml version='1.0' standalone='maybe'?><a>x</a>")]
    [InlineData("<?xml version='1.0'encoding='utf-8'?><a>x</a>")]
    [InlineData("<!DOCTYPE a><a>x</a>"), InlineData("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>")]
    [InlineData("<![CDATA[x]]><a/>")]
    [InlineData("<a>x</a><![CDATA[ ]]>"), InlineData("<html><body>502<br></body></html>"), InlineData("{\"a\":\"x\"}")]
    public void Malformed_answers_are_errors(string document)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        Assert.Throws<S3XmlException>(() => XmlValue.ReadText(bytes, new XmlPath("a")));
        Assert.Throws<S3XmlException>(() => XmlValue.ReadText(bytes, new XmlPath("no/such")));
    }

    [Fact]
    public void Input_that_is_not_UTF8_is_an_error()
    {
        byte[][] documents =
        [
            [.. "<a>"u8, 0xFF, .. "</a>"u8], [.. "<a>"u8, 0xC0, 0x80, .. "</a>"u8],
            [.. "<a>"u8, 0xED, 0xA0, 0x80, .. "</a>"u8],
            Encoding.Unicode.GetBytes("\uFEFF<a>x</a>"),
        ];
        var path = new XmlPath("a");
        Assert.All(documents, document => Assert.Throws<S3XmlException>(() => XmlValue.ReadText(document, path)));
    }

    [Fact]
    public void Several_elements_of_one_path_are_an_error_and_no_choice() => Assert.Throws<S3XmlException>(
        () => XmlValue.ReadText("<a><b>1</b><b>2</b></a>"u8, new XmlPath("a/b")));

    [Fact]
    public void An_element_with_elements_in_it_has_no_text() => Assert.Throws<S3XmlException>(
        () => XmlValue.ReadText("<a>1<b/>2</a>"u8, new XmlPath("a")));

    [Fact]
    public void An_answer_that_is_cut_anywhere_is_an_error()
    {
        byte[] document = Encoding.UTF8.GetBytes(Initiated.TrimEnd());
        for (int length = 0; length < document.Length; length++)
        {
            Assert.Throws<S3XmlException>(() => XmlValue.ReadText(
                document.AsSpan(0, length), new XmlPath("InitiateMultipartUploadResult/Bucket")));
        }
    }

    [Fact]
    public void Elements_may_be_64_deep_and_no_deeper()
    {
        string Repeat(string tag, int depth) => string.Concat(Enumerable.Repeat(tag, depth));
        string Nested(int depth) => Repeat("<a>", depth) + Repeat("</a>", depth);
        Check(Nested(64), string.Join('/', Enumerable.Repeat("a", 64)), "");
        Assert.Throws<S3XmlException>(() => XmlValue.ReadText(Encoding.UTF8.GetBytes(Nested(65)), new XmlPath("b")));
    }

    [Fact]
    public async Task A_stream_gives_the_same_wherever_it_is_split()
    {
        byte[] document = Encoding.UTF8.GetBytes(Initiated);
        var path = new XmlPath("InitiateMultipartUploadResult/Key");
        for (int border = 0; border <= document.Length; border++)
        {
            Assert.Equal("a & <b>€.txt", XmlValue.ReadText(new PiecewiseStream(document, border), path));
            Assert.Equal("a & <b>€.txt", await XmlValue.ReadTextAsync(
                new PiecewiseStream(document, 0, Math.Max(1, border)), path,
                cancellationToken: TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public void A_long_answer_is_read_up_to_its_bound()
    {
        byte[] document = Encoding.UTF8.GetBytes("<a>" + new string('x', 100_000) + "</a>");
        var path = new XmlPath("a");
        Assert.Equal(100_000, XmlValue.ReadText(new MemoryStream(document), path, document.Length)!.Length);
        Assert.Throws<S3XmlException>(() => XmlValue.ReadText(new MemoryStream(document), path, document.Length - 1));
    }

    [Theory]
    [InlineData(""), InlineData("/"), InlineData("a//b"), InlineData("a/"), InlineData("a b"), InlineData("p:a")]
    [InlineData("<a>")]
    public void A_path_that_no_element_can_have_is_refused(string path) =>
        Assert.Throws<ArgumentException>(() => new XmlPath(path));

    [Fact]
    public void Random_documents_read_as_by_the_reader_of_the_framework()
    {
        int found = 0;
        for (int round = TestRun.Count(4000, 400_000); round > 0; round--)
        {
            int seed = round + TestRun.SeedOffset;
            var xml = new RandomXml(new Random(seed), asciiOnly: false);
            byte[] document = Encoding.UTF8.GetBytes(xml.Document());
            found += Agree(document, xml.Path(), seed) ? 1 : 0;
        }

        Assert.True(found > 200, $"Only {found} of the elements were there.");
    }

    [Fact]
    public void Damaged_documents_are_refused_as_by_the_reader_of_the_framework()
    {
        const string Alphabet = "<>/&;\"'=!-[]?x1 #\n\u0001";
        for (int round = TestRun.Count(20_000, 2_000_000); round > 0; round--)
        {
            int seed = round + TestRun.SeedOffset;
            var random = new Random(seed);
            var xml = new RandomXml(random, asciiOnly: true);
            var text = new StringBuilder(xml.Document());
            for (int damage = random.Next(1, 3); damage > 0 && text.Length > 1; damage--)
            {
                int at = random.Next(text.Length);
                switch (random.Next(3))
                {
                    case 0:
                        text.Remove(at, random.Next(1, Math.Min(4, text.Length - at + 1)));
                        break;
                    case 1:
                        text[at] = Alphabet[random.Next(Alphabet.Length)];
                        break;
                    default:
                        text.Insert(at, Alphabet[random.Next(Alphabet.Length)]);
                        break;
                }
            }

            Agree(Encoding.UTF8.GetBytes(text.ToString()), xml.Path(), seed);
        }
    }

    [Fact]
    public void Reading_allocates_nothing()
    {
        byte[] document = Encoding.UTF8.GetBytes(Initiated);
        var path = new XmlPath("InitiateMultipartUploadResult/UploadId");
        long least = long.MaxValue;
        for (int round = 0; round < 10; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            int length = LengthOf(document, path);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            Assert.Equal("VXBsb2FkIElE+/=".Length, length);
        }

        Assert.Equal(0, least);
    }

    private static int LengthOf(byte[] document, XmlPath path)
    {
        var text = new Utf8Builder(stackalloc byte[8]);
        int length = XmlValue.TryReadText(document, path, ref text) ? text.Length : -1;
        text.Dispose();
        return length;
    }

    // True where both found a value.
    private static bool Agree(byte[] document, string path, int seed)
    {
        string expected;
        try
        {
            expected = XmlOracle.Read(document, path) is { } value ? "=" + value : "missing";
        }
        catch (XmlException refused) when (IsAboutNamespaces(refused.Message))
        {
            return false; // Not looked at: prefixes are ignored.
        }
        catch (XmlException refused)
        {
            expected = "refused: " + refused.Message;
        }

        string actual;
        try
        {
            actual = XmlValue.ReadText(document, new XmlPath(path)) is { } value ? "=" + value : "missing";
        }
        catch (S3XmlException refused)
        {
            actual = "refused: " + refused.Message;
        }

        bool agree = expected == actual || (expected.StartsWith("refused", StringComparison.Ordinal)
            && actual.StartsWith("refused", StringComparison.Ordinal));
        Assert.True(agree, $"seed {seed}, path {path}\nexpected {expected}\nactual   {actual}\n"
            + Encoding.UTF8.GetString(document));
        return expected[0] == '=';
    }

    private static bool IsAboutNamespaces(string message) =>
        message.Contains("undeclared prefix", StringComparison.Ordinal)
        || message.Contains("namespace", StringComparison.Ordinal);

    private static void Check(string document, string path, string? expected) =>
        Assert.Equal(expected, XmlValue.ReadText(Encoding.UTF8.GetBytes(document), new XmlPath(path)));
}
