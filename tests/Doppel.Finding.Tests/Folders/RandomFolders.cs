using System.Text;
using Doppel.Testing;
using Doppel.Volumes;

namespace Doppel.Finding.Tests;

/// <summary>A random tree in which folders are copied, renamed and linked, as a volume and as plain lists.</summary>
internal sealed class RandomFolders
{
    private const int DepthMax = 4;

    private readonly Random _random;
    private int _names;

    internal RandomFolders(int seed)
    {
        _random = new Random(seed);
        foreach (string root in Roots)
        {
            Folders.Add(root);
            Volume.AddFolder(root);
        }

        for (int i = 0; i < 12; i++)
        {
            Fill(AnyFolder());
        }

        for (int i = _random.Next(1, 8); i > 0; i--)
        {
            Copy(AnyFolder(), AnyFolder());
        }

        for (int i = _random.Next(3); i > 0; i--)
        {
            Spoil(AnyFolder());
        }
    }

    internal static string[] Roots => ["/r", "/s"];

    internal MemoryVolume Volume { get; } = new();

    /// <summary>All folders.</summary>
    internal SortedSet<string> Folders { get; } = new(StringComparer.Ordinal);

    /// <summary>Files by their paths: content, and the path that it was linked from or its own.</summary>
    internal SortedDictionary<string, (string Content, string Inode)> Files { get; } = new(StringComparer.Ordinal);

    /// <summary>Targets of symbolic links.</summary>
    internal SortedDictionary<string, string> Links { get; } = new(StringComparer.Ordinal);

    /// <summary>What makes the folder that it lies in not comparable.</summary>
    internal SortedSet<string> Spoilers { get; } = new(StringComparer.Ordinal);

    private string AnyFolder() => Folders.ElementAt(_random.Next(Folders.Count));

    // Few contents, so that many are equal; names of any bytes.
    private void Fill(string folder)
    {
        for (int i = _random.Next(4); i > 0; i--)
        {
            AddFile($"{folder}/{NewName()}", _random.Next(8) == 0 ? "" : new string((char)('a' + _random.Next(12)), 3));
        }

        if (_random.Next(4) == 0)
        {
            AddLink($"{folder}/{NewName()}", "to" + _random.Next(2));
        }

        if (_random.Next(2) == 0 && Depth(folder) < DepthMax)
        {
            AddFolder($"{folder}/{NewName()}");
        }
    }

    private string NewName() => $"{"az\n\u00fc"[_random.Next(4)]}{_names++ % 20}";

    private void Copy(string from, string to)
    {
        string target = $"{to}/{NewName()}";
        if (IsBelow(to, from) || to == from || Depth(to) >= DepthMax || Exists(target))
        {
            return;
        }

        bool renames = _random.Next(3) == 0;
        bool links = _random.Next(3) == 0;
        AddFolder(target);
        foreach (string folder in Folders.Where(folder => IsBelow(folder, from)).ToList())
        {
            AddFolder(target + folder[from.Length..]);
        }

        foreach ((string path, (string content, string _)) in Files.Where(file => IsBelow(file.Key, from)).ToList())
        {
            string copy = target + path[from.Length..] + (renames && _random.Next(2) == 0 ? "x" : "");
            if (links && _random.Next(2) == 0)
            {
                AddHardLink(copy, path);
            }
            else
            {
                AddFile(copy, content);
            }
        }

        foreach ((string path, string to2) in Links.Where(link => IsBelow(link.Key, from)).ToList())
        {
            AddLink(target + path[from.Length..], to2);
        }

        if (_random.Next(2) == 0)
        {
            Fill(target);
        }
    }

    private void Spoil(string folder)
    {
        string path = $"{folder}/{NewName()}";
        if (Exists(path))
        {
            return;
        }

        switch (_random.Next(4))
        {
            case 0:
                Volume.AddSpecial(Bytes(path));
                break;
            case 1:
                Volume.AddFile(Bytes(path), "aaa").StatFailure = new VolumeError(VolumeErrorKind.InputOutput, 5);
                break;
            case 2:
                Volume.AddFile(Bytes(path), "aaa").Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
                break;
            default:
                path += ".skip";
                Volume.AddFile(Bytes(path), "aaa");
                break;
        }

        Spoilers.Add(path);
    }

    private void AddFile(string path, string content)
    {
        if (!Exists(path))
        {
            Files.Add(path, (content, path));
            Volume.AddFile(Bytes(path), content);
        }
    }

    private void AddHardLink(string path, string existing)
    {
        if (!Exists(path))
        {
            Files.Add(path, Files[existing]);
            Volume.AddHardLink(Bytes(path), Bytes(existing));
        }
    }

    private void AddLink(string path, string target)
    {
        if (!Exists(path))
        {
            Links.Add(path, target);
            Volume.AddLink(Bytes(path), target);
        }
    }

    private void AddFolder(string path)
    {
        if (!Exists(path))
        {
            Folders.Add(path);
            Volume.AddFolder(Bytes(path));
        }
    }

    private bool Exists(string path) =>
        Folders.Contains(path) || Files.ContainsKey(path) || Links.ContainsKey(path) || Spoilers.Contains(path);

    internal static bool IsBelow(string path, string folder) =>
        path.Length > folder.Length && path[folder.Length] == '/' && path.StartsWith(folder, StringComparison.Ordinal);

    private static int Depth(string path) => path.Count(letter => letter == '/');

    // A letter is a byte, so that some names are no UTF-8.
    private static Bytes Bytes(string path) => Encoding.Latin1.GetBytes(path);
}
