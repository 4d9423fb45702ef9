namespace Doppel.Benchmarks.Frame;

/// <summary>Something that stands on the page of a suite.</summary>
internal interface IPageItem
{
    /// <summary>Markdown for the page.</summary>
    /// <param name="files">Takes what stands in a file of its own and gives the link to it.</param>
    string ToMarkdown(IPageFiles files);
}
