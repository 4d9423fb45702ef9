namespace Doppel.Volumes;

/// <summary>An open folder of one volume. Only that volume can use and close it.</summary>
/// <param name="Value">The volume's own number of it; on Linux the file descriptor.</param>
public readonly record struct FolderHandle(int Value)
{
    /// <summary>No folder: a path beside it is absolute.</summary>
    public static FolderHandle None => new(-100);
}
