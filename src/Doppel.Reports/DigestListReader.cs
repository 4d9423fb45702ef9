using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Reads names and digests of files, one at a time, from a list that another program wrote.</summary>
/// <remarks>
/// <para>
/// Reads lists of md5sum, sha1sum, sha256sum, sha384sum, sha512sum, b2sum, xxhsum (-H1 and -H2), md5deep and
/// hashdeep, with the digest or the name of the hash function first, and reports of fclones (JSON and text) and of
/// rmlint (JSON).
/// </para>
/// <para>
/// Not thread-safe. Keeps one file in memory, or one group of a report. Exceptions of the stream are passed through.
/// The stream is left open.
/// </para>
/// </remarks>
public sealed class DigestListReader
{
    private readonly DigestListParser _parser;
    private bool _hasEnded;

    private DigestListReader(DigestListParser parser) => _parser = parser;

    /// <summary>Gets the program that wrote the list, with its version if it is known, or an empty string.</summary>
    public string Writer => _parser.Writer;

    /// <summary>Gets when the list was written, or null if it does not say.</summary>
    public ReportTime? Made => _parser.Made;

    /// <summary>Gets the number of the last line that was read, starting at 1.</summary>
    public long Line => _parser.Line;

    /// <summary>Gets the path of the current file as the list has it. Valid until the next file is read.</summary>
    public ReadOnlySpan<byte> Path => _parser.Path;

    /// <summary>Gets the size of the current file in bytes, or -1 if the list does not say.</summary>
    public long Size => _parser.Size;

    /// <summary>
    /// Gets the hash function of the digest of the current file, or null if the list has no digest of its complete
    /// content. If it has several, this is the one that is hardest to forge.
    /// </summary>
    public DigestAlgorithm? Algorithm => _parser.Algorithm;

    /// <summary>Gets the first 128 bits of the digest of the current file.</summary>
    public Digest128 Digest => _parser.Digest;

    /// <summary>Opens a list: detects its format and reads its head.</summary>
    /// <param name="stream">The list.</param>
    /// <param name="fileName">
    /// The name of its file. Where only the length of the digests shows the hash function, those with 128 bits are MD5
    /// unless the name contains "xxh", and those with 512 bits are SHA-512 unless it contains "b2" or "blake2".
    /// </param>
    /// <exception cref="ReportFormatException">
    /// The list is empty, its head is damaged, or its hash function is not supported.
    /// </exception>
    public static DigestListReader Open(Stream stream, string fileName = "")
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(fileName);
        var options = new ReportReadOptions();
        var source = new ByteSource(stream, options.BlockBytes, options.LineBytesMax);
        ReadOnlySpan<byte> head = source.Peek(HashdeepListParser.FirstWords.Length);
        if (head.SequenceEqual(HashdeepListParser.FirstWords))
        {
            return new DigestListReader(new HashdeepListParser(source));
        }

        return new DigestListReader(FormatDetection.Detect(source) switch
        {
            ReportFormat.Fclones => new FclonesListParser(new FclonesReportParser(source), source),
            ReportFormat.FclonesText => new FclonesListParser(new FclonesTextParser(source), source),
            ReportFormat.Rmlint => new RmlintListParser(source),
            ReportFormat.Jdupes or ReportFormat.Html or ReportFormat.Json or ReportFormat.Csv or ReportFormat.Text =>
                throw new ReportFormatException(0, "a report of this format is not a list of digests"),
            _ when source.Peek(FclonesCsvHead.Length).SequenceEqual(FclonesCsvHead) => throw new ReportFormatException(
                0, "the CSV of fclones does not name its hash function; run fclones with -f json"),
            _ => new SumListParser(source, fileName),
        });
    }

    private static ReadOnlySpan<byte> FclonesCsvHead => "size,hash,count,files"u8;

    /// <summary>Advances to the next file.</summary>
    /// <returns>False at the end.</returns>
    /// <exception cref="ReportFormatException">
    /// A line is not what the format has, or its hash function is not supported.
    /// </exception>
    public bool Read()
    {
        _hasEnded = _hasEnded || !_parser.Read();
        return !_hasEnded;
    }
}
