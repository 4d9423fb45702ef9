using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>Reads records from their places, and keeps the block of the last one. For one thread at a time.</summary>
/// <param name="file">The file.</param>
/// <param name="id">The id that its checks depend on.</param>
/// <param name="bytes">The number of bytes that a call reads, which most blocks fit into.</param>
internal sealed class SavedCursor(SafeFileHandle file, ulong id, int bytes = 2 * SavedFormat.PayloadBytesWanted)
{
    private byte[] _block = new byte[bytes];
    private long _at = -1;
    private int _length;
    private int _record;

    /// <summary>The fields from the current record on.</summary>
    internal SavedFields Fields => new(_block.AsSpan(SavedFormat.BlockHeadBytes, _length), _record);

    /// <summary>Returns the place of the record that is read next.</summary>
    internal ulong PlaceOf(in SavedFields fields) => SavedPlace.Of(_at, fields.At);

    /// <summary>Goes to a record.</summary>
    /// <returns>False if there is no undamaged block of files at its place.</returns>
    internal bool TryEnter(ulong place)
    {
        _record = SavedPlace.RecordOf(place);
        return (SavedPlace.BlockOf(place) == _at || TryLoad(SavedPlace.BlockOf(place))) && _record < _length;
    }

    /// <summary>Goes to the first record of the next block.</summary>
    /// <returns>False if there is no undamaged block of files.</returns>
    internal bool TryEnterNext() =>
        TryEnter(SavedPlace.Of(_at + SavedFormat.BlockHeadBytes + _length, 0));

    private bool TryLoad(long at)
    {
        const int Head = SavedFormat.BlockHeadBytes;
        _at = -1;

        // Most blocks are read by one call.
        int read = CatalogFiles.System.Read(file, _block, at);
        if (read < Head)
        {
            return false;
        }

        int bytes = Head + SavedFormat.ReadBlockHead(_block, out SavedBlockKind kind);
        if (bytes > _block.Length)
        {
            Array.Resize(ref _block, bytes);
            read = CatalogFiles.System.Read(file, _block, at);
        }

        if (read < bytes || kind != SavedBlockKind.Files || !SavedFormat.IsIntact(_block.AsSpan(0, bytes), id, at))
        {
            return false;
        }

        (_at, _length) = (at, bytes - Head);
        return true;
    }
}
