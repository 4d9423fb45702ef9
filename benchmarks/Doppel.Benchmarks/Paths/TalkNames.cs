namespace Doppel.Benchmarks.Paths;

/// <summary>The talk's dictionary of names: equal names are one string object.</summary>
internal sealed class TalkNames
{
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);

    public string Shared(string name)
    {
        if (_names.TryGetValue(name, out string? known))
        {
            return known;
        }

        _names.Add(name, name);
        return name;
    }

    /// <summary>The same for a part of a longer text: a name that is known already is not allocated.</summary>
    public string Shared(ReadOnlySpan<char> name)
    {
        var bySpan = _names.GetAlternateLookup<ReadOnlySpan<char>>();
        return bySpan.TryGetValue(name, out string? known) ? known : Shared(name.ToString());
    }
}
