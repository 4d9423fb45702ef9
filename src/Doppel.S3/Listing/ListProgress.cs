namespace Doppel.S3;

/// <summary>
/// Detects listings that make no progress: those with cycles, repeated content, or too many empty pages.
/// </summary>
/// <typeparam name="T">A type that identifies the content of a page.</typeparam>
internal struct ListProgress<T>
{
    /// <summary>
    /// The maximum number of consecutive empty pages. Servers skip thousands of deleted entries per empty page (8,000
    /// for Ceph RGW), so that a bucket with millions of them can still be listed.
    /// </summary>
    internal const int EmptyPagesMax = 1000;

    private CircleCheck<string> _markers;
    private CircleCheck<T> _contents;
    private int _empty;

    /// <summary>Checks a page that is not the last.</summary>
    /// <param name="next">The marker of the next page.</param>
    /// <param name="count">The number of entries on the page.</param>
    /// <param name="content">The content of the page. It is ignored if the page is empty.</param>
    /// <returns>The description of the fault, or null if the listing makes progress.</returns>
    internal string? FaultOf(string next, int count, T content)
    {
        _empty = count == 0 ? _empty + 1 : 0;
        if (_markers.Repeats(next) || (count > 0 && _contents.Repeats(content)))
        {
            return "the server lists the same again and again";
        }

        return _empty >= EmptyPagesMax
            ? $"the server sent {EmptyPagesMax} pages in a row without an entry and says that there are more"
            : null;
    }
}
