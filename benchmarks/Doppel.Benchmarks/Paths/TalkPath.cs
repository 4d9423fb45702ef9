namespace Doppel.Benchmarks.Paths;

/// <summary>
/// A path as the talk's AbsolutePath keeps it: a node with a name and a parent, names shared by a dictionary.
/// </summary>
/// <remarks>
/// The slides show fields and constructor; how it compares is rebuilt from what they say of it. Names are compared
/// from the end, and two nodes that are one object end the comparison.
/// </remarks>
internal sealed class TalkPath : IEquatable<TalkPath>
{
    public TalkPath(string name, TalkPath? parent)
    {
        Name = name;
        Parent = parent;
    }

    public TalkPath? Parent { get; }

    public string Name { get; }

    /// <summary>The node of a path, with new nodes for all folders above it.</summary>
    public static TalkPath Parse(ReadOnlySpan<char> text, char separator, TalkNames names)
    {
        TalkPath? node = null;
        while (true)
        {
            int cut = text.IndexOf(separator);
            string name = names.Shared(cut < 0 ? text : text[..cut]);
            node = new TalkPath(name, node);
            if (cut < 0)
            {
                return node;
            }

            text = text[(cut + 1)..];
        }
    }

    public bool Equals(TalkPath? other) => Equals(this, other, StringComparison.Ordinal);

    public bool EqualsIgnoreCase(TalkPath? other) => Equals(this, other, StringComparison.OrdinalIgnoreCase);

    public override bool Equals(object? obj) => Equals(obj as TalkPath);

    public override int GetHashCode() =>
        HashCode.Combine(Parent is null ? 0 : Parent.GetHashCode(), Name.GetHashCode(StringComparison.Ordinal));

    public string ToText(char separator)
    {
        int length = -1;
        for (TalkPath? node = this; node is not null; node = node.Parent)
        {
            length += node.Name.Length + 1;
        }

        return string.Create(length, (Last: this, separator), static (text, path) =>
        {
            int end = text.Length;
            for (TalkPath? node = path.Last; node is not null; node = node.Parent)
            {
                end -= node.Name.Length;
                node.Name.CopyTo(text[end..]);
                if (node.Parent is not null)
                {
                    text[--end] = path.separator;
                }
            }
        });
    }

    private static bool Equals(TalkPath? left, TalkPath? right, StringComparison comparison)
    {
        while (!ReferenceEquals(left, right))
        {
            if (left is null || right is null || !string.Equals(left.Name, right.Name, comparison))
            {
                return false;
            }

            left = left.Parent;
            right = right.Parent;
        }

        return true;
    }
}
