namespace Doppel.Benchmarks.Frame;

/// <summary>The files that belong to a page.</summary>
internal interface IPageFiles
{
    /// <summary>Writes a file beside the page.</summary>
    /// <param name="name">Its name without the suite's, such as <c>by-length.svg</c>, or one in a folder.</param>
    /// <param name="content">All of it.</param>
    /// <returns>The link from the page.</returns>
    string Write(string name, string content);
}
