using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The words of <see cref="MetadataKinds"/> in plans, and how differences are found.</summary>
internal static class MetadataWords
{
    private static readonly string[] s_words = ["owner", "group", "mode", "modified", "attributes", "flags"];

    /// <summary>The word of each kind, in the order of <see cref="MetadataKinds"/>.</summary>
    internal static IEnumerable<string> Of(MetadataKinds kinds) =>
        s_words.Where((_, bit) => ((int)kinds & (1 << bit)) != 0);

    /// <summary>The kind of a word; <see cref="MetadataKinds.None"/> of one that a later version may have.</summary>
    internal static MetadataKinds Parse(string word) =>
        Array.IndexOf(s_words, word) is int bit and >= 0 ? (MetadataKinds)(1 << bit) : MetadataKinds.None;

    /// <summary>In what two files differ, as far as their facts tell.</summary>
    internal static MetadataKinds Between(in FileFacts left, in FileFacts right) =>
        (left.Owner == right.Owner ? 0 : MetadataKinds.Owner)
        | (left.Group == right.Group ? 0 : MetadataKinds.Group)
        | (left.Mode == right.Mode ? 0 : MetadataKinds.Mode)
        | (left.Modified == right.Modified ? 0 : MetadataKinds.Modified);

    /// <summary>In what two files differ besides their facts.</summary>
    internal static MetadataKinds Between(FileExtras left, FileExtras right) =>
        (left.Attributes.SequenceEqual(right.Attributes) ? 0 : MetadataKinds.Attributes)
        | (left.Flags == right.Flags ? 0 : MetadataKinds.Flags);
}
