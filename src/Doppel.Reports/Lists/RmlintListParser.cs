using System.Text;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Takes the duplicate files and their digests from a JSON report of rmlint.</summary>
/// <remarks>Of files without a duplicate, rmlint hashes only a part.</remarks>
internal sealed class RmlintListParser : DigestListParser
{
    private const string Mend = "run rmlint with -a sha256";

    private readonly LooseJson _json;
    private readonly RmlintItemReader _reader;
    private readonly DigestAlgorithm _algorithm;

    // XXH64 is written with the lowest byte first.
    private readonly bool _isReversed;
    private bool _isFirst = true;

    public RmlintListParser(ByteSource source)
    {
        _json = new LooseJson(source);
        _reader = new RmlintItemReader(_json);
        _json.Take('[');
        if (!_json.TryNext(']', ref _isFirst))
        {
            throw _json.Wrong("the report is empty");
        }

        _reader.Read();
        byte[] type = Encoding.UTF8.GetBytes(_reader.ChecksumType ?? throw _json.Wrong(
            "the report has no header with the checksum_type; run rmlint without no_header"));
        string[] words = _reader.Begin!.Command is [var command] ? command.ToString().Split(' ') : [];
        if (Array.Exists(words, static word => word is "-q" or "-Q"
            || word.StartsWith("--clamp-", StringComparison.Ordinal)))
        {
            throw _json.Wrong("the digests are not of whole files: rmlint ran with --clamp-low or --clamp-top");
        }

        _isReversed = type.AsSpan().SequenceEqual("xxhash"u8);
        _algorithm = _isReversed ? DigestAlgorithm.Xxh64 : DigestNames.Find(type, _json.Line, Mend);
    }

    public override string Writer => $"rmlint {_reader.Begin!.Version}";

    public override long Line => _json.Line;

    public override ReadOnlySpan<byte> Path => _reader.Item.Path.Bytes;

    public override bool Read()
    {
        while (_json.TryNext(']', ref _isFirst))
        {
            _reader.Read();
            RmlintItem item = _reader.Item;
            if (item is { Kind: RmlintItemKind.Duplicate, HasPath: true })
            {
                Take(item);
                return true;
            }
        }

        return false;
    }

    private void Take(RmlintItem item)
    {
        Size = item.Size;
        Algorithm = null;
        if (!item.Checksum.IsEmpty && !TrySetDigest(_algorithm, item.Checksum, _isReversed))
        {
            throw _json.Wrong($"the checksum does not have {2 * ContentHash.BytesOf(_algorithm)} hex digits");
        }
    }
}
