namespace Doppel.Reports;

/// <summary>Splits rows into fields. Every row, including the last one, ends with CRLF or LF.</summary>
/// <param name="source">The source, at the start of a row.</param>
/// <param name="columns">The number of fields that each row must have.</param>
internal sealed class CsvRows(ByteSource source, int columns)
{
    private readonly int[] _ends = new int[columns];
    private byte[] _bytes = new byte[1024];
    private int _fields;
    private int _used;
    private long _linesInRow;

    /// <summary>Gets the line on which the current row starts.</summary>
    public long Line { get; private set; }

    /// <summary>
    /// Gets a field of the current row, empty if rows do not have it. Valid until the next row.
    /// </summary>
    public ReadOnlySpan<byte> this[int column]
    {
        get
        {
            if (column >= columns)
            {
                return default;
            }

            int start = column == 0 ? 0 : _ends[column - 1];
            return _bytes.AsSpan(start, _ends[column] - start);
        }
    }

    /// <summary>Returns whether the fields in a range of columns are the same as in another row.</summary>
    public bool IsSame(CsvRows other, int firstColumn, int lastColumn)
    {
        for (int column = firstColumn; column <= lastColumn; column++)
        {
            if (!this[column].SequenceEqual(other[column]))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Advances to the next row. Returns false at the end.</summary>
    public bool TryTake()
    {
        int length = FindEnd();
        if (length == 0)
        {
            return false;
        }

        ReadOnlySpan<byte> row = source.Unread[..(length - 1)];
        if (row.EndsWith("\r"u8))
        {
            row = row[..^1];
        }

        Line = source.Line + 1;
        Split(row);
        source.Take(length);
        source.CountLines(_linesInRow);
        return true;
    }

    /// <summary>Finds the LF outside quotes that ends the row. Returns 0 at the end of the source.</summary>
    private int FindEnd()
    {
        int searched = 0;
        bool quoted = false;
        _linesInRow = 0;
        while (true)
        {
            int at = source.Unread[searched..].IndexOfAny((byte)'"', (byte)'\n');
            if (at < 0)
            {
                searched = source.Unread.Length;
                if (source.Fetch())
                {
                    continue;
                }

                return searched == 0 ? 0 : throw new ReportFormatException(source.Line + 1, "is cut off");
            }

            searched += at;
            bool isQuote = source.Unread[searched] == '"';
            searched++;
            quoted ^= isQuote;
            _linesInRow += isQuote ? 0 : 1;
            if (!isQuote && !quoted)
            {
                return searched;
            }
        }
    }

    private void Split(ReadOnlySpan<byte> row)
    {
        if (_bytes.Length < row.Length)
        {
            _bytes = new byte[Math.Max(row.Length, Math.Min(_bytes.Length * 2L, Array.MaxLength))];
        }

        _fields = 0;
        _used = 0;
        while (true)
        {
            if (_fields == columns)
            {
                throw new ReportFormatException(Line, $"has more than {columns} fields");
            }

            row = row.StartsWith("\""u8) ? TakeQuoted(row) : TakeBare(row);
            _ends[_fields++] = _used;
            if (row.IsEmpty)
            {
                break;
            }

            row = row[1..];
        }

        if (_fields != columns)
        {
            throw new ReportFormatException(Line, $"has {_fields} fields; it must have {columns}");
        }
    }

    /// <summary>Takes a field and returns the rest of the row, which is empty or starts with a comma.</summary>
    private ReadOnlySpan<byte> TakeBare(ReadOnlySpan<byte> row)
    {
        int comma = row.IndexOf((byte)',');
        ReadOnlySpan<byte> field = comma < 0 ? row : row[..comma];
        if (field.IndexOfAny((byte)'"', (byte)'\r') >= 0)
        {
            throw new ReportFormatException(Line, "has a quote or carriage return in a field without quotes");
        }

        field.CopyTo(_bytes.AsSpan(_used));
        _used += field.Length;
        return row[field.Length..];
    }

    private ReadOnlySpan<byte> TakeQuoted(ReadOnlySpan<byte> row)
    {
        row = row[1..];
        while (true)
        {
            int quote = row.IndexOf((byte)'"');
            if (quote < 0)
            {
                throw new ReportFormatException(Line, "has a quote without its end");
            }

            row[..quote].CopyTo(_bytes.AsSpan(_used));
            _used += quote;
            row = row[(quote + 1)..];
            if (!row.StartsWith("\""u8))
            {
                break;
            }

            _bytes[_used++] = (byte)'"';
            row = row[1..];
        }

        return row.IsEmpty || row[0] == ','
            ? row
            : throw new ReportFormatException(Line, "has text behind a quoted field");
    }
}
