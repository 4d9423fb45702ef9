namespace Doppel.Volumes;

/// <summary>Identifies an open file of one volume. Only that volume can read and close it.</summary>
/// <param name="Value">The volume's own number for the file. On Linux this is the file descriptor.</param>
public readonly record struct FileHandle(int Value)
{
    /// <summary>Gets a handle that refers to no file.</summary>
    public static FileHandle None => new(-1);
}
