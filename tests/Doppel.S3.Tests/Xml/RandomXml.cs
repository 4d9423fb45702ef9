using System.Text;

namespace Doppel.S3.Tests.Xml;

/// <summary>Makes documents of few names, so that paths meet, with all that may stand in text.</summary>
internal sealed class RandomXml(Random random, bool asciiOnly)
{
    private static readonly string[] s_names = ["a", "b", "Key", "K-1.x"];
    private static readonly string[] s_pieces =
    [
        "text", " ", "\n", "\r\n", "\r", "\t", "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#65;", "&#x42;",
        "&#0013;", "&#x0a;", "]]", ">", "'", "\"", "<![CDATA[]]>", "<![CDATA[<a>&amp;\r\n]]]]>",
        "<!-- <a> & -->", "<?pi <a>?>", "<?p?>",
    ];

    private static readonly string[] s_pieces2 = ["é", "€", "😀", "&#x1F600;", "&#8364;", "\u0085", "\u2028"];

    private readonly StringBuilder _text = new();

    public string Document()
    {
        _text.Clear();
        if (!asciiOnly && random.Next(2) == 0)
        {
            // Not where documents get damaged: the framework takes version="1.0[" and other encodings.
            string more = Pick("", " encoding=\"UTF-8\"", " encoding='utf-8' standalone='yes'") + Pick("", " ");
            _text.Append("<?xml version=\"1.0\"" + more + "?>");
        }

        Misc();
        Element(0);
        Misc();
        return _text.ToString();
    }

    public string Path() => string.Join('/', Enumerable.Range(0, random.Next(1, 4)).Select(_ => Pick(s_names)));

    private void Element(int depth)
    {
        string name = Pick("", "", "p:") + Pick(s_names);
        _text.Append('<').Append(name);
        if (name.Contains(':', StringComparison.Ordinal))
        {
            _text.Append(" xmlns:p=\"urn:p\"");
        }

        for (int i = random.Next(3); i > 0; i--)
        {
            string quote = Pick("\"", "'");
            _text.Append(Pick(" ", "\n ")).Append("at").Append(i).Append(Pick("=", " = ")).Append(quote)
                .Append(Pick("", "x", "&lt;a&gt;", ">", "/>", "&#10;")).Append(quote);
        }

        _text.Append(Pick("", " "));
        if (random.Next(6) == 0)
        {
            _text.Append("/>");
            return;
        }

        _text.Append('>');
        for (int i = random.Next(6); i > 0; i--)
        {
            if (random.Next(3) == 0 && depth < 4)
            {
                Element(depth + 1);
            }
            else
            {
                _text.Append(asciiOnly || random.Next(4) > 0 ? Pick(s_pieces) : Pick(s_pieces2));
                _text.Append(asciiOnly ? "" : Pick("", ";"));
            }
        }

        // Three pieces in a row could make the one thing that text must not have.
        _text.Replace("]]>", "]] >").Replace("CDATA[]] >", "CDATA[]]>").Replace("]]]] >", "]]]]>");
        _text.Append("</").Append(name).Append(Pick("", " ", "\n")).Append('>');
    }

    private void Misc() => _text.Append(Pick("", " ", "\n", "<!-- c -->", "<?pi x?>\r\n"));

    private string Pick(params string[] choices) => choices[random.Next(choices.Length)];
}
