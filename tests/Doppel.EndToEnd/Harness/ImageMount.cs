using Microsoft.Win32.SafeHandles;

namespace Doppel.EndToEnd.Harness;

/// <summary>A disk image with a file system that shares blocks, mounted on the folder <c>m</c> of a tree.</summary>
internal sealed class ImageMount : IDisposable
{
    private readonly Mount _mount;

    /// <summary>Makes and mounts it. Skips where that is not allowed.</summary>
    public ImageMount(string fileSystem, string options = "")
    {
        Needs.Root();
        string package = fileSystem == "xfs" ? "xfsprogs" : "btrfs-progs";
        Needs.Program("mkfs." + fileSystem, package);
        Tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs." + fileSystem, "-q", Tree["image"]).MustSucceed();
        _mount = Mount.Make(Tree, "m", "-o", "loop" + (options.Length > 0 ? "," : "") + options, Tree["image"]);
    }

    public TempTree Tree { get; } = new();

    /// <summary>The mount point.</summary>
    public ByteName Folder => Tree["m"];

    public void Dispose()
    {
        _mount.Dispose();
        Tree.Dispose();
    }

    /// <summary>Makes a file of the same blocks.</summary>
    public void Clone(string path, string to)
    {
        Tree.AddFile(to, "");
        CloneRange(path, 0, to, 0, bytes: 0);
    }

    /// <summary>Makes a part of a file lie in blocks of another.</summary>
    public void CloneRange(string path, long from, string target, long to, long bytes)
    {
        using SafeFileHandle source = File.OpenHandle($"{Tree[path]}");
        using SafeFileHandle handle = File.OpenHandle($"{Tree[target]}", FileMode.Open, FileAccess.Write);
        LibC.CloneRange(source, from, bytes, handle, to);
    }

    /// <summary>Writes into a file, without a sync.</summary>
    public void Write(string path, long at, byte[] bytes)
    {
        using FileStream file = File.OpenWrite($"{Tree[path]}");
        file.Position = at;
        file.Write(bytes);
    }
}
