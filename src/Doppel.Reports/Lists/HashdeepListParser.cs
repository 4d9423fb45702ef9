using System.Globalization;
using System.Text;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Parses what hashdeep writes: size, digests and name in each line. The strongest digest counts.</summary>
internal sealed class HashdeepListParser : DigestListParser
{
    private readonly ByteSource _source;
    private readonly DigestAlgorithm[] _columns;
    private readonly bool _hasReturns;
    private byte[] _path = new byte[512];
    private int _pathLength;

    public HashdeepListParser(ByteSource source)
    {
        _source = source;
        source.TryTakeLine((byte)'\n', out ReadOnlySpan<byte> first, out _);
        _hasReturns = first.EndsWith("\r"u8);
        string[] columns = TryTakeLine(out ReadOnlySpan<byte> line) && line.StartsWith("%%%% size,"u8)
            ? Encoding.ASCII.GetString(line[5..]).Split(',')
            : [];
        if (columns is not ["size", _, .., "filename"])
        {
            throw Wrong("this does not name the columns as hashdeep does");
        }

        _columns = Array.ConvertAll(columns[1..^1], static name =>
        {
            DigestNames.TryFind(Encoding.ASCII.GetBytes(name), out DigestAlgorithm algorithm);
            return algorithm;
        });
        if (_columns.Max() == default)
        {
            throw Wrong($"none of the hash functions is supported ({string.Join(", ", columns[1..^1])}); "
                + "run hashdeep with -c sha256");
        }
    }

    /// <summary>Gets the text at the start of every list.</summary>
    public static ReadOnlySpan<byte> FirstWords => "%%%% HASHDEEP-"u8;

    public override string Writer => "hashdeep";

    public override long Line => _source.Line;

    public override ReadOnlySpan<byte> Path => _path.AsSpan(0, _pathLength);

    public override bool Read()
    {
        while (TryTakeLine(out ReadOnlySpan<byte> line))
        {
            if (!line.IsEmpty && !line.StartsWith("##"u8))
            {
                Take(line);
                return true;
            }
        }

        return false;
    }

    private void Take(ReadOnlySpan<byte> line)
    {
        if (!long.TryParse(TakeField(ref line), NumberStyles.None, CultureInfo.InvariantCulture, out long size))
        {
            throw Wrong("this does not begin with a size and digests");
        }

        Size = size;
        DigestAlgorithm best = _columns.Max();
        foreach (DigestAlgorithm column in _columns)
        {
            ReadOnlySpan<byte> hex = TakeField(ref line);
            if (column == best && !TrySetDigest(column, hex))
            {
                throw Wrong($"the digest does not have {2 * ContentHash.BytesOf(column)} hex digits");
            }
        }

        if (line.IsEmpty)
        {
            throw Wrong("the name of the file is missing");
        }

        if (_path.Length < line.Length)
        {
            _path = new byte[2 * line.Length];
        }

        line.CopyTo(_path);
        _pathLength = line.Length;
    }

    private static ReadOnlySpan<byte> TakeField(ref ReadOnlySpan<byte> line)
    {
        int comma = line.IndexOf((byte)',');
        ReadOnlySpan<byte> field = comma < 0 ? [] : line[..comma];
        line = line[(comma + 1)..];
        return field;
    }

    private bool TryTakeLine(out ReadOnlySpan<byte> line)
    {
        bool isThere = _source.TryTakeLine((byte)'\n', out line, out _);
        line = _hasReturns && line.EndsWith("\r"u8) ? line[..^1] : line;
        return isThere;
    }

    private ReportFormatException Wrong(string what) => new(_source.Line, what);
}
