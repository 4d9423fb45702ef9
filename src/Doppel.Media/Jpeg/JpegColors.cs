namespace Doppel.Media;

/// <summary>Determines which color space the three components of a JPEG use, the way decoders guess it.</summary>
/// <remarks>
/// JFIF means luma and chroma, whatever else is declared. JFIF is a tag, but counts where it decides. Where it does
/// not decide, it may be added or removed.
/// </remarks>
internal sealed class JpegColors
{
    private const int TransformAt = 11;

    private bool _isJfif;
    private bool _isThree;
    private bool _isNamedRgb;
    private bool? _isToldRgb;

    /// <summary>Gets 1 if the components are red, green and blue, otherwise 0.</summary>
    internal int Kind => _isThree && !_isJfif && (_isToldRgb ?? _isNamedRgb) ? 1 : 0;

    /// <summary>Takes one marker segment into account.</summary>
    /// <param name="file">The file.</param>
    /// <param name="marker">The marker.</param>
    /// <param name="isFrame">Whether the segment is a frame header.</param>
    /// <param name="at">The offset of its content.</param>
    /// <param name="bytes">The length of the content in bytes.</param>
    internal void See(HeaderReader file, byte marker, bool isFrame, long at, int bytes)
    {
        const int ComponentsAt = 5, EachBytes = 3, Three = 3;
        if (marker == 0xE0 && bytes >= 5 && file.Is(at, "JFIF\0"u8))
        {
            _isJfif = true;
        }
        else if (marker == 0xEE && bytes > TransformAt && file.Is(at, "Adobe"u8))
        {
            _isToldRgb = file.ByteAt(at + TransformAt) == 0;
        }
        else if (isFrame && bytes >= ComponentsAt + 1 + (Three * EachBytes) && file.ByteAt(at + ComponentsAt) == Three)
        {
            long first = at + ComponentsAt + 1;
            _isThree = true;
            _isNamedRgb = file.ByteAt(first) == 'R' && file.ByteAt(first + EachBytes) == 'G'
                && file.ByteAt(first + (2 * EachBytes)) == 'B';
        }
    }
}
