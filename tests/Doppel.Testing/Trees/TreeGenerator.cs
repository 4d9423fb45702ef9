namespace Doppel.Testing.Trees;

/// <summary>Makes a tree that a seed decides: few sizes, contents that differ late, links, nasty names.</summary>
public sealed class TreeGenerator
{
    // Around the limits at which readers change their ways.
    private static readonly int[] s_edges =
        [0, 1, 2, 4095, 4096, 4097, 8191, 8192, 8193, 65535, 65536, 65537, 131072, 131073, 1 << 20, (1 << 20) + 1];

    private static readonly ByteName[] s_names =
    [
        "plain", "two words", " lead", "trail ", "new\nline", "quote'", "double\"quote", "back\\slash", "tab\there",
        "-rf", "*", "?[a]", "{a,b}", "$HOME", "`id`", "#hash", "semi;colon", "per%cent", "co:lon", "a=b", "~",
        ".hidden", "...", "CON", "nul.txt", "ends.", "ünïcode", "日本語", "e\u0301", "\u00e9", "😀",
        "\u202egnp.exe", "\u200b",
        "bell\a", "esc\u001b[31m", "del\u007f", "\u0085", ByteName.Of(0xFF), ByteName.Of(0xC3, (byte)'x'),
        ByteName.Of(0xED, 0xA0, 0x80), ByteName.Of(0xC0, 0xAF), new string('n', 200), new string('ß', 100),
    ];

    private readonly TempTree _tree;
    private readonly Random _random;
    private readonly List<ByteName> _folders = [default];
    private readonly List<ByteName> _files = [];
    private int _number;

    private TreeGenerator(TempTree tree, int seed)
    {
        _tree = tree;
        _random = new Random(seed);
    }

    /// <summary>Makes a tree. The same seed makes the same names, links and contents.</summary>
    /// <param name="tree">Where to.</param>
    /// <param name="seed">Decides everything.</param>
    /// <param name="bytesMax">About how much content there may be in all.</param>
    public static void Fill(TempTree tree, int seed, long bytesMax = 8 << 20) =>
        new TreeGenerator(tree, seed).Fill(bytesMax);

    private void Fill(long bytesMax)
    {
        for (int folders = _random.Next(1, 12); folders > 0; folders--)
        {
            ByteName folder = NewPath();
            _tree.AddFolder(folder);
            _folders.Add(folder);
        }

        int[] sizes = [.. Enumerable.Range(0, _random.Next(2, 7)).Select(_ => Size())];
        long bytes = 0;
        for (int files = _random.Next(10, 120); files > 0 && bytes < bytesMax; files--)
        {
            byte[] content = Content(sizes[_random.Next(sizes.Length)]);
            ByteName path = NewPath();
            _tree.AddFile(path, content);
            _files.Add(path);
            bytes += content.Length;
            AddOthers();
        }
    }

    // A content is one of three of its size, with one byte changed at a telling place or none.
    private byte[] Content(int size)
    {
        byte[] content = new byte[size];
        new Random(size * 3 + _random.Next(3)).NextBytes(content);
        int[] places = [0, size / 2, size - 1, 4095, 4096, size - 4096, size - 4097, 65535, 65536];
        int place = places[_random.Next(places.Length)];
        if (_random.Next(2) == 0 && place >= 0 && place < size)
        {
            content[place] ^= 0x80;
        }

        return content;
    }

    private void AddOthers()
    {
        ByteName some = _files[_random.Next(_files.Count)];
        switch (_random.Next(20))
        {
            case 0 or 1:
                _files.Add(NewPath());
                _tree.AddHardLink(_files[^1], some);
                break;
            case 2:
                _tree.AddSymbolicLink(NewPath(), _tree[some]);
                break;
            case 3:
                _tree.AddSymbolicLink(NewPath(), _tree[_folders[_random.Next(_folders.Count)]]);
                break;
            case 4:
                _tree.AddSymbolicLink(NewPath(), _random.Next(2) == 0 ? "nowhere" : ".");
                break;
            case 5:
                _tree.AddFile(NewPath(), "");
                break;
            case 6:
                _tree.AddFifo(NewPath());
                break;
        }
    }

    private int Size() => _random.Next(3) == 0 ? _random.Next(1, 300) : s_edges[_random.Next(s_edges.Length)];

    private ByteName NewPath()
    {
        ByteName folder = _folders[_random.Next(_folders.Count)];
        ByteName name = s_names[_random.Next(s_names.Length)] + $"{_number++}";
        return folder.Length == 0 ? name : folder / name;
    }
}
