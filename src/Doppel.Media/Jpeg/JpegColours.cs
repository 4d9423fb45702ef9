namespace Doppel.Media;

/// <summary>Which colours three components of a JPEG stand for, as decoders guess it.</summary>
/// <remarks>
/// JFIF means luma and chroma whatever else is said; so JFIF, which is a tag, counts where it decides. Where it does
/// not, it may come and go.
/// </remarks>
internal sealed class JpegColours
{
    private const int TransformAt = 11;

    private bool _isJfif;
    private bool _isThree;
    private bool _isNamedRgb;
    private bool? _isToldRgb;

    /// <summary>1 where the components are red, green and blue; else 0.</summary>
    internal int Kind => _isThree && !_isJfif && (_isToldRgb ?? _isNamedRgb) ? 1 : 0;

    /// <summary>Looks at a segment.</summary>
    /// <param name="file">The file.</param>
    /// <param name="marker">Which.</param>
    /// <param name="isFrame">Whether it begins the picture.</param>
    /// <param name="at">Where its content begins.</param>
    /// <param name="bytes">How long that is.</param>
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
