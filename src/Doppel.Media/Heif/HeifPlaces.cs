namespace Doppel.Media;

/// <summary>Locates the data of items: iloc (ISO/IEC 14496-12, 8.11.3).</summary>
internal static class HeifPlaces
{
    private const int PiecesMax = 1 << 20;

    /// <summary>Reads the box, if there is one, and assigns to each item its extents.</summary>
    /// <exception cref="NotComparableException">The box is damaged.</exception>
    internal static IReadOnlyList<HeifPiece> Read(HeaderReader file, IsoBox iloc, HeifMeta meta)
    {
        List<HeifPiece> pieces = [];
        if (iloc.Type == 0)
        {
            return pieces;
        }

        var fields = new IsoFields(file, iloc.Start, iloc.End);
        int version = (int)(fields.Next(4) >> 24);
        int sizes = (int)fields.Next(2);
        int idBytes = version < 2 ? 2 : 4;
        if (version > 2)
        {
            NotComparableException.Throw("its table of places is of a version that is not known");
        }

        // Extents that take no bytes in the table are limited to one per item: a mere count must not allocate memory.
        bool isCounted = (sizes >> 8) == 0 && (version == 0 || (sizes & 0xF) == 0);
        for (long left = fields.Next(idBytes); left > 0; left--)
        {
            HeifItem? item = meta.Find((uint)fields.Next(idBytes));
            int construction = version == 0 ? 0 : (int)fields.Next(2) & 0xF;
            bool isElsewhere = fields.Next(2) != 0;
            long start = fields.Next((sizes >> 4) & 0xF);
            int first = pieces.Count;
            for (long extents = fields.Next(2); extents > 0; extents--)
            {
                pieces.Add(new HeifPiece(
                    version == 0 ? 0 : fields.Next(sizes & 0xF),
                    start + fields.Next(sizes >> 12),
                    fields.Next((sizes >> 8) & 0xF)));
                if (pieces.Count > PiecesMax || (isCounted && extents > 1))
                {
                    NotComparableException.Throw("its items lie in too many pieces");
                }
            }

            if (item is { IsPlaced: true })
            {
                NotComparableException.Throw("an item of it lies at two places");
            }

            if (item is not null)
            {
                (item.FirstPiece, item.PieceCount, item.IsPlaced) = (first, pieces.Count - first, true);
                (item.Construction, item.IsElsewhere) = (construction, isElsewhere);
            }
        }

        return pieces;
    }

    /// <summary>Returns the ranges of the file that contain an item's data, in order.</summary>
    /// <exception cref="NotComparableException">
    /// The data is not in the file, or its location is not certain.
    /// </exception>
    internal static IReadOnlyList<PayloadExtent> Resolve(HeaderReader file, HeifMeta meta, HeifItem item)
    {
        List<PayloadExtent> all = [];
        for (int i = 0; i < item.PieceCount; i++)
        {
            HeifPiece piece = meta.Pieces[item.FirstPiece + i];
            if (item.Construction == 2)
            {
                AddFromItem(file, meta, item, piece, all);
            }
            else
            {
                Add(all, Place(file, meta, item, piece));
            }
        }

        return all;
    }

    private static PayloadExtent Place(HeaderReader file, HeifMeta meta, HeifItem item, HeifPiece piece)
    {
        // A length of zero means everything. That is meaningful for the data in the meta box, but not for the file.
        bool isData = item.Construction == 1;
        (long start, long bytes) = isData ? (meta.Data.Start, meta.Data.Bytes) : (0, file.Length);
        long length = piece.Length == 0 && isData ? bytes - piece.Offset : piece.Length;
        if (item.IsElsewhere || item.Construction > 1 || length <= 0
            || piece.Offset < 0 || piece.Offset > bytes || length > bytes - piece.Offset)
        {
            NotComparableException.Throw("an item of it lies outside of the file");
        }

        return new PayloadExtent(start + piece.Offset, length);
    }

    // Adds the data of another item, which must itself be located directly in the file.
    private static void AddFromItem(
        HeaderReader file, HeifMeta meta, HeifItem item, HeifPiece piece, List<PayloadExtent> all)
    {
        HeifReference sources = item.References.Find(static one => one.Type == HeifType.LiesIn);
        long number = Math.Max(1, piece.Item);
        HeifItem? source = sources.To is { } to && number <= to.Count ? meta.Find(to[(int)number - 1]) : null;
        if (source is not { Construction: < 2 })
        {
            NotComparableException.Throw("an item of it lies in another one that is not known");
            return;
        }

        long skipped = piece.Offset;
        long left = piece.Length == 0 ? long.MaxValue : piece.Length;
        for (int i = 0; i < source.PieceCount && left > 0; i++)
        {
            meta.Step();
            PayloadExtent extent = Place(file, meta, source, meta.Pieces[source.FirstPiece + i]);
            long passed = Math.Min(skipped, extent.Length);
            long taken = Math.Min(left, extent.Length - passed);
            skipped -= passed;
            left -= taken;
            if (taken > 0)
            {
                Add(all, new PayloadExtent(extent.Offset + passed, taken));
            }
        }

        if (skipped > 0 || (left > 0 && piece.Length > 0))
        {
            NotComparableException.Throw("an item of it lies outside of the file");
        }
    }

    private static void Add(List<PayloadExtent> all, PayloadExtent extent)
    {
        if (all.Count > 0 && all[^1].Offset + all[^1].Length == extent.Offset)
        {
            all[^1] = all[^1] with { Length = all[^1].Length + extent.Length };
            return;
        }

        if (all.Count > PiecesMax)
        {
            NotComparableException.Throw("its items lie in too many pieces");
        }

        all.Add(extent);
    }
}

/// <summary>One extent of an item's data, as stored in the file (ISO/IEC 14496-12, 8.11.3).</summary>
/// <param name="Item">
/// The number of the reference to the item that contains the data, starting from 1, if the offset is relative to an
/// item.
/// </param>
/// <param name="Offset">The offset of the extent.</param>
/// <param name="Length">The length of the extent in bytes. 0 means everything.</param>
internal readonly record struct HeifPiece(long Item, long Offset, long Length);
