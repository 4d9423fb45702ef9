namespace Doppel.Volumes;

/// <summary>Identifies an open folder of one volume. Only that volume can use and close it.</summary>
/// <param name="Value">The volume's own number for the folder. On Linux this is the file descriptor.</param>
public readonly record struct FolderHandle(int Value)
{
    /// <summary>Gets a handle that refers to no folder. A path passed with it is absolute.</summary>
    public static FolderHandle None => new(-100);
}
