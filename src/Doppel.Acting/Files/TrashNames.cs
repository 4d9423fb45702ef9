namespace Doppel.Acting;

/// <summary>Recognizes trash folders, in which nothing is ever changed.</summary>
public static class TrashNames
{
    /// <summary>Returns whether a folder is a trash of freedesktop.org, Windows or macOS.</summary>
    /// <param name="above">The path of its parent folder. May end with '/'.</param>
    /// <param name="name">The name of the folder.</param>
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
