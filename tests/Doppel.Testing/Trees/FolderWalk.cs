namespace Doppel.Testing.Trees;

/// <summary>Opens the folder that holds a path one component at a time, so that no path is too long.</summary>
internal readonly struct FolderWalk : IDisposable
{
    private FolderWalk(int folder, ByteName name)
    {
        Folder = folder;
        Name = name;
    }

    /// <summary>A descriptor of the folder that holds the last component.</summary>
    public int Folder { get; }

    /// <summary>The last component.</summary>
    public ByteName Name { get; }

    /// <summary>Walks to the parent of an absolute path.</summary>
    /// <param name="path">The absolute path.</param>
    /// <param name="makeFolders">Whether folders that are missing are made.</param>
    public static FolderWalk To(ByteName path, bool makeFolders = false)
    {
        ByteName[] components = [.. path.Components];
        int folder = LibC.OpenAt(-1, "/", LibC.Folder);
        for (int i = 0; i < components.Length - 1; i++)
        {
            if (makeFolders)
            {
                LibC.TryMakeFolderAt(folder, components[i]); // fails where it is there, and then opens
            }

            int next = LibC.OpenAt(folder, components[i], LibC.Folder);
            LibC.Close(folder);
            folder = next;
        }

        return new FolderWalk(folder, components[^1]);
    }

    public void Dispose() => LibC.Close(Folder);
}
