using System.Text;

namespace Doppel.S3;

/// <summary>Parses a page of an object listing, completely and strictly, before any of it is used.</summary>
internal ref struct ListPageReader
{
    private readonly S3ListPage _page;
    private readonly ReadOnlySpan<byte> _prefix;
    private XmlRows _rows;
    private int _seen;
    private bool _areMore;
    private bool _areEncoded;
    private long _keyCount;
    private string? _token;
    private string? _marker;

    private ListPageReader(XmlRows rows, S3ListPage page, ReadOnlySpan<byte> prefix)
    {
        _rows = rows;
        _page = page;
        _prefix = prefix;
    }

    /// <summary>Parses a document into a page.</summary>
    /// <param name="document">The complete response.</param>
    /// <param name="page">The page to fill.</param>
    /// <param name="prefix">The prefix that all keys must have.</param>
    /// <param name="version">The version of the request that was sent.</param>
    /// <returns>The marker or token of the next page, or null if this is the last page.</returns>
    /// <exception cref="S3XmlException">The document is not such a page, or its content is invalid.</exception>
    internal static string? Read(
        ReadOnlySpan<byte> document, S3ListPage page, ReadOnlySpan<byte> prefix, S3ListVersion version)
    {
        page.Clear();
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes],
            "ListBucketResult"u8);
        var reader = new ListPageReader(rows, page, prefix);
        reader.ReadRows();
        reader._rows.Dispose();
        return reader.End(version);
    }

    private void ReadRows()
    {
        while (_rows.NextRow())
        {
            if (_rows.Name.SequenceEqual("Contents"u8))
            {
                ReadObject();
            }
            else if (_rows.Name.SequenceEqual("CommonPrefixes"u8))
            {
                ReadPrefixes();
            }
            else
            {
                ReadHead();
            }
        }
    }

    private void ReadHead()
    {
        if (_rows.Name.SequenceEqual("IsTruncated"u8))
        {
            _rows.Once(ref _seen, 1);
            _areMore = _rows.Flag();
        }
        else if (_rows.Name.SequenceEqual("NextContinuationToken"u8))
        {
            _rows.Once(ref _seen, 2);
            _token = _rows.Text();
        }
        else if (_rows.Name.SequenceEqual("NextMarker"u8))
        {
            _rows.Once(ref _seen, 4);
            _marker = _rows.Text();
        }
        else if (_rows.Name.SequenceEqual("EncodingType"u8))
        {
            _rows.Once(ref _seen, 8);
            _areEncoded = ListText.IsUrl(ref _rows);
        }
        else if (_rows.Name.SequenceEqual("KeyCount"u8))
        {
            _rows.Once(ref _seen, 16);
            _keyCount = _rows.Number();
        }
    }

    private void ReadPrefixes()
    {
        while (_rows.NextField())
        {
            if (_rows.Name.SequenceEqual("Prefix"u8))
            {
                var row = new ListRow { IsPrefix = true };
                _page.AddKey(_rows.Bytes(), ref row);
                Add(row);
            }
        }
    }

    private void ReadObject()
    {
        var row = default(ListRow);
        int seen = 0;
        while (_rows.NextField())
        {
            if (_rows.Name.SequenceEqual("Key"u8))
            {
                _rows.Once(ref seen, 1);
                _page.AddKey(_rows.Bytes(), ref row);
            }
            else if (_rows.Name.SequenceEqual("Size"u8))
            {
                _rows.Once(ref seen, 2);
                row.Size = _rows.Number();
            }
            else if (_rows.Name.SequenceEqual("LastModified"u8))
            {
                _rows.Once(ref seen, 4);
                row.LastModifiedTicks = _rows.Time()?.UtcTicks ?? 0;
            }
            else
            {
                ReadWord(ref row, ref seen);
            }
        }

        if ((seen & 2) == 0)
        {
            throw new S3XmlException("There is an object without a size.");
        }

        Add(row);
    }

    private void ReadWord(ref ListRow row, ref int seen)
    {
        if (_rows.Name.SequenceEqual("ETag"u8))
        {
            _rows.Once(ref seen, 8);
            row.ETag = S3ETag.Parse(_rows.Bytes());
        }
        else if (_rows.Name.SequenceEqual("StorageClass"u8))
        {
            _rows.Once(ref seen, 16);
            row.StorageClass = _page.StorageClasses.Of(_rows.Bytes());
        }
        else if (_rows.Name.SequenceEqual("ChecksumType"u8))
        {
            _rows.Once(ref seen, 32);
            row.Checksums |= ListText.ChecksumType(_rows.Bytes());
        }
        else if (_rows.Name.SequenceEqual("ChecksumAlgorithm"u8))
        {
            row.Checksums |= ListText.ChecksumAlgorithm(_rows.Bytes());
        }
    }

    private readonly void Add(in ListRow row)
    {
        if (row.KeyLength == 0)
        {
            throw new S3XmlException(row.IsPrefix ? "There is an empty prefix." : "There is an object without a key.");
        }

        _page.Add(row);
    }

    private string? End(S3ListVersion version)
    {
        if ((_seen & 1) == 0)
        {
            throw new S3XmlException("The list does not say whether it is all (IsTruncated).");
        }

        // A lower count comes from servers that do not count prefixes.
        if (_keyCount > _page.Count)
        {
            throw new S3XmlException($"The list says that it has {_keyCount} keys, and has {_page.Count}.");
        }

        if (_areEncoded)
        {
            _page.DecodeKeys();
        }

        foreach (S3ListItem item in _page)
        {
            if (!item.Key.StartsWith(_prefix))
            {
                throw new S3XmlException(
                    $"'{Encoding.UTF8.GetString(item.Key)}' does not begin with the prefix that was asked for.");
            }
        }

        if (!_areMore)
        {
            return null;
        }

        string? next = version == S3ListVersion.V2 ? _token : NextMarker();
        return string.IsNullOrEmpty(next)
            ? throw new S3XmlException("There are more keys, and the list does not say where to go on.")
            : next;
    }

    // The last entry is used as the marker. Amazon S3 sends a marker only if there is a delimiter, and Ceph RGW 16.2
    // does not encode it even if keys are encoded, so the server's marker is used only if the page has no entry.
    private readonly string? NextMarker()
    {
        if (_page.Count == 0)
        {
            return _areEncoded && _marker is not null ? ListText.Decode(_marker) : _marker;
        }

        ReadOnlySpan<byte> last = default;
        foreach (S3ListItem item in _page)
        {
            last = item.Key.SequenceCompareTo(last) > 0 ? item.Key : last;
        }

        return Encoding.UTF8.GetString(last);
    }
}
