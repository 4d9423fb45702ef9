namespace Doppel.Media;

/// <summary>Finds the payload of media files by reading their headers.</summary>
/// <remarks>
/// A file that is damaged, cut off or of an unknown structure is not comparable, never an empty payload: broken files
/// must not equal each other. Whatever a file says of itself, no byte outside of it is read, no memory is taken by a
/// length in it, and the steps are bounded. Not thread-safe; reuse one for many files.
/// </remarks>
public sealed class MediaMapper
{
    private static readonly IMediaParser[] s_parsers =
    [
        new FlacParser(), new WavParser(), new WebPParser(), new PngParser(), new GifParser(), new JpegParser(),
        new HeifParser(), new Cr3Parser(), new JpegXlParser(), new Jpeg2000Parser(), new Mp4Parser(),
        new TiffParser(), new PanasonicParser(), new RafParser(),
        new MatroskaParser(), new AviParser(), new AsfParser(),
        new Wave64Parser(), new AiffParser(), new DsfParser(),
        // Behind tags: one after the other, so that all look at the same window.
        new OggParser(), new WavPackParser(), new MonkeysAudioParser(), new AacParser(),
        // Last, since its frames begin with so few known bits.
        new Mp3Parser(),
    ];

    private static readonly ILookup<MediaFormat, IMediaParser> s_ofFormat =
        s_parsers.ToLookup(static parser => parser.Format);

    private readonly HeaderReader _reader = new();
    private readonly PayloadBuilder _payload = new();

    /// <summary>The formats that are known.</summary>
    internal static IEnumerable<MediaFormat> Formats => s_parsers.Select(static parser => parser.Format).Distinct();

    /// <summary>Finds the payload of a file.</summary>
    /// <param name="source">The file.</param>
    /// <param name="policy">What counts as payload.</param>
    /// <param name="depth">How much of it is asked for.</param>
    public MediaResult Map(IMediaSource source, MediaPolicy policy, MapDepth depth = MapDepth.Whole)
    {
        ArgumentNullException.ThrowIfNull(source);
        MediaFormat? format = null;
        try
        {
            _reader.Open(source);
            if (FindParser(s_parsers) is not { } parser)
            {
                return new MediaResult(null, null, "");
            }

            format = parser.Format;
            _payload.Clear(depth);
            parser.Parse(_reader, policy, _payload);
            return new MediaResult(_payload.Build(parser.Format, source.Length), format, "");
        }
        catch (NotComparableException why)
        {
            return new MediaResult(null, format, why.Message);
        }
        finally
        {
            _reader.Close();
        }
    }

    /// <summary>Reads what the tags of a file say.</summary>
    /// <param name="source">The file.</param>
    /// <param name="format">Its format, where that is known already: then none but this is looked for.</param>
    /// <returns>None where it is no media of a known format; what could be read where they are damaged.</returns>
    public MediaTags ReadTags(IMediaSource source, MediaFormat? format = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        var tags = new TagBuilder();
        try
        {
            _reader.Open(source);
            FindParser(format is { } known ? s_ofFormat[known] : s_parsers)?.ReadTags(_reader, tags);
        }
        catch (NotComparableException)
        {
            // A damaged tag ends the reading; what came before it stands.
        }
        finally
        {
            _reader.Close();
        }

        return tags.Build();
    }

    private IMediaParser? FindParser(IEnumerable<IMediaParser> parsers)
    {
        foreach (IMediaParser parser in parsers)
        {
            if (parser.Recognizes(_reader))
            {
                return parser;
            }
        }

        return null;
    }
}
