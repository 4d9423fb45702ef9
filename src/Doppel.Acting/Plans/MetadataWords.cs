using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Converts <see cref="MetadataKinds"/> to and from the words used in plans, and finds differences.</summary>
internal static class MetadataWords
{
    private static readonly string[] s_words = ["owner", "group", "mode", "modified", "attributes", "flags"];

    /// <summary>Returns the words of the given kinds, in the order of <see cref="MetadataKinds"/>.</summary>
    internal static IReadOnlyList<string> Of(MetadataKinds kinds) =>
        kinds == MetadataKinds.None ? [] : [.. s_words.Where((_, bit) => ((int)kinds & (1 << bit)) != 0)];

    /// <summary>Returns the kinds of words. Unknown words, which a later version may use, are left out.</summary>
    internal static MetadataKinds Parse(IEnumerable<string> words) => words.Aggregate(
        MetadataKinds.None,
        static (kinds, word) => kinds | (Array.IndexOf(s_words, word) is int bit and >= 0
            ? (MetadataKinds)(1 << bit)
            : MetadataKinds.None));

    /// <summary>Returns the metadata in which two files differ, based on their facts.</summary>
    internal static MetadataKinds Between(in FileFacts left, in FileFacts right)
    {
        MetadataKinds kinds = MetadataKinds.None;
        kinds |= left.Owner == right.Owner ? 0 : MetadataKinds.Owner;
        kinds |= left.Group == right.Group ? 0 : MetadataKinds.Group;
        kinds |= left.Mode == right.Mode ? 0 : MetadataKinds.Mode;
        kinds |= left.Modified == right.Modified ? 0 : MetadataKinds.Modified;
        return kinds;
    }

    /// <summary>Returns the metadata in which two files differ, based on their flags and attributes.</summary>
    internal static MetadataKinds Between(FileExtras left, FileExtras right)
    {
        MetadataKinds kinds = MetadataKinds.None;
        kinds |= left.IsLike(right with { Flags = left.Flags }) ? 0 : MetadataKinds.Attributes;
        kinds |= left.Flags == right.Flags ? 0 : MetadataKinds.Flags;
        return kinds;
    }
}
