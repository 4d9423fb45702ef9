namespace Doppel.Media;

/// <summary>What the first bytes of a file built like TIFF say it is.</summary>
internal enum TiffKind
{
    /// <summary>TIFF, and the raw photos that begin alike: DNG, NEF, ARW, PEF, SRW.</summary>
    Plain,

    /// <summary>Canon's CR2: the header tells which directory is the raw photo's.</summary>
    Cr2,

    /// <summary>Olympus' ORF, by a magic of its own.</summary>
    Orf,

    /// <summary>Panasonic's and Leica's RW2 and RWL, by a magic of its own.</summary>
    Panasonic,
}
