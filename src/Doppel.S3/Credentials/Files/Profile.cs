namespace Doppel.S3.Credentials;

/// <summary>One profile of the shared files: names, in lower case, and values. Its text shows no value.</summary>
internal sealed class Profile(string name)
{
    private readonly Dictionary<string, string> _values = [];

    internal string Name { get; } = name;

    /// <summary>The value of a name; null where there is none, or an empty one.</summary>
    internal string? this[string name] => _values.GetValueOrDefault(name) is { Length: > 0 } value ? value : null;

    public override string ToString() => $"profile '{Name}'";

    /// <summary>Sets a value; the last one counts.</summary>
    internal void Set(string name, string value) => _values[name] = value;

    /// <summary>Adds a line to a value.</summary>
    internal void Continue(string name, string line) => _values[name] += "\n" + line;
}
