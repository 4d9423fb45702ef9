namespace Doppel.Media;

/// <summary>Adds the payload of one image: the tags that control its decoding, then its strips or tiles.</summary>
internal sealed class TiffPicture(TiffReader tiff, MediaPolicy policy, PayloadBuilder payload)
{
    private const int IsReduced = 1;
    private const int OldReduced = 2;
    private const int ObsoleteJpeg = 6;

    // The number of strips and images to process before a glance may stop.
    private const int StripsFree = 256;
    private const int PicturesFree = 4;

    private readonly TiffNumbers _offsets = new(tiff);
    private readonly TiffNumbers _lengths = new(tiff);
    private int _pictures;

    /// <summary>Returns whether a directory describes a full-size image.</summary>
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

    /// <summary>
    /// Adds the tags of the first directory that apply to all images, if it does not itself describe a full-size image.
    /// </summary>
    internal void AddShared(TiffDirectory directory)
    {
        AddTags(directory, TiffInterpretation.Decoding, TiffInterpretation.FirstOfDng);
        if (policy == MediaPolicy.Strict)
        {
            AddTags(directory, TiffInterpretation.Color, TiffInterpretation.FirstOfDng);
        }
    }

    /// <summary>Adds an image.</summary>
    /// <returns>False if the glance has enough.</returns>
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
            AddTags(directory, TiffInterpretation.Color, firstTag: 0);
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

        payload.AddKey(0); // no tag: marks the end of the tags
    }

    private bool IsAsIfMissing(TiffDirectory directory, TiffEntry entry)
    {
        // All rows in one strip can be expressed by many values.
        if (entry.Tag == TiffTag.RowsPerStrip)
        {
            return directory.Has(TiffTag.TileOffsets)
                || (ulong)directory.Number(tiff, entry.Tag, 0) >= (ulong)directory.Number(tiff, TiffTag.ImageLength, 0);
        }

        int missing = TiffInterpretation.Default(entry.Tag);
        return missing >= 0 && TiffValues.AreAll(tiff, entry, missing);
    }

    // Samples of up to one byte are the same in either byte order, if the compression is known to be byte-oriented.
    // Codecs with their own headers do not depend on the byte order of the file.
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

    // Samsung's compression stores the offsets of the rows in a table outside the strip.
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
            payload.Start();
            payload.Add(offset, length, meaning);
            if (i >= StripsFree && payload.Suffices())
            {
                return false;
            }
        }

        return true;
    }
}
