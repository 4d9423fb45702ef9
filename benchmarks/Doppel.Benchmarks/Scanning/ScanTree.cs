using System.Globalization;

namespace Doppel.Benchmarks.Scanning;

/// <summary>A tree of empty blocks: files have a size and no content.</summary>
internal sealed class ScanTree
{
    private const int FilesPerFolder = 20;

    private long _files;
    private long _bytes;

    private ScanTree(string name, string root)
    {
        Name = name;
        Root = root;
    }

    /// <summary>Its shape.</summary>
    public string Name { get; }

    /// <summary>Its absolute path.</summary>
    public string Root { get; }

    /// <summary>What every scan must find.</summary>
    public ScanResult Content => new(_files, _bytes);

    /// <summary>Folders beside each other, with twenty files each.</summary>
    public static ScanTree Wide(string root, int files)
    {
        var tree = new ScanTree("wide", root);
        for (int i = 0; i < files / FilesPerFolder; i++)
        {
            tree.AddFolder(System.IO.Path.Combine(root, NameOf(i)), FilesPerFolder);
        }

        return tree;
    }

    /// <summary>Chains of a hundred folders, one in the other, with twenty files each.</summary>
    public static ScanTree Deep(string root, int files)
    {
        const int Levels = 100;
        var tree = new ScanTree("deep", root);
        for (int chain = 0; chain < Math.Max(1, files / FilesPerFolder / Levels); chain++)
        {
            string folder = System.IO.Path.Combine(root, NameOf(chain));
            for (int level = 0; level < Levels; level++)
            {
                tree.AddFolder(folder, FilesPerFolder);
                folder = System.IO.Path.Combine(folder, "d");
            }
        }

        return tree;
    }

    /// <summary>
    /// Half of all files in one folder at the end of a path, the rest in small folders near the root: whoever has
    /// that one folder works when all others are done.
    /// </summary>
    public static ScanTree Lopsided(string root, int files)
    {
        var tree = new ScanTree("lopsided", root);
        tree.AddFolder(System.IO.Path.Combine(root, "z", "z", "z", "z"), files / 2);
        for (int i = 0; i < files / 2 / FilesPerFolder; i++)
        {
            tree.AddFolder(System.IO.Path.Combine(root, NameOf(i / 16), NameOf(i)), FilesPerFolder);
        }

        return tree;
    }

    private static string NameOf(int number) => number.ToString("D5", CultureInfo.InvariantCulture);

    private void AddFolder(string folder, int files)
    {
        Directory.CreateDirectory(folder);
        for (int i = 0; i < files; i++)
        {
            long bytes = _files % 9_973;
            using var file = File.OpenHandle(
                System.IO.Path.Combine(folder, "file-" + NameOf(i)), FileMode.CreateNew, FileAccess.Write);
            RandomAccess.SetLength(file, bytes);
            _files++;
            _bytes += bytes;
        }
    }
}
