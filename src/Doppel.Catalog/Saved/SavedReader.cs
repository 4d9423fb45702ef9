using System.Buffers.Binary;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>Reads a saved volume from start to end, and checks every byte of it.</summary>
/// <remarks>Takes the memory of one block and of the folders, whatever the number of files.</remarks>
internal sealed class SavedReader : IDisposable
{
    // What a DateTimeOffset can hold.
    private const long YearOne = -62_135_596_800;
    private const long YearTenThousand = 253_402_300_800;

    private readonly Stream _input;
    private readonly Stream? _copy;
    private readonly List<SavedRoot> _roots = [];
    private byte[] _block = new byte[4 * SavedFormat.PayloadBytesWanted];
    private int _length;
    private long _blockAt;
    private long _at;
    private SavedDescription? _description;
    private SavedTotals _counted;
    private long _filesInFolders;
    private long _foldersAt;
    private bool _hasTop;
    private uint _version;

    private SavedReader(Stream input, Stream? copy) => (_input, _copy) = (input, copy);

    /// <summary>What the file is a record of.</summary>
    internal SavedDescription Description => _description! with { Roots = _roots };

    internal SavedTotals Totals { get; private set; }

    /// <summary>The number that tells this saved volume from others.</summary>
    internal ulong Id { get; private set; }

    /// <summary>The place of the first file, or 0 if there is none.</summary>
    internal ulong FirstFile { get; private set; }

    /// <summary>The folders. The caller disposes them.</summary>
    internal SavedFolders Folders { get; } = new();

    public void Dispose() => Folders.Dispose();

    /// <summary>Reads everything.</summary>
    /// <param name="input">The file.</param>
    /// <param name="copy">Receives the same bytes, or null.</param>
    /// <exception cref="SavedFormatException">The file is not an undamaged saved volume.</exception>
    internal static SavedReader ReadAll(Stream input, Stream? copy = null)
    {
        var reader = new SavedReader(input, copy);
        try
        {
            reader.ReadToEnd();
            return reader;
        }
        catch
        {
            reader.Dispose();
            throw;
        }
    }

    /// <summary>Reads only the beginning and the end.</summary>
    /// <param name="input">The file, in which the position can be set.</param>
    /// <param name="totals">The totals.</param>
    /// <exception cref="SavedFormatException">One of both is not as it was written.</exception>
    internal static SavedDescription Summarize(Stream input, out SavedTotals totals)
    {
        using var reader = new SavedReader(input, null);
        reader.ReadHead();
        long end = input.Length - SavedFormat.EndBytes;
        while (reader.Read() is var kind and (SavedBlockKind.Description or SavedBlockKind.Root))
        {
            reader.Take(kind);
        }

        if (reader._roots.Count == 0 || end < 0)
        {
            throw SavedFormatException.Incomplete();
        }

        reader._at = input.Position = end;
        totals = reader.Read() == SavedBlockKind.End ? reader.TakeEnd() : throw SavedFormatException.Incomplete();
        return reader.Description;
    }

    private void ReadToEnd()
    {
        ReadHead();
        SavedBlockKind kind;
        do
        {
            kind = Read();
            Take(kind);
        }
        while (kind != SavedBlockKind.End);
        if (_input.ReadAtLeast(_block, 1, throwOnEndOfStream: false) > 0)
        {
            throw SavedFormatException.Damaged();
        }
    }

    private void ReadHead()
    {
        int read = _input.ReadAtLeast(
            _block.AsSpan(0, SavedFormat.FileHeadBytes), SavedFormat.FileHeadBytes, throwOnEndOfStream: false);
        Id = SavedFormat.ReadFileHead(_block.AsSpan(0, read), out _version);
        _copy?.Write(_block, 0, read);
        _at = read;
    }

    private SavedBlockKind Read()
    {
        const int Head = SavedFormat.BlockHeadBytes;
        Fill(0, Head);
        int length = SavedFormat.ReadBlockHead(_block, out SavedBlockKind kind);
        if (Head + length > _block.Length)
        {
            Array.Resize(ref _block, Head + length);
        }

        Fill(Head, length);
        _length = length;
        Span<byte> block = _block.AsSpan(0, Head + length);
        if (!SavedFormat.IsIntact(block, Id, _at))
        {
            throw SavedFormatException.Damaged();
        }

        _copy?.Write(block);
        _blockAt = _at;
        _at += block.Length;
        return kind;
    }

    private SavedFields Fields => new(_block.AsSpan(SavedFormat.BlockHeadBytes, _length));

    private void Fill(int from, int count)
    {
        if (_input.ReadAtLeast(_block.AsSpan(from, count), count, throwOnEndOfStream: false) < count)
        {
            throw SavedFormatException.Incomplete();
        }
    }

    private void Take(SavedBlockKind kind)
    {
        bool isInOrder = kind switch
        {
            SavedBlockKind.Description => _description is null,
            SavedBlockKind.Root => _description is not null && _counted.Names == 0 && !_hasTop,
            SavedBlockKind.Files => _roots.Count > 0 && !_hasTop,
            SavedBlockKind.Folders => _roots.Count > 0,
            SavedBlockKind.End => _hasTop,
            _ => false,
        };
        if (!isInOrder)
        {
            throw SavedFormatException.Damaged();
        }

        switch (kind)
        {
            case SavedBlockKind.Description:
                TakeDescription();
                break;
            case SavedBlockKind.Root:
                TakeRoot();
                break;
            case SavedBlockKind.Files:
                TakeFiles();
                break;
            case SavedBlockKind.Folders:
                TakeFolders();
                break;
            default:
                Totals = TakeEnd();
                CheckTotals();
                break;
        }
    }

    private void TakeDescription()
    {
        SavedFields fields = Fields;
        var seconds = (long)fields.Fixed();
        var made = new FileTime(seconds, (int)fields.Number(max: 999_999_999));
        if (seconds is < YearOne or >= YearTenThousand)
        {
            throw SavedFormatException.Damaged();
        }

        _description = new SavedDescription
        {
            Made = made,
            Host = fields.String(),
            Version = fields.String(),
            Algorithms = _version == SavedFormat.VersionOfList ? ReadAlgorithms(ref fields) : [],
            Roots = [],
        };
    }

    private static DigestAlgorithm[] ReadAlgorithms(ref SavedFields fields)
    {
        DigestAlgorithm[] algorithms =
            [.. fields.Text().ToArray().Select(static number => (DigestAlgorithm)number)];
        return Array.TrueForAll(algorithms, ContentHash.IsKnown) ? algorithms : throw SavedFormatException.Damaged();
    }

    private void TakeRoot()
    {
        SavedFields fields = Fields;
        byte[] path = fields.Text().ToArray();
        UInt128 id = BinaryPrimitives.ReadUInt128LittleEndian(fields.Bytes(16));
        var fileSystem = new FileSystemIdentity(id, fields.Fixed());
        _roots.Add(new SavedRoot(path, fileSystem, fields.String()));
    }

    private void TakeFiles()
    {
        SavedFields fields = Fields;
        while (!fields.IsAtEnd)
        {
            ulong place = SavedPlace.Of(_blockAt, fields.At);
            FirstFile = FirstFile == 0 ? place : FirstFile;
            SavedFile file = SavedFile.Read(ref fields, out _);
            if (file.FirstName >= place || (file.IsOfList && _version != SavedFormat.VersionOfList))
            {
                throw SavedFormatException.Damaged();
            }

            _counted = _counted.With(file);
        }
    }

    private void TakeFolders()
    {
        SavedFields fields = Fields;
        if (!_hasTop)
        {
            _hasTop = true;
            _foldersAt = _blockAt;
            TakeFolder(ref fields, 0);
        }

        while (!fields.IsAtEnd)
        {
            int count = Folders.Count;
            int parent = count - (int)fields.Number(max: count);
            int number = parent == count ? SavedFolders.None : Folders.FindOrAdd(parent, fields.Name());
            if (number != count)
            {
                throw SavedFormatException.Damaged();
            }

            TakeFolder(ref fields, number);
        }
    }

    private void TakeFolder(ref SavedFields fields, int number)
    {
        ref SavedFolder folder = ref Folders[number];
        folder.Files = fields.Number(max: _counted.Names);
        folder.FirstFile = folder.Files == 0 ? 0 : fields.Number();
        _filesInFolders += folder.Files;
    }

    private SavedTotals TakeEnd()
    {
        SavedFields fields = Fields;
        var totals = new SavedTotals(
            (long)fields.Fixed(), (long)fields.Fixed(), (long)fields.Fixed(), (long)fields.Fixed(),
            (long)fields.Fixed(), (long)fields.Fixed());
        bool isHere = _foldersAt == 0 || (ulong)_foldersAt == fields.Fixed();
        return isHere ? totals : throw SavedFormatException.Damaged();
    }

    private void CheckTotals()
    {
        SavedTotals expected = _counted with { Folders = Folders.CountBelow(_roots), Problems = Totals.Problems };
        if (Totals != expected || _filesInFolders != Totals.Names)
        {
            throw SavedFormatException.Damaged();
        }
    }
}
