namespace Doppel.Media;

/// <summary>
/// Enumerates the directories of a file: each directory of the chain, followed by its subdirectories and by those that
/// only contain metadata about it.
/// </summary>
internal sealed class TiffWalk(TiffReader tiff)
{
    private const int DirectoriesMax = 1 << 17;
    private const int DepthMax = 8;
    private const int BelowOneMax = 1024;

    // The depth of directories that only contain metadata. Those of the chain have depth 0.
    private const int TellingDepth = -1;

    private readonly HashSet<long> _visited = [];
    private readonly List<(long At, int Depth)> _left = [];
    private readonly TiffNumbers _offsets = new(tiff);
    private readonly TiffNumbers _lengths = new(tiff);
    private long _directoryBytes;
    private bool _hasBegun;

    /// <summary>Gets the current directory.</summary>
    internal TiffDirectory Directory { get; } = new();

    /// <summary>Gets how deep the directory is below the chain. 0 means that it is in the chain.</summary>
    internal int Depth { get; private set; }

    /// <summary>
    /// Gets whether the directory may describe an image. Otherwise it only contains metadata, such as Exif.
    /// </summary>
    internal bool IsOfPictures => Depth != TellingDepth;

    /// <summary>Gets the ledger of everything that the directories refer to.</summary>
    internal TiffLedger Ledger { get; } = new() { HasPrivate = tiff.Kind != TiffKind.Plain };

    /// <summary>Adds the image data of the directory to the ledger without making it payload.</summary>
    internal void AddPreview()
    {
        AddData(TiffTag.StripOffsets, TiffTag.StripByteCounts);
        AddData(TiffTag.TileOffsets, TiffTag.TileByteCounts);
        AddData(TiffTag.JpegOffset, TiffTag.JpegBytes);
    }

    /// <summary>Moves to the next directory.</summary>
    /// <exception cref="NotComparableException">The directory is damaged, or directories form a loop.</exception>
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

            // Two images may share a metadata directory, so only a repeated image directory is a loop.
            if (IsOfPictures)
            {
                NotComparableException.Throw("its directories lead in a circle");
            }
        }

        return false;
    }

    private void Account()
    {
        // Overlapping directories are not valid. There could be as many of them as the file has bytes.
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

    // Pushed in reverse order: the next directory is added last.
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
