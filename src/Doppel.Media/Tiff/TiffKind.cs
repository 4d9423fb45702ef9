namespace Doppel.Media;

/// <summary>The kind of TIFF-like file, judged by its first bytes.</summary>
internal enum TiffKind
{
    /// <summary>TIFF, and the raw formats that start the same way: DNG, NEF, ARW, PEF, SRW.</summary>
    Plain,

    /// <summary>Canon CR2, whose header locates the directory of the raw image.</summary>
    Cr2,

    /// <summary>Olympus ORF, which has its own magic number.</summary>
    Orf,

    /// <summary>Panasonic RW2 and Leica RWL, which have their own magic number.</summary>
    Panasonic,
}
