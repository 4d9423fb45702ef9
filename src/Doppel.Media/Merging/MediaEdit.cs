namespace Doppel.Media;

/// <summary>A change of one place in a file.</summary>
/// <param name="At">The offset of the place, in bytes from the start of the file.</param>
/// <param name="Old">The bytes that are there. Empty if bytes are inserted.</param>
/// <param name="New">The bytes that replace them. Empty if bytes are removed.</param>
public readonly record struct MediaEdit(long At, ReadOnlyMemory<byte> Old, ReadOnlyMemory<byte> New)
{
    /// <summary>Returns the edits that turn the changed file into the old one.</summary>
    /// <param name="edits">The edits, in ascending order of their places, which do not overlap.</param>
    public static IReadOnlyList<MediaEdit> Reverse(IReadOnlyList<MediaEdit> edits)
    {
        ArgumentNullException.ThrowIfNull(edits);
        long shift = 0;
        var reversed = new MediaEdit[edits.Count];
        for (int i = 0; i < reversed.Length; i++)
        {
            MediaEdit edit = edits[i];
            reversed[i] = new MediaEdit(edit.At + shift, edit.New, edit.Old);
            shift += edit.New.Length - edit.Old.Length;
        }

        return reversed;
    }

    /// <summary>Returns an edit that replaces bytes, without those at both ends that stay the same.</summary>
    internal static MediaEdit Of(long at, ReadOnlySpan<byte> old, ReadOnlySpan<byte> changed)
    {
        int start = old.CommonPrefixLength(changed);
        old = old[start..];
        changed = changed[start..];
        int end = 0;
        while (end < Math.Min(old.Length, changed.Length) && old[^(end + 1)] == changed[^(end + 1)])
        {
            end++;
        }

        return new MediaEdit(at + start, old[..^end].ToArray(), changed[..^end].ToArray());
    }
}
