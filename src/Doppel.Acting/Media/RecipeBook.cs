using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds the recipes that a run has stored. Reads the recipe file on first use.</summary>
/// <remarks>Not thread-safe. Dispose closes the recipe file.</remarks>
internal sealed class RecipeBook(IChangeableVolume volume, JournalFolder journals, string id) : IDisposable
{
    private const int RecipesBetween = 64;

    // The first number and the offset of every 64th recipe. A run writes recipes in the order of their numbers.
    private List<(long Number, long Offset)>? _places;
    private FileHandle _file = FileHandle.None;
    private long _length;
    private long _end;

    /// <summary>Gets the open recipe file, or <see cref="FileHandle.None"/> if there is none.</summary>
    internal FileHandle File => _file;

    public void Dispose()
    {
        if (_file != FileHandle.None)
        {
            volume.Close(_file);
            _file = FileHandle.None;
        }
    }

    /// <summary>Returns the recipe of a name, or null if there is none or it is incomplete.</summary>
    internal Recipe? Find(long number)
    {
        _places ??= Open();
        int above = _places.FindIndex(one => one.Number > number);
        int start = (above < 0 ? _places.Count : above) - 1;
        if (start < 0)
        {
            return null;
        }

        long place = _places[start].Offset;
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

    /// <summary>Returns the offset of the end of the last complete recipe.</summary>
    internal long WholeLength()
    {
        _places ??= Open();
        return _end;
    }

    private List<(long Number, long Offset)> Open()
    {
        List<(long Number, long Offset)> places = [];
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
