namespace Doppel.Acting;

/// <summary>Knows the folders of trashes, in which nothing is ever acted on.</summary>
internal static class TrashNames
{
    /// <summary>Whether a folder is a trash of freedesktop.org, Windows or macOS.</summary>
    /// <param name="above">The path of the folder that holds it; may end with '/'.</param>
    /// <param name="name">Its name.</param>
    public static bool IsTrash(ReadOnlySpan<byte> above, ReadOnlySpan<byte> name)
    {
        above = above.TrimEnd((byte)'/');
        ReadOnlySpan<byte> parent = above[(above.LastIndexOf((byte)'/') + 1)..];
        return name.SequenceEqual(".Trash"u8) || name.SequenceEqual(".Trashes"u8)
            || (name.Length > ".Trash-"u8.Length && name.StartsWith(".Trash-"u8)
                && !name[".Trash-"u8.Length..].ContainsAnyExceptInRange((byte)'0', (byte)'9'))
            || (name.SequenceEqual("files"u8) && parent.SequenceEqual("Trash"u8))
            || System.Text.Ascii.EqualsIgnoreCase(name, "$RECYCLE.BIN"u8);
    }
}
