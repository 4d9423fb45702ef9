namespace Doppel.Media;

/// <summary>Finds the payload of media files by reading their headers.</summary>
/// <remarks>
/// A file that is damaged, truncated or of unknown structure is not comparable. It never has an empty payload, because
/// broken files must not equal each other. Whatever a file claims, no byte outside it is read, no memory is allocated
/// according to a length stored in it, and the number of steps is bounded. Not thread-safe. Reuse one instance for
/// many files.
/// </remarks>
public sealed class MediaMapper
{
    private static readonly IMediaParser[] s_parsers =
    [
        new FlacParser(), new WavParser(), new WebPParser(), new PngParser(), new GifParser(), new JpegParser(),
        new HeifParser(), new Cr3Parser(), new JpegXlParser(), new Jpeg2000Parser(), new Mp4Parser(),
        new TiffParser(), new PanasonicParser(), new RafParser(),
        new MatroskaParser(), new AviParser(), new AsfParser(),
        new Wave64Parser(), new AiffParser(), new CafParser(), new DsfParser(), new DsdiffParser(),
        // These formats can follow tags. They are adjacent so that all of them read the same window.
        new OggParser(), new WavPackParser(), new MonkeysAudioParser(), new MusepackParser(), new TtaParser(),
        new TakParser(), new OptimFrogParser(), new AacParser(),
        // Last, because its frames start with so few known bits.
        new Mp3Parser(),
    ];

    private static readonly ILookup<MediaFormat, IMediaParser> s_ofFormat =
        s_parsers.ToLookup(static parser => parser.Format);

    private readonly HeaderReader _reader = new();
    private readonly PayloadBuilder _payload = new();

    /// <summary>Gets the supported formats.</summary>
    internal static IEnumerable<MediaFormat> Formats => s_parsers.Select(static parser => parser.Format).Distinct();

    /// <summary>Finds the payload of a file.</summary>
    /// <param name="source">The file to read.</param>
    /// <param name="policy">What counts as payload.</param>
    /// <param name="depth">How much of the payload to map. Default: all of it.</param>
    /// <returns>The map, or the reason why the file is not comparable.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
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

    /// <summary>Reads the tags of a file.</summary>
    /// <param name="source">The file to read.</param>
    /// <param name="format">
    /// The format of the file if it is already known; only that format is then tried. If null, all formats are tried.
    /// </param>
    /// <returns>
    /// The tags. Empty if the file is not in a supported format. If tags are damaged, only those that could be read.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public MediaTags ReadTags(IMediaSource source, MediaFormat? format = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        var tags = new TagBuilder();
        Read(source, format, tags);
        return tags.Build();
    }

    /// <summary>Reads the small JPEG that a camera puts beside a photo, in its Exif data.</summary>
    /// <param name="source">The file to read.</param>
    /// <returns>
    /// The bytes from the first marker of the JPEG to its last one, at most 64 KiB. Null if there is none, if it is
    /// damaged or larger, or if the file is not in a supported format. Its orientation is that of the photo's tags.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public byte[]? ReadThumbnail(IMediaSource source)
    {
        ArgumentNullException.ThrowIfNull(source);
        var tags = new TagBuilder { KeepsThumbnail = true };
        Read(source, format: null, tags);
        return tags.Thumbnail;
    }

    /// <summary>Reads the covers and other pictures in the tags of a file, for <see cref="TagMerge"/>.</summary>
    /// <param name="source">The file to read.</param>
    /// <param name="format">The format of the file. If null, it is detected.</param>
    /// <returns>The pictures, each different one once. Those beyond 8 MiB in total are left out.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public IReadOnlyList<MediaPicture> ReadPictures(IMediaSource source, MediaFormat? format = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        var tags = new TagBuilder { KeepsPictures = true };
        Read(source, format, tags);
        return tags.Pictures;
    }

    private void Read(IMediaSource source, MediaFormat? format, TagBuilder tags)
    {
        try
        {
            _reader.Open(source);
            FindParser(format is { } known ? s_ofFormat[known] : s_parsers)?.ReadTags(_reader, tags);
        }
        catch (NotComparableException)
        {
            // A damaged tag ends the reading. Tags read before it are kept.
        }
        finally
        {
            _reader.Close();
        }
    }

    /// <summary>
    /// Finds the largest JPEG picture within a raw photo (TIFF-like, RAF or CR3) or a HEIF file.
    /// </summary>
    /// <param name="source">The file to read.</param>
    /// <returns>
    /// The preview: eight bits for each of one or three components, baseline or progressive. Null if there is none, or
    /// if the file is in another format. Its orientation is that of the photo's tags.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public MediaPreview? FindPreview(IMediaSource source)
    {
        ArgumentNullException.ThrowIfNull(source);
        try
        {
            _reader.Open(source);
            return new PreviewFinder(_reader).Find();
        }
        finally
        {
            _reader.Close();
        }
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

/// <summary>The result of mapping a file.</summary>
/// <param name="Map">
/// The payload of the file, or null if the file is not in a supported format or is not comparable.
/// </param>
/// <param name="Format">The format of the file, or null if it is not supported.</param>
/// <param name="Reason">
/// Why the file is not comparable, as human-readable text. Empty if it is comparable or not a media file.
/// </param>
public readonly record struct MediaResult(MediaMap? Map, MediaFormat? Format, string Reason);
