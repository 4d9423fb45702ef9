namespace Doppel.Testing.Trees;

/// <summary>Inodes of one content.</summary>
/// <param name="Size">Bytes of the content.</param>
/// <param name="Copies">At least two, in the order of their first names.</param>
public sealed record ContentGroup(long Size, IReadOnlyList<ContentCopy> Copies)
{
    /// <summary>The group as one line that is equal exactly where groups are equal.</summary>
    public override string ToString() =>
        $"{Size}: {string.Join(" | ", Copies.Select(copy => string.Join(" = ", copy.Names)))}";
}
