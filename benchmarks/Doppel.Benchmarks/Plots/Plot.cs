using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Plots;

/// <summary>A picture of results, drawn as SVG that reads well on a light and on a dark ground.</summary>
internal abstract class Plot(string title) : IPageItem
{
    /// <summary>What it shows; also its file name. Unique within its suite.</summary>
    public string Title { get; } = title;

    /// <summary>The whole SVG document.</summary>
    public abstract string ToSvg();

    public string ToMarkdown(IPageFiles files) =>
        $"![{Title.Replace("]", "", StringComparison.Ordinal)}]({files.Write(Slug.Of(Title) + ".svg", ToSvg())})";
}
