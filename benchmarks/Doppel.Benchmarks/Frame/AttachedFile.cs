namespace Doppel.Benchmarks.Frame;

/// <summary>A text file beside the page, and the sentence that links to it.</summary>
/// <param name="Name">Its name, such as <c>disassembly/buffers.asm</c>.</param>
/// <param name="Title">The text of the link.</param>
/// <param name="Content">All of it.</param>
internal sealed record AttachedFile(string Name, string Title, string Content) : IPageItem
{
    public string ToMarkdown(IPageFiles files) => $"[{Title}]({files.Write(Name, Content)})";
}
