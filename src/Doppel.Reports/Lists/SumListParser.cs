using System.Buffers;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>
/// Parses what md5sum, the other sum programs of GNU and BSD, xxhsum and md5deep write: lines with a digest and a name.
/// </summary>
internal sealed class SumListParser : DigestListParser
{
    private const int HeadBytes = 64 * 1024;
    private const string Mend = "make the list with sha256sum";

    private static readonly SearchValues<byte> s_hexDigits = SearchValues.Create("0123456789abcdefABCDEF"u8);

    private readonly ByteSource _source;
    private readonly string _fileName;
    private readonly byte _mark;
    private readonly bool _hasReturns;
    private byte[] _path = new byte[512];
    private int _pathLength;

    /// <param name="source">The list.</param>
    /// <param name="fileName">
    /// The name of its file. It decides between hash functions whose digests have the same length.
    /// </param>
    public SumListParser(ByteSource source, string fileName)
    {
        (_source, _fileName) = (source, fileName);
        ReadOnlySpan<byte> head = source.Peek(HeadBytes);
        source.Take(head.StartsWith("\uFEFF"u8) ? 3 : 0);
        _mark = head.Contains((byte)0) ? (byte)0 : (byte)'\n';
        int end = head.IndexOf((byte)'\n');
        _hasReturns = _mark != 0 && end > 0 && head[end - 1] == '\r';
    }

    public override string Writer => "";

    public override long Line => _source.Line;

    public override ReadOnlySpan<byte> Path => _path.AsSpan(0, _pathLength);

    public override bool Read()
    {
        while (_source.TryTakeLine(_mark, out ReadOnlySpan<byte> line, out _))
        {
            line = _hasReturns && line.EndsWith("\r"u8) ? line[..^1] : line;
            bool isComment = _mark != 0 && line is [(byte)'#' or (byte)';', ..];
            if (!line.IsEmpty && !isComment)
            {
                Take(line);
                return true;
            }
        }

        return false;
    }

    private void Take(ReadOnlySpan<byte> line)
    {
        bool isEscaped = _mark != 0 && line[0] == '\\';
        line = isEscaped ? line[1..] : line;
        if (!TryTakePlain(line, isEscaped) && !TryTakeTagged(line, isEscaped))
        {
            throw Wrong("this is not a digest with the name of a file");
        }
    }

    // The digest comes first: "5eb6...  name", with '*' instead of the second space for binary files. BSD has one space
    // only. md5deep -z puts the size first.
    private bool TryTakePlain(ReadOnlySpan<byte> line, bool isEscaped)
    {
        Size = -1;
        ReadOnlySpan<byte> rest = line.TrimStart((byte)' ');
        int gap = rest.IndexOf("  "u8);
        if (gap > 0 && rest[..gap].IndexOfAnyExceptInRange((byte)'0', (byte)'9') < 0
            && DigitsOf(rest[(gap + 2)..]) is 32 or 40 or 64 && long.TryParse(rest[..gap], out long size))
        {
            Size = size;
            rest = rest[(gap + 2)..];
        }

        int digits = DigitsOf(rest);
        if (rest.StartsWith("XXH3_"u8) && DigitsOf(rest[5..]) == 16)
        {
            throw Unsupported("XXH3 with 64 bits", "xxhsum -H2 computes XXH3 with 128 bits, which is");
        }

        if (digits < 8 || digits + 1 >= rest.Length || rest[digits] != ' ')
        {
            return false;
        }

        ReadOnlySpan<byte> hex = rest[..digits];
        ReadOnlySpan<byte> name = rest[(digits + 1)..];
        name = name[0] is (byte)' ' or (byte)'*' ? name[1..] : name;
        return TrySetDigest(AlgorithmOf(digits), hex) && TryKeep(name, isEscaped);
    }

    // The name of the hash function comes first: "MD5 (name) = 5eb6...".
    private bool TryTakeTagged(ReadOnlySpan<byte> line, bool isEscaped)
    {
        Size = -1;
        int open = line.IndexOf(" ("u8);
        int close = line.LastIndexOf(") = "u8);
        if (open <= 0 || close <= open + 2)
        {
            return false;
        }

        ReadOnlySpan<byte> tag = line[..open];
        ReadOnlySpan<byte> hex = line[(close + 4)..];
        if (hex.IsEmpty || hex.ContainsAnyExcept(s_hexDigits) || tag.Contains((byte)' '))
        {
            return false;
        }

        bool isReversed = tag.EndsWith("_LE"u8);
        DigestAlgorithm algorithm = DigestNames.Find(isReversed ? tag[..^3] : tag, _source.Line, MendOf(tag));
        return TrySetDigest(algorithm, hex, isReversed)
            ? TryKeep(line[(open + 2)..close], isEscaped)
            : throw Wrong($"the digest does not have {2 * ContentHash.BytesOf(algorithm)} hex digits");
    }

    private static string MendOf(ReadOnlySpan<byte> tag) =>
        tag.StartsWith("XXH"u8) ? "make the list with xxhsum -H2" : Mend;

    private static int DigitsOf(ReadOnlySpan<byte> text)
    {
        int end = text.IndexOfAnyExcept(s_hexDigits);
        return end < 0 ? text.Length : end;
    }

    private DigestAlgorithm AlgorithmOf(int digits)
    {
        bool isBlake2 = Says("b2") || Says("blake2");
        if (Says("blake3") || Says("b3sum") || Says("sha3") || (isBlake2 && digits != 128))
        {
            throw Unsupported($"of {_fileName} with {4 * digits} bits", Mend);
        }

        return digits switch
        {
            8 => throw Unsupported("with 32 bits", "so many files have equal ones by chance; " + Mend),
            16 => DigestAlgorithm.Xxh64,
            32 => Says("xxh") ? DigestAlgorithm.Xxh3 : DigestAlgorithm.Md5,
            40 => DigestAlgorithm.Sha1,
            56 => throw Unsupported("SHA-224", Mend),
            64 => DigestAlgorithm.Sha256,
            96 => DigestAlgorithm.Sha384,
            128 => isBlake2 ? DigestAlgorithm.Blake2b : DigestAlgorithm.Sha512,
            _ => throw Wrong($"a digest with {digits} hex digits is of no known hash function"),
        };
    }

    private bool Says(string word) => _fileName.Contains(word, StringComparison.OrdinalIgnoreCase);

    private bool TryKeep(ReadOnlySpan<byte> name, bool isEscaped)
    {
        if (name.IsEmpty)
        {
            return false;
        }

        if (_path.Length < name.Length)
        {
            _path = new byte[2 * name.Length];
        }

        if (!isEscaped)
        {
            name.CopyTo(_path);
            _pathLength = name.Length;
            return true;
        }

        _pathLength = 0;
        for (int at = 0; at < name.Length; at++)
        {
            byte next = name[at];
            if (next == '\\')
            {
                at++;
                next = (at < name.Length ? name[at] : (byte)0) switch
                {
                    (byte)'\\' => (byte)'\\',
                    (byte)'n' => (byte)'\n',
                    (byte)'r' => (byte)'\r',
                    _ => throw Wrong(@"after a backslash at the start, the name has one that is not \\, \n or \r"),
                };
            }

            _path[_pathLength++] = next;
        }

        return true;
    }

    private ReportFormatException Wrong(string what) => new(_source.Line, what);

    private ReportFormatException Unsupported(string what, string mend) =>
        Wrong($"the hash function {what} is not supported; {mend}");
}
