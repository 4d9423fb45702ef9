using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Catalog.Tests;

/// <summary>Something that is mounted on a folder of a tree until the test ends.</summary>
internal sealed class Mount : IDisposable
{
    private Mount(string folder) => Folder = folder;

    /// <summary>The mount point.</summary>
    internal string Folder { get; }

    /// <summary>Mounts. Skips where that is not allowed.</summary>
    internal static Mount Make(TempTree tree, string name, params string[] arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && LibC.UserId == 0, "needs root to mount");
        string folder = tree.AddFolder(name).ToString();
        Tool.Run("mount", [.. arguments.Select(argument => (ByteName)argument), folder]).MustSucceed();
        return new Mount(folder);
    }

    public void Dispose() => Tool.Unmount(Folder);
}
