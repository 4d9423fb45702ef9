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
        new Mp4Parser(),
        // Last, since its frames begin with so few known bits.
        new Mp3Parser(),
    ];

    private readonly HeaderReader _reader = new();
    private readonly PayloadBuilder _payload = new();

    /// <summary>Finds the payload of a file.</summary>
    /// <param name="source">The file.</param>
    /// <param name="policy">What counts as payload.</param>
    public MediaResult Map(IMediaSource source, MediaPolicy policy)
    {
        ArgumentNullException.ThrowIfNull(source);
        MediaFormat? format = null;
        try
        {
            _reader.Open(source);
            foreach (IMediaParser parser in s_parsers)
            {
                if (!parser.Recognizes(_reader))
                {
                    continue;
                }

                format = parser.Format;
                _payload.Clear();
                parser.Parse(_reader, policy, _payload);
                return new MediaResult(_payload.Build(parser.Format, source.Length), format, "");
            }

            return new MediaResult(null, null, "");
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
}
