namespace Doppel.Media;

/// <summary>The tags that locate data.</summary>
internal static class TiffTag
{
    internal const int NewSubfileType = 0xFE;
    internal const int SubfileType = 0xFF;
    internal const int ImageLength = 0x101;
    internal const int BitsPerSample = 0x102;
    internal const int Compression = 0x103;
    internal const int StripOffsets = 0x111;
    internal const int RowsPerStrip = 0x116;
    internal const int StripByteCounts = 0x117;
    internal const int TileOffsets = 0x144;
    internal const int TileByteCounts = 0x145;
    internal const int SubDirectories = 0x14A;
    internal const int GlobalParameters = 0x190;
    internal const int JpegOffset = 0x201;
    internal const int JpegBytes = 0x202;
    internal const int JpegTablesFirst = 0x207; // three tags that locate the tables of obsolete JPEG
    internal const int JpegTablesLast = 0x209;
    internal const int Kodak = 0x8290;
    internal const int Leaf = 0x8606;
    internal const int Exif = 0x8769;
    internal const int Profile = 0x8773;
    internal const int Gps = 0x8825;
    internal const int MakerNote = 0x927C;
    internal const int Interoperability = 0xA005;
    internal const int SamsungRows = 0xA010;
    internal const int SamsungRowsBytes = 0xA011;
    internal const int PrivateData = 0xC634;
    internal const int Profiles = 0xC6F5;
    internal const int KodakRaw = 0xFE00;
}
