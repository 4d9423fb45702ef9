using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Text.Unicode;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Parses the CSV format.</summary>
internal sealed class CsvReportParser : ReportParser
{
    private readonly List<ReportName> _names = [];
    private readonly List<int> _roots = [];
    private readonly List<bool> _followed = [];
    private readonly List<ReportCopy> _copies = [];
    private readonly NameStore _store = new();
    private CsvRows _row;
    private CsvRows _first;
    private long _groups;
    private bool _inUniques;

    public CsvReportParser(ByteSource source)
    {
        if (!source.TryTakeLine((byte)'\n', out ReadOnlySpan<byte> line, out bool whole))
        {
            throw new ReportFormatException(1, "the table has no line");
        }

        line = line.EndsWith("\r"u8) ? line[..^1] : line;
        bool isEarlier = line.SequenceEqual(CsvColumns.EarlierHeadLine);
        if (!whole || (!isEarlier && !line.SequenceEqual(CsvColumns.HeadLine)))
        {
            throw new ReportFormatException(1, "is not the head line of a report in CSV");
        }

        int columns = isEarlier ? CsvColumns.EarlierCount : CsvColumns.Count;
        _row = new CsvRows(source, columns);
        _first = new CsvRows(source, columns);
    }

    public override ReportItemKind Read()
    {
        if (!_row.TryTake())
        {
            return ReportItemKind.End;
        }

        if (_row[CsvColumns.Group].IsEmpty)
        {
            return ReadUnique();
        }

        if (_inUniques)
        {
            throw Wrong(CsvColumns.Group, "empty, as it must be from the first unique file on");
        }

        ReadGroup();
        return ReportItemKind.Group;
    }

    private ReportItemKind ReadUnique()
    {
        _inUniques = true;
        if (_row[CsvColumns.Proof].Length > 0 || _row[CsvColumns.Digest].Length > 0
            || _row[CsvColumns.FreedBytes].Length > 0
            || ReadLong(CsvColumns.RedundantBytes) != 0 || ReadInt(CsvColumns.Copies) != 1
            || ReadInt(CsvColumns.Copy) != 1)
        {
            throw new ReportFormatException(_row.Line, "is neither part of a group nor a unique file");
        }

        long size = ReadLong(CsvColumns.Size, min: -1);
        Unique = new ReportUnique(size, ReadCopy());
        return ReportItemKind.Unique;
    }

    private void ReadGroup()
    {
        if (ReadLong(CsvColumns.Group) != ++_groups)
        {
            throw Wrong(CsvColumns.Group, $"{_groups}, the next group");
        }

        int copies = ReadInt(CsvColumns.Copies);
        long size = ReadLong(CsvColumns.Size, min: -1);
        long redundant = ReadLong(CsvColumns.RedundantBytes);
        if (copies < 2)
        {
            throw Wrong(CsvColumns.Copies, "at least 2");
        }

        if (!ListedTotals.CanBeRedundant(redundant, size, copies))
        {
            throw Wrong(CsvColumns.RedundantBytes, $"the size times {copies - 1} or fewer");
        }

        if (!ProofWords.TryParse(_row[CsvColumns.Proof], out Proof proof))
        {
            throw Wrong(CsvColumns.Proof, ProofWords.Listed);
        }

        Digest128? digest = ReadDigest();
        long? freed = _row[CsvColumns.FreedBytes].IsEmpty ? null : ReadLong(CsvColumns.FreedBytes);
        _copies.Clear();
        for (int i = 1; i <= copies; i++)
        {
            if (i > 1)
            {
                TakeNext(CsvColumns.Group, CsvColumns.Copies);
            }

            if (ReadInt(CsvColumns.Copy) != i)
            {
                throw Wrong(CsvColumns.Copy, $"{i}, the next copy");
            }

            _copies.Add(ReadCopy());
        }

        Group = new ReportGroup
        {
            Size = size,
            Proof = proof,
            Digest = digest,
            RedundantBytes = redundant,
            FreedBytes = freed,
            Copies = _copies.ToArray(),
        };
    }

    /// <summary>Reads the copy that starts with the current row.</summary>
    private ReportCopy ReadCopy()
    {
        int names = ReadInt(CsvColumns.Names);
        if (names < 1)
        {
            throw Wrong(CsvColumns.Names, "at least 1");
        }

        bool withFollowed = !_row[CsvColumns.Followed].IsEmpty;
        _names.Clear();
        _roots.Clear();
        _followed.Clear();
        for (int i = 1; ; i++)
        {
            _roots.Add((int)ReadLong(CsvColumns.Root, min: -1, max: int.MaxValue));
            ReadFollowed(withFollowed);
            _names.Add(ReadPath());
            if (i == names)
            {
                break;
            }

            TakeNext(CsvColumns.Group, CsvColumns.Modified);
        }

        return new ReportCopy
        {
            Names = _names.ToArray(),
            Roots = _roots.ToArray(),
            Followed = withFollowed ? _followed.ToArray() : null,
            Links = (uint)ReadLong(CsvColumns.Links, max: uint.MaxValue),
            Device = ReadIdentity(CsvColumns.Device),
            Inode = ReadIdentity(CsvColumns.Inode),
            Allocated = ReadLong(CsvColumns.Allocated),
            Owner = (uint)ReadLong(CsvColumns.Owner, max: uint.MaxValue),
            Group = (uint)ReadLong(CsvColumns.OwnerGroup, max: uint.MaxValue),
            Mode = OctalMode.TryParse(_row[CsvColumns.Mode], out uint mode)
                ? mode
                : throw Wrong(CsvColumns.Mode, "four octal digits"),
            Modified = ReportTimes.TryParse(_row[CsvColumns.Modified], out ReportTime modified)
                ? modified
                : throw Wrong(CsvColumns.Modified, "a time as RFC 3339 or seconds since 1970"),
        };
    }

    /// <summary>Advances to the next row, which must have the same values as the current row in some columns.</summary>
    private void TakeNext(int firstColumn, int lastColumn)
    {
        (_first, _row) = (_row, _first);
        if (!_row.TryTake())
        {
            throw new ReportFormatException(_first.Line + 1, "the table ends in the middle of a group");
        }

        if (!_row.IsSame(_first, firstColumn, lastColumn))
        {
            throw new ReportFormatException(
                _row.Line, $"does not repeat {CsvColumns.NameOf(firstColumn)} to {CsvColumns.NameOf(lastColumn)}");
        }

        if (!_row.IsSame(_first, CsvColumns.FreedBytes, CsvColumns.FreedBytes))
        {
            throw new ReportFormatException(_row.Line, "does not repeat freed_bytes");
        }
    }

    private void ReadFollowed(bool expected)
    {
        ReadOnlySpan<byte> text = _row[CsvColumns.Followed];
        if (text.IsEmpty == expected || (expected && !text.SequenceEqual("0"u8) && !text.SequenceEqual("1"u8)))
        {
            throw Wrong(CsvColumns.Followed, "0 or 1 in all rows of a copy or in none");
        }

        if (expected)
        {
            _followed.Add(text[0] == '1');
        }
    }

    private ReportName ReadPath()
    {
        ReadOnlySpan<byte> path = _row[CsvColumns.Path];
        ReadOnlySpan<byte> coded = _row[CsvColumns.PathBase64];
        if (path.IsEmpty == coded.IsEmpty)
        {
            throw new ReportFormatException(_row.Line, "must have either path or path_base64");
        }

        if (!path.IsEmpty)
        {
            return Utf8.IsValid(path) ? _store.KeepFile(path, _row.Line) : throw Wrong(CsvColumns.Path, "valid UTF-8");
        }

        byte[] bytes = new byte[Base64.GetMaxDecodedFromUtf8Length(coded.Length)];
        return Base64.DecodeFromUtf8(coded, bytes, out _, out int length) == OperationStatus.Done
            ? _store.KeepFile(bytes.AsSpan(0, length), _row.Line)
            : throw Wrong(CsvColumns.PathBase64, "base64");
    }

    private Digest128? ReadDigest()
    {
        if (_row[CsvColumns.Digest].IsEmpty)
        {
            return null;
        }

        return HexDigests.TryParse(_row[CsvColumns.Digest], out Digest128 digest)
            ? digest
            : throw Wrong(CsvColumns.Digest, "32 hex digits");
    }

    private int ReadInt(int column) => (int)ReadLong(column, max: int.MaxValue);

    private long ReadLong(int column, long min = 0, long max = long.MaxValue)
    {
        NumberStyles style = min < 0 ? NumberStyles.AllowLeadingSign : NumberStyles.None;
        return long.TryParse(_row[column], style, CultureInfo.InvariantCulture, out long value)
            && value >= min && value <= max
                ? value
                : throw Wrong(column, $"a whole number from {min} to {max}");
    }

    private ulong ReadIdentity(int column) =>
        ulong.TryParse(_row[column], NumberStyles.None, CultureInfo.InvariantCulture, out ulong value)
            ? value
            : throw Wrong(column, "a decimal number");

    private ReportFormatException Wrong(int column, string expected) =>
        new(_row.Line, $"{CsvColumns.NameOf(column)} is not {expected}");
}
