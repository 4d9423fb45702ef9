namespace Doppel.Volumes;

/// <summary>An open file of one volume. Only that volume can read and close it.</summary>
/// <param name="Value">The volume's own number of it; on Linux the file descriptor.</param>
public readonly record struct FileHandle(int Value)
{
    /// <summary>No file.</summary>
    public static FileHandle None => new(-1);
}
