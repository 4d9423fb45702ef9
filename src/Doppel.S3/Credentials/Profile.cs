namespace Doppel.S3;

/// <summary>
/// A profile in the shared files: values by lowercase names. <c>ToString</c> shows no value.
/// </summary>
internal sealed class Profile(string name)
{
    private readonly Dictionary<string, string> _values = [];

    internal string Name { get; } = name;

    /// <summary>Returns the value of a name, or null if it is missing or empty.</summary>
    internal string? this[string name] => _values.GetValueOrDefault(name) is { Length: > 0 } value ? value : null;

    public override string ToString() => $"profile '{Name}'";

    /// <summary>Sets a value. A later value replaces an earlier one.</summary>
    internal void Set(string name, string value) => _values[name] = value;

    /// <summary>Appends a line to a value.</summary>
    internal void Continue(string name, string line) => _values[name] += "\n" + line;
}
