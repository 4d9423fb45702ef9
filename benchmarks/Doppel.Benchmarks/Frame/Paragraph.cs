namespace Doppel.Benchmarks.Frame;

/// <summary>Text between tables.</summary>
internal sealed record Paragraph(string Markdown) : IPageItem
{
    public string ToMarkdown(IPageFiles files) => Markdown;
}
