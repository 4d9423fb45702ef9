namespace Doppel.Media;

/// <summary>
/// Goes through the directories of a file: each of the chain, after it those below, and those that only tell of it.
/// </summary>
internal sealed class TiffWalk(TiffReader tiff)
{
    private const int DirectoriesMax = 1 << 17;
    private const int DepthMax = 8;
    private const int BelowOneMax = 1024;

    // Directories of a chain, and those that only tell.
    private const int TellingDepth = -1;

    private readonly HashSet<long> _visited = [];
    private readonly List<(long At, int Depth)> _left = [];
    private readonly TiffNumbers _offsets = new(tiff);
    private readonly TiffNumbers _lengths = new(tiff);
    private long _directoryBytes;
    private bool _hasBegun;

    /// <summary>The directory that was come to.</summary>
    internal TiffDirectory Directory { get; } = new();

    /// <summary>How deep below the chain it is: 0 in the chain.</summary>
    internal int Depth { get; private set; }

    /// <summary>Whether it may be of a picture; else it only tells, such as Exif's.</summary>
    internal bool IsOfPictures => Depth != TellingDepth;

    /// <summary>What the directories point to.</summary>
    internal TiffLedger Ledger { get; } = new() { HasPrivate = tiff.Kind != TiffKind.Plain };

    /// <summary>Tells the ledger of a picture's data in the directory, where it is no payload.</summary>
    internal void AddPreview()
    {
        AddData(TiffTag.StripOffsets, TiffTag.StripByteCounts);
        AddData(TiffTag.TileOffsets, TiffTag.TileByteCounts);
        AddData(TiffTag.JpegOffset, TiffTag.JpegBytes);
    }

    /// <summary>Goes to the next directory.</summary>
    /// <exception cref="NotComparableException">It is damaged, or they lead in a circle.</exception>
    internal bool TryNext()
    {
        if (!_hasBegun)
        {
            _hasBegun = true;
            _left.Add((tiff.First, 0));
        }

        while (_left.Count > 0)
        {
            (long at, Depth) = _left[^1];
            _left.RemoveAt(_left.Count - 1);
            if (_visited.Add(at))
            {
                Directory.Read(tiff, at);
                Account();
                Plan();
                return true;
            }

            // Two pictures may share what tells of them.
            if (IsOfPictures)
            {
                NotComparableException.Throw("its directories lead in a circle");
            }
        }

        return false;
    }

    private void Account()
    {
        // Directories that lie on top of each other are none, and would be as many as the file has bytes.
        _directoryBytes += Directory.Bytes;
        if (_visited.Count > DirectoriesMax || _directoryBytes > tiff.File.Length)
        {
            NotComparableException.Throw("it has too many directories");
        }

        HeaderReader file = tiff.File;
        Ledger.Add(file, Directory.At, Directory.Bytes);
        foreach (TiffEntry entry in Directory.Entries)
        {
            if (entry.Bytes > tiff.PlaceBytes)
            {
                Ledger.Add(file, entry.At, entry.Bytes);
            }

            Ledger.HasPrivate |= entry.Tag is TiffTag.MakerNote or TiffTag.PrivateData or TiffTag.Kodak
                or TiffTag.KodakRaw or TiffTag.Leaf or TiffTag.Profiles;
        }
    }

    private void AddData(int offsetsTag, int lengthsTag)
    {
        if (!Directory.TryFind(offsetsTag, out TiffEntry offsets)
            || !Directory.TryFind(lengthsTag, out TiffEntry lengths))
        {
            return;
        }

        _offsets.Open(offsets);
        _lengths.Open(lengths);
        for (long i = Math.Min(offsets.Count, lengths.Count); i > 0; i--)
        {
            long offset = _offsets.Next();
            Ledger.Add(tiff.File, offset, _lengths.Next());
        }
    }

    // What comes next is put in last.
    private void Plan()
    {
        if (!IsOfPictures)
        {
            PlanTelling(TiffTag.Interoperability);
            return;
        }

        if (Directory.Next != 0)
        {
            _left.Add((Directory.Next, Depth));
        }

        PlanTelling(TiffTag.Exif);
        PlanTelling(TiffTag.Gps);
        PlanTelling(TiffTag.GlobalParameters);
        if (!Directory.TryFind(TiffTag.SubDirectories, out TiffEntry below) || below.Count == 0)
        {
            return;
        }

        if (Depth == DepthMax || below.Count > BelowOneMax)
        {
            NotComparableException.Throw("its directories are nested too deeply, or too many");
        }

        int first = _left.Count;
        _offsets.Open(below);
        for (long i = 0; i < below.Count; i++)
        {
            _left.Add((_offsets.Next(), Depth + 1));
        }

        _left.Reverse(first, _left.Count - first);
    }

    private void PlanTelling(int tag)
    {
        if (Directory.Number(tiff, tag, missing: 0) is not 0 and long at)
        {
            _left.Add((at, TellingDepth));
        }
    }
}
