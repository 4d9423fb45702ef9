using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The recipes that a run has kept, read when the first is asked for.</summary>
/// <remarks>Not thread-safe. Dispose closes their file.</remarks>
internal sealed class RecipeBook(IChangeableVolume volume, JournalFolder journals, string id) : IDisposable
{
    private const int RecipesBetween = 64;

    // The first number and the place of each 64th recipe. A run writes recipes in the order of their numbers.
    private List<(long Number, long Place)>? _places;
    private FileHandle _file = FileHandle.None;
    private long _length;
    private long _end;

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
        int above = _places.FindIndex(one => one.Number > number);
        int start = (above < 0 ? _places.Count : above) - 1;
        if (start < 0)
        {
            return null;
        }

        long place = _places[start].Place;
        for (int i = 0; i < RecipesBetween && Read(place, out long next) is { } recipe; i++)
        {
            if (recipe.Numbers.Contains(number))
            {
                return recipe;
            }

            place = next;
        }

        return null;
    }

    /// <summary>Returns where the last whole recipe ends.</summary>
    internal long WholeLength()
    {
        _places ??= Open();
        return _end;
    }

    private List<(long Number, long Place)> Open()
    {
        List<(long Number, long Place)> places = [];
        if (journals.OpenRecipes(id, out _file, out _length).Failed)
        {
            return places;
        }

        long count = 0;
        for (long place = 0; Read(place, out long next) is { } recipe; place = next)
        {
            _end = next;
            if (count++ % RecipesBetween == 0)
            {
                places.Add((recipe.Numbers.Count > 0 ? recipe.Numbers[0] : 0, place));
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
