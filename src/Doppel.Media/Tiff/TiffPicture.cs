namespace Doppel.Media;

/// <summary>Tells the payload of one picture: what tells how it is read, then its strips or tiles.</summary>
internal sealed class TiffPicture(TiffReader tiff, MediaPolicy policy, PayloadBuilder payload)
{
    private const int IsReduced = 1;
    private const int OldReduced = 2;
    private const int ObsoleteJpeg = 6;

    // So many strips and pictures are looked at before a glance may leave.
    private const int StripsFree = 256;
    private const int PicturesFree = 4;

    private readonly TiffNumbers _offsets = new(tiff);
    private readonly TiffNumbers _lengths = new(tiff);
    private int _pictures;

    /// <summary>Whether a directory is of a picture of full size.</summary>
    internal static bool IsFull(TiffReader tiff, TiffDirectory directory)
    {
        if (tiff.Kind == TiffKind.Cr2)
        {
            return directory.At == tiff.Cr2Raw;
        }

        bool isReduced = directory.Has(TiffTag.NewSubfileType)
            ? (directory.Number(tiff, TiffTag.NewSubfileType, missing: 0) & IsReduced) != 0
            : directory.Number(tiff, TiffTag.SubfileType, missing: 0) == OldReduced;
        return !isReduced && (directory.Has(TiffTag.StripOffsets) || directory.Has(TiffTag.TileOffsets));
    }

    /// <summary>Takes in what the first directory says of all pictures, where it is not of one itself.</summary>
    internal void AddShared(TiffDirectory directory)
    {
        AddTags(directory, TiffInterpretation.Decoding, TiffInterpretation.FirstOfDng);
        if (policy == MediaPolicy.Strict)
        {
            AddTags(directory, TiffInterpretation.Colour, TiffInterpretation.FirstOfDng);
        }
    }

    /// <summary>Takes in a picture.</summary>
    /// <returns>False where what came suffices.</returns>
    internal bool TryAdd(TiffWalk walk)
    {
        TiffDirectory directory = walk.Directory;
        bool isTiled = directory.Has(TiffTag.TileOffsets);
        if (isTiled == directory.Has(TiffTag.StripOffsets))
        {
            NotComparableException.Throw("a picture has both strips and tiles, or neither");
        }

        if (tiff.Kind == TiffKind.Plain && directory.Number(tiff, TiffTag.Compression, 1) == ObsoleteJpeg
            && (directory.Has(TiffTag.JpegOffset) || directory.Has(TiffTag.JpegTablesFirst)))
        {
            NotComparableException.Throw("its JPEG is of the obsolete kind, whose parts may stand anywhere");
        }

        payload.AddKey(walk.Depth);
        payload.AddKey(directory.Number(tiff, TiffTag.NewSubfileType, missing: 0));
        payload.AddKey(isTiled ? 1 : 0);
        payload.AddKey(MeansByteOrder(directory) && tiff.IsBigEndian ? 1 : 0);
        AddTags(directory, TiffInterpretation.Decoding, firstTag: 0);
        if (policy == MediaPolicy.Strict)
        {
            AddTags(directory, TiffInterpretation.Colour, firstTag: 0);
        }

        AddSamsungRows(walk);
        bool goesOn = isTiled
            ? TryAddData(walk, TiffTag.TileOffsets, TiffTag.TileByteCounts, "tile")
            : TryAddData(walk, TiffTag.StripOffsets, TiffTag.StripByteCounts, "strip");
        return goesOn && !(++_pictures >= PicturesFree && payload.Suffices());
    }

    private void AddTags(TiffDirectory directory, ReadOnlySpan<ushort> tags, int firstTag)
    {
        foreach (ushort tag in tags)
        {
            if (tag >= firstTag && directory.TryFind(tag, out TiffEntry entry) && entry.Count > 0
                && !IsAsIfMissing(directory, entry))
            {
                TiffValues.Add(tiff, entry, payload);
            }
        }

        payload.AddKey(0); // no tag: the end of them
    }

    private bool IsAsIfMissing(TiffDirectory directory, TiffEntry entry)
    {
        // All rows in one strip is said in many ways.
        if (entry.Tag == TiffTag.RowsPerStrip)
        {
            return directory.Has(TiffTag.TileOffsets)
                || (ulong)directory.Number(tiff, entry.Tag, 0) >= (ulong)directory.Number(tiff, TiffTag.ImageLength, 0);
        }

        int missing = TiffInterpretation.Default(entry.Tag);
        return missing >= 0 && TiffValues.AreAll(tiff, entry, missing);
    }

    // Samples of one byte or less are read alike, in the compressions that are known to go by bytes; codecs with
    // headers of their own do not ask the file.
    private bool MeansByteOrder(TiffDirectory directory)
    {
        long compression = directory.Number(tiff, TiffTag.Compression, missing: 1);
        if (compression is 6 or 7 or 34712 or 50001 or 52546)
        {
            return false;
        }

        bool goesByBytes = compression is (>= 1 and <= 8) or 32773 or 32946 or 34925 or 50000;
        if (!goesByBytes || !directory.TryFind(TiffTag.BitsPerSample, out TiffEntry bits))
        {
            return !goesByBytes;
        }

        _offsets.Open(bits);
        for (long i = bits.Count; i > 0; i--)
        {
            if (_offsets.Next() > 8)
            {
                return true;
            }
        }

        return false;
    }

    // Where the rows of Samsung's compression begin is told in a table beside the strip.
    private void AddSamsungRows(TiffWalk walk)
    {
        TiffDirectory directory = walk.Directory;
        if (directory.Has(TiffTag.SamsungRows) && directory.Has(TiffTag.SamsungRowsBytes))
        {
            long at = directory.Number(tiff, TiffTag.SamsungRows, 0);
            long bytes = directory.Number(tiff, TiffTag.SamsungRowsBytes, 0);
            walk.Ledger.Add(tiff.File, at, bytes);
            payload.AddKey(bytes);
            payload.Add(at, bytes, "rows");
        }
    }

    private bool TryAddData(TiffWalk walk, int offsetsTag, int lengthsTag, string meaning)
    {
        TiffDirectory directory = walk.Directory;
        directory.TryFind(offsetsTag, out TiffEntry offsets);
        if (!directory.TryFind(lengthsTag, out TiffEntry lengths) || lengths.Count != offsets.Count)
        {
            NotComparableException.Throw("it does not tell how long each part of a picture is");
        }

        payload.AddKey(offsets.Count);
        _offsets.Open(offsets);
        _lengths.Open(lengths);
        for (long i = 0; i < offsets.Count; i++)
        {
            long offset = _offsets.Next();
            long length = _lengths.Next();
            walk.Ledger.Add(tiff.File, offset, length);
            payload.AddKey(length);
            payload.Add(offset, length, meaning);
            if (i >= StripsFree && payload.Suffices())
            {
                return false;
            }
        }

        return true;
    }
}
