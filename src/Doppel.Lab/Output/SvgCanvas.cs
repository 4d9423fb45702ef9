using System.Globalization;
using System.Text;

namespace Doppel.Lab;

/// <summary>Draws a picture as SVG inside a page, whose style sheet provides the colors.</summary>
internal sealed class SvgCanvas
{
    /// <summary>The number of colors before they repeat as dashed lines.</summary>
    internal const int Colors = 8;

    private readonly StringBuilder _text = new();

    internal SvgCanvas(double width, double height, string title)
    {
        _text.Append(
            CultureInfo.InvariantCulture,
            $"<svg viewBox=\"0 0 {width:0} {height:0}\" width=\"{width:0}\" height=\"{height:0}\" role=\"img\">\n")
            .Append("<title>").Append(Escape(title)).Append("</title>\n");
    }

    /// <summary>Returns the CSS class of a series.</summary>
    internal static string Color(int series) => "c" + (series % Colors).ToString(CultureInfo.InvariantCulture);

    internal void Line(double x1, double y1, double x2, double y2, string css) => _text.Append(
        CultureInfo.InvariantCulture,
        $"<line class=\"{css}\" x1=\"{x1:0.#}\" y1=\"{y1:0.#}\" x2=\"{x2:0.#}\" y2=\"{y2:0.#}\"/>\n");

    internal void Path(IReadOnlyList<PlotPoint> points, string css, bool isDashed)
    {
        _text.Append($"<polyline class=\"{css}\"{(isDashed ? " stroke-dasharray=\"6 4\"" : "")} points=\"");
        foreach (PlotPoint point in points)
        {
            _text.Append(CultureInfo.InvariantCulture, $"{point.X:0.#},{point.Y:0.#} ");
        }

        _text.Append("\"/>\n");
    }

    /// <summary>Draws a circle with a tooltip.</summary>
    internal void Circle(double x, double y, double radius, string css, string hint) => _text.Append(
        CultureInfo.InvariantCulture,
        $"<circle class=\"{css}\" cx=\"{x:0.#}\" cy=\"{y:0.#}\" r=\"{radius:0.#}\">"
        + $"<title>{Escape(hint)}</title></circle>\n");

    /// <summary>Draws a filled rectangle with a tooltip.</summary>
    internal void Bar(double x, double y, double width, double height, string css, string hint) => _text.Append(
        CultureInfo.InvariantCulture,
        $"<rect class=\"{css}\" x=\"{x:0.#}\" y=\"{y:0.#}\" width=\"{width:0.#}\" height=\"{height:0.#}\">"
        + $"<title>{Escape(hint)}</title></rect>\n");

    internal void Text(double x, double y, string text, string css = "", string anchor = "start") => _text.Append(
        CultureInfo.InvariantCulture,
        $"<text class=\"{css}\" x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"{anchor}\">{Escape(text)}</text>\n");

    internal string End() => _text.Append("</svg>\n").ToString();

    /// <summary>Escapes text for HTML and SVG.</summary>
    internal static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (char letter in text)
        {
            _ = letter switch
            {
                '<' => escaped.Append("&lt;"),
                '>' => escaped.Append("&gt;"),
                '&' => escaped.Append("&amp;"),
                '"' => escaped.Append("&quot;"),
                '\'' => escaped.Append("&#39;"),
                < ' ' => escaped.Append('\uFFFD'),
                _ => escaped.Append(letter),
            };
        }

        return escaped.ToString();
    }
}
