namespace Doppel.S3;

/// <summary>Ends lists that do not get on: those that go round, repeat their content or bring nothing.</summary>
/// <typeparam name="T">Stands for the content of a page.</typeparam>
internal struct ListProgress<T>
{
    /// <summary>
    /// Pages in a row that may bring nothing. Servers skip deleted entries by the thousand for each such page (Ceph's
    /// gateway: 8,000), so that a bucket with millions of them is still listed.
    /// </summary>
    internal const int EmptyPagesMax = 1000;

    private CircleCheck<string> _markers;
    private CircleCheck<T> _contents;
    private int _empty;

    /// <summary>Looks at a page that is not the last.</summary>
    /// <param name="next">Where the next page begins.</param>
    /// <param name="count">Entries of the page.</param>
    /// <param name="content">Its content; not looked at where it has no entry.</param>
    /// <returns>What is wrong with the list; null if it gets on.</returns>
    internal string? FaultOf(string next, int count, T content)
    {
        _empty = count == 0 ? _empty + 1 : 0;
        return _markers.Repeats(next) || (count > 0 && _contents.Repeats(content))
            ? "the server lists the same again and again"
            : _empty >= EmptyPagesMax
                ? $"the server sent {EmptyPagesMax} pages in a row without an entry and says that there are more"
                : null;
    }
}
