namespace Doppel.Media;

/// <summary>The chunk types of PNG, as big-endian numbers.</summary>
internal static class PngChunk
{
    internal const uint Header = 0x49484452; // IHDR
    internal const uint Palette = 0x504C5445; // PLTE
    internal const uint Data = 0x49444154; // IDAT
    internal const uint End = 0x49454E44; // IEND

    // Parts of the picture that PNG lets a decoder ignore.
    internal const uint Transparency = 0x74524E53; // tRNS
    internal const uint AnimationControl = 0x6163544C; // acTL
    internal const uint FrameControl = 0x6663544C; // fcTL
    internal const uint FrameData = 0x66644154; // fdAT

    internal const uint Text = 0x74455874; // tEXt
    internal const uint PackedText = 0x7A545874; // zTXt
    internal const uint WideText = 0x69545874; // iTXt
    internal const uint Exif = 0x65584966; // eXIf
    internal const uint Time = 0x74494D45; // tIME
    internal const uint Profile = 0x69434350; // iCCP

    /// <summary>The bit that lets a decoder ignore a chunk.</summary>
    internal const uint IsAncillary = 0x2000_0000;
}
