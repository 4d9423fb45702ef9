namespace Doppel.Catalog;

/// <summary>
/// Where a record is, as one number: the position of its block in the file times 65,536, plus that of the record in the
/// payload. It serves as the inode number of a file.
/// </summary>
internal static class SavedPlace
{
    private const int RecordBits = 16;

    // A folder has no record of its own among the files.
    private const ulong FolderBit = 1UL << 63;

    internal static ulong Of(long block, int record) => ((ulong)block << RecordBits) | (uint)record;

    internal static ulong OfFolder(int number) => FolderBit | (uint)number;

    internal static long BlockOf(ulong place) => (long)(place >> RecordBits);

    internal static int RecordOf(ulong place) => (int)(place & ((1 << RecordBits) - 1));
}
