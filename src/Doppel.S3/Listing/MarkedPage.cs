namespace Doppel.S3;

/// <summary>
/// Parses a page of a listing that goes on after a key and, among the entries with that key, after an ID.
/// </summary>
/// <typeparam name="T">The type of the entries.</typeparam>
/// <param name="root">The name of the root element.</param>
/// <param name="nextId">The name of the element with the ID.</param>
/// <param name="read">Reads the current row, if it is an entry.</param>
/// <param name="keyOf">Returns the key of an entry.</param>
/// <param name="withKey">Returns an entry with another key.</param>
internal sealed class MarkedPage<T>(
    string root, string nextId, MarkedPage<T>.EntryReader read, Func<T, string> keyOf, Func<T, string, T> withKey)
{
    private readonly byte[] _root = System.Text.Encoding.ASCII.GetBytes(root);
    private readonly byte[] _nextId = System.Text.Encoding.ASCII.GetBytes(nextId);

    /// <summary>Reads a row, if it is an entry.</summary>
    internal delegate bool EntryReader(ref XmlRows rows, out T entry);

    /// <exception cref="S3XmlException">The document is not such a page, or its content is invalid.</exception>
    internal ListedPage<T> Read(ReadOnlySpan<byte> document, string prefix)
    {
        var entries = new List<T>();
        string? nextKey = null, nextId = null;
        bool areMore = false, areEncoded = false;
        int seen = 0;
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes], _root);
        while (rows.NextRow())
        {
            if (read(ref rows, out T entry))
            {
                entries.Add(entry);
            }
            else if (rows.Name.SequenceEqual("IsTruncated"u8))
            {
                rows.Once(ref seen, 1);
                areMore = rows.Flag();
            }
            else if (rows.Name.SequenceEqual("NextKeyMarker"u8))
            {
                rows.Once(ref seen, 2);
                nextKey = rows.Text();
            }
            else if (rows.Name.SequenceEqual(_nextId))
            {
                rows.Once(ref seen, 4);
                nextId = rows.Text();
            }
            else if (rows.Name.SequenceEqual("EncodingType"u8))
            {
                rows.Once(ref seen, 8);
                areEncoded = ListText.IsUrl(ref rows);
            }
        }

        rows.Dispose();
        if ((seen & 1) == 0 || (areMore && string.IsNullOrEmpty(nextKey)))
        {
            throw new S3XmlException("The list does not say whether it is all, or where to go on.");
        }

        Decode(entries, areEncoded, prefix);
        if (!areMore)
        {
            return new ListedPage<T>(entries, Next: null);
        }

        return new ListedPage<T>(entries, areEncoded ? ListText.Decode(nextKey!) : nextKey, nextId);
    }

    private void Decode(List<T> entries, bool areEncoded, string prefix)
    {
        for (int i = 0; i < entries.Count; i++)
        {
            if (areEncoded)
            {
                entries[i] = withKey(entries[i], ListText.Decode(keyOf(entries[i])));
            }

            if (!keyOf(entries[i]).StartsWith(prefix, StringComparison.Ordinal))
            {
                throw new S3XmlException(
                    $"'{keyOf(entries[i])}' does not begin with the prefix that was asked for.");
            }
        }
    }
}
