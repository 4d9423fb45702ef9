using System.Text.Unicode;

namespace Doppel.Volumes;

/// <summary>Judges the names that keys consist of.</summary>
internal static class KeyNames
{
    /// <summary>Returns why a component of a key cannot be a name.</summary>
    internal static KeyProblem ProblemOf(ReadOnlySpan<byte> name) => name switch
    {
        [] => KeyProblem.EmptyName,
        [(byte)'.'] or [(byte)'.', (byte)'.'] => KeyProblem.DotName,
        _ when name.Contains((byte)0) => KeyProblem.Nul,
        _ when !Utf8.IsValid(name) => KeyProblem.NotText,
        _ => KeyProblem.None,
    };

    /// <summary>Returns the text for an error with the code of a problem, or null if there is none.</summary>
    internal static string? TextOf(KeyProblem problem) => problem switch
    {
        KeyProblem.EmptyName => "The key has an empty name between or before slashes",
        KeyProblem.DotName => "The key contains '.' or '..' as a name",
        KeyProblem.Nul => "The key contains a NUL",
        KeyProblem.NotText => "The key is not UTF-8",
        KeyProblem.FolderWithContent => "The key ends with a slash, but the object has a content",
        KeyProblem.FileAndFolder => "The object has the name of a folder",
        _ => null,
    };

    /// <summary>Returns the inode number for a key: a hash of it (FNV-1a with a final mix), never 0.</summary>
    /// <remarks>
    /// A key has the same number in every listing, so roots that overlap show the same files. Two keys with one number
    /// would be taken for one file only if size, time and ETag were equal, too, as for all untrusted ids.
    /// </remarks>
    internal static ulong InodeOf(ReadOnlySpan<byte> key)
    {
        ulong hash = 0xCBF29CE484222325;
        foreach (byte one in key)
        {
            hash = (hash ^ one) * 0x100000001B3;
        }

        hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
        hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53;
        hash ^= hash >> 33;
        return hash == 0 ? 1 : hash;
    }
}
