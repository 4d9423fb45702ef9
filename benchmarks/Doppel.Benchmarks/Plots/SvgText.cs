using System.Globalization;
using System.Text;

namespace Doppel.Benchmarks.Plots;

/// <summary>
/// Writes SVG: a ground that follows the reader's color scheme, eight colors that both grounds bear.
/// </summary>
internal sealed class SvgText
{
    private const string Style = """
        svg { font: 12px system-ui, "DejaVu Sans", sans-serif; }
        .ground { fill: #ffffff; } text { fill: #24292f; } .grid { stroke: #d8dee4; } .axis { stroke: #57606a; }
        .title { font-size: 15px; font-weight: 600; }
        .c0 { color: #0969da; } .c1 { color: #cf222e; } .c2 { color: #1a7f37; } .c3 { color: #8250df; }
        .c4 { color: #bc4c00; } .c5 { color: #0e7c86; } .c6 { color: #bf3989; } .c7 { color: #6e7781; }
        .line { fill: none; stroke: currentColor; stroke-width: 1.6; } .ours { stroke-width: 3.2; }
        .mark { fill: currentColor; } .whisker { stroke: currentColor; stroke-width: 1; opacity: .6; }
        @media (prefers-color-scheme: dark) {
        .ground { fill: #0d1117; } text { fill: #e6edf3; } .grid { stroke: #30363d; } .axis { stroke: #8b949e; }
        .c0 { color: #58a6ff; } .c1 { color: #ff7b72; } .c2 { color: #56d364; } .c3 { color: #bc8cff; }
        .c4 { color: #f0883e; } .c5 { color: #39c5cf; } .c6 { color: #f778ba; } .c7 { color: #8b949e; }
        }
        """;

    private readonly StringBuilder _text = new();

    /// <summary>Begins a document.</summary>
    public SvgText(double width, double height, string title)
    {
        _text.Append(
            CultureInfo.InvariantCulture,
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:0} {height:0}\" "
            + $"width=\"{width:0}\" height=\"{height:0}\" role=\"img\">\n<title>{Escape(title)}</title>\n");
        _text.Append($"<style>\n{Style}\n</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
        Text(16, 26, title, "title");
    }

    /// <summary>Colors before they come again.</summary>
    public const int Colors = 8;

    /// <summary>The class of the n-th series.</summary>
    public static string Color(int series) => "c" + (series % Colors).ToString(CultureInfo.InvariantCulture);

    /// <summary>A straight line.</summary>
    public void Line(double x1, double y1, double x2, double y2, string css) => _text.Append(
        CultureInfo.InvariantCulture,
        $"<line class=\"{css}\" x1=\"{x1:0.#}\" y1=\"{y1:0.#}\" x2=\"{x2:0.#}\" y2=\"{y2:0.#}\"/>\n");

    /// <summary>Lines from point to point; dashed where colors come again.</summary>
    public void Path(IReadOnlyList<(double X, double Y)> points, string css, bool isDashed)
    {
        _text.Append($"<polyline class=\"{css}\"{(isDashed ? " stroke-dasharray=\"6 4\"" : "")} points=\"");
        _text.AppendJoin(' ', points.Select(p => string.Create(CultureInfo.InvariantCulture, $"{p.X:0.#},{p.Y:0.#}")));
        _text.Append("\"/>\n");
    }

    /// <summary>A dot with a text that shows under the pointer.</summary>
    public void Dot(double x, double y, string css, string hint) => _text.Append(
        CultureInfo.InvariantCulture,
        $"<circle class=\"{css}\" cx=\"{x:0.#}\" cy=\"{y:0.#}\" r=\"2.6\"><title>{Escape(hint)}</title></circle>\n");

    /// <summary>A filled rectangle with a text that shows under the pointer.</summary>
    public void Bar(double x, double y, double width, double height, string css, string hint) => _text.Append(
        CultureInfo.InvariantCulture,
        $"<rect class=\"{css}\" x=\"{x:0.#}\" y=\"{y:0.#}\" width=\"{width:0.#}\" height=\"{height:0.#}\">"
        + $"<title>{Escape(hint)}</title></rect>\n");

    /// <summary>A text.</summary>
    public void Text(
        double x, double y, string text, string css = "", string anchor = "start", bool isUpright = false) =>
        _text.Append(
            CultureInfo.InvariantCulture,
            $"<text class=\"{css}\" x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"{anchor}\"{(isUpright
                ? string.Create(CultureInfo.InvariantCulture, $" transform=\"rotate(-90 {x:0.#} {y:0.#})\"")
                : "")}>{Escape(text)}</text>\n");

    /// <summary>Ends the document.</summary>
    public string End() => _text.Append("</svg>\n").ToString();

    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (char c in text)
        {
            _ = c switch
            {
                '<' => escaped.Append("&lt;"),
                '>' => escaped.Append("&gt;"),
                '&' => escaped.Append("&amp;"),
                '"' => escaped.Append("&quot;"),
                // XML has no way to write other control characters.
                < ' ' => escaped.Append(' '),
                _ => escaped.Append(c),
            };
        }

        return escaped.ToString();
    }
}
