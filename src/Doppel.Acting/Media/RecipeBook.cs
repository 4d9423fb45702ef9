using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The recipes that a run has kept, read when the first is asked for.</summary>
/// <remarks>Not thread-safe. Dispose closes their file.</remarks>
internal sealed class RecipeBook(IChangeableVolume volume, JournalFolder journals, string id) : IDisposable
{
    // By the journal's numbers, where the head of each begins.
    private Dictionary<long, long>? _places;
    private FileHandle _file = FileHandle.None;
    private long _length;

    /// <summary>The open file; <see cref="FileHandle.None"/> where there is none.</summary>
    internal FileHandle File => _file;

    public void Dispose()
    {
        if (_file != FileHandle.None)
        {
            volume.Close(_file);
            _file = FileHandle.None;
        }
    }

    /// <summary>The recipe of a name; null where there is none, or it was not written to its end.</summary>
    internal Recipe? Find(long number)
    {
        _places ??= Open();
        return _places.TryGetValue(number, out long place) ? Read(place, out _) : null;
    }

    private Dictionary<long, long> Open()
    {
        Dictionary<long, long> places = [];
        if (journals.OpenRecipes(id, out _file, out _length).Failed)
        {
            return places;
        }

        for (long place = 0; Read(place, out long next) is { } recipe; place = next)
        {
            foreach (long number in recipe.Numbers)
            {
                places[number] = place;
            }
        }

        return places;
    }

    private Recipe? Read(long place, out long next)
    {
        byte[] head = new byte[RecipeForm.HeadBytes];
        long rest = _length - place - head.Length;
        next = 0;
        if (rest < 0 || !TryRead(place, head)
            || !RecipeForm.TryReadHead(head, rest, out int tableBytes, out long keptBytes))
        {
            return null;
        }

        byte[] table = new byte[tableBytes];
        long keptAt = place + head.Length + tableBytes;
        next = keptAt + keptBytes;
        return TryRead(place + head.Length, table) ? RecipeForm.Read(head, table, keptAt) : null;
    }

    private bool TryRead(long place, Span<byte> bytes) =>
        !volume.Read(_file, place, bytes, out int read).Failed && read == bytes.Length;
}
