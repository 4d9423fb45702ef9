using System.Text;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Takes files and digests from a report of fclones, or one in its format.</summary>
/// <param name="parser">The parser of the report.</param>
/// <param name="source">What it reads from.</param>
internal sealed class FclonesListParser(ReportParser parser, ByteSource source) : DigestListParser
{
    private readonly DigestAlgorithm _algorithm = AlgorithmOf(parser.Begin!.Command, source.Line);
    private IReadOnlyList<ReportCopy> _copies = [];
    private int _next;

    public override string Writer => $"fclones {parser.Begin!.Version}";

    public override ReportTime? Made => parser.Begin!.Started;

    public override long Line => source.Line;

    public override ReadOnlySpan<byte> Path => _copies[_next - 1].Names[0].Bytes;

    public override bool Read()
    {
        if (_next == _copies.Count && !TryTakeGroup())
        {
            return false;
        }

        _next++;
        return true;
    }

    // Of a file without a duplicate, fclones has hashed a part at most.
    private bool TryTakeGroup()
    {
        switch (parser.Read())
        {
            case ReportItemKind.Group:
                (_copies, Size) = (parser.Group!.Copies, parser.Group.Size);
                SetDigest(parser.Group.Digest);
                break;
            case ReportItemKind.Unique:
                (_copies, Size, Algorithm) = ([parser.Unique!.Copy], parser.Unique.Size, null);
                break;
            default:
                return parser.EndedEarly
                    ? throw new ReportFormatException(source.Line, "the report ends before its last group")
                    : false;
        }

        _next = 0;
        return true;
    }

    private void SetDigest(Digest128? own)
    {
        if (own is { } digest)
        {
            (Algorithm, Digest) = (DigestAlgorithm.Xxh3, digest);
        }
        else if (_algorithm is DigestAlgorithm.Metro128)
        {
            // fclones writes both halves of MetroHash in the other order than its library.
            bool isSet = TrySetDigest(_algorithm, parser.Hash);
            Digest = isSet ? new Digest128(Digest.Low, Digest.High) : throw WrongLength();
        }
        else if (!TrySetDigest(_algorithm, parser.Hash, isReversed: _algorithm == DigestAlgorithm.Xxh3))
        {
            throw WrongLength();
        }
    }

    private ReportFormatException WrongLength() => new(
        source.Line,
        $"the digest does not have {2 * ContentHash.BytesOf(_algorithm)} hex digits, as the command line implies");

    private static DigestAlgorithm AlgorithmOf(IReadOnlyList<ReportName> command, long line)
    {
        // Text has the whole command line in one, with quotes where a shell needs them.
        string[] words = command.Count == 1
            ? command[0].ToString().Split(' ', StringSplitOptions.RemoveEmptyEntries)
            : [.. command.Select(static word => word.ToString())];
        string name = "metro";
        for (int i = 0; i < words.Length; i++)
        {
            string word = words[i].Trim('\'', '"');
            if (word is "--transform" or "--skip-content-hash"
                || word.StartsWith("--transform=", StringComparison.Ordinal))
            {
                throw new ReportFormatException(
                    line, $"the digests are not of the files: fclones ran with {word.Split('=')[0]}");
            }

            const string Option = "--hash-fn";
            bool isJoined = word.StartsWith(Option + "=", StringComparison.Ordinal);
            name = isJoined ? word[(Option.Length + 1)..] : name;
            name = word == Option && i + 1 < words.Length ? words[i + 1] : name;
        }

        return name switch
        {
            "metro" => DigestAlgorithm.Metro128,
            "xxhash" or "xxhash3" => DigestAlgorithm.Xxh3,
            _ => DigestNames.Find(Encoding.UTF8.GetBytes(name), line, "run fclones with --hash-fn sha256"),
        };
    }
}
