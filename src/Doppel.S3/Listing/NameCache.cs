using System.Text;

namespace Doppel.S3;

/// <summary>Returns the same string for every occurrence of a name. For sets of few distinct names.</summary>
internal sealed class NameCache
{
    private const int NamesMax = 16;

    private readonly List<string> _names = [];

    internal string? Of(ReadOnlySpan<byte> name)
    {
        if (name.IsEmpty)
        {
            return null;
        }

        foreach (string known in _names)
        {
            if (Ascii.Equals(name, known))
            {
                return known;
            }
        }

        string text = Encoding.UTF8.GetString(name);
        if (_names.Count < NamesMax)
        {
            _names.Add(text);
        }

        return text;
    }
}
